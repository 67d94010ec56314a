// From a case on which we and gprof disagree to a smaller one on which we still do: parts are left out, large ones first,
// as long as the disagreement stays. The symbol `etext` stays too, or the disagreement would be about undefined memory.
import type { ElfSymbol } from '../builders/build-elf.ts'
import type { GmonRecord, GmonSpec } from '../builders/build-gmon.ts'
import type { DwarfFunction, DwarfUnit } from '../builders/dwarf-spec.ts'
import type { StabEntry } from '../builders/build-stabs.ts'
import type { RandomCase } from './random-case.ts'

/** Answers the smallest case found after at most `tries` questions. */
export async function shrinkCase(
  made: RandomCase,
  disagree: (smaller: RandomCase) => Promise<boolean>,
  tries = 400,
): Promise<RandomCase> {
  let best = made
  let left = tries
  for (let progress = true; progress && left > 0;) {
    progress = false
    for (const part of partsOf(best)) {
      let kept = part.items
      for (let size = Math.ceil(kept.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
        for (let at = 0; at < kept.length && left > 0;) {
          const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
          const smaller = part.replace(best, fewer)
          left--
          if (smaller.profiles.length > 0 && (await disagree(smaller))) {
            best = smaller
            kept = fewer
            progress = true
          } else {
            at += size
          }
        }
      }
    }
  }
  return best
}

/** A list within a case, and the case with another list in its place. */
interface Part {
  readonly items: readonly unknown[]
  readonly replace: (made: RandomCase, items: readonly unknown[]) => RandomCase
}

function partsOf(made: RandomCase): Part[] {
  const parts: Part[] = [
    { items: made.profiles, replace: (old, items) => ({ ...old, profiles: items as GmonSpec[] }) },
  ]
  made.profiles.forEach((profile, which) => {
    const items = 'records' in profile ? profile.records : (profile.arcs ?? [])
    parts.push({
      items,
      replace: (old, fewer) => replaceProfile(old, which, (spec) => withItems(spec, fewer)),
    })
  })
  parts.push({
    items: (made.elf.symbols ?? []).filter((symbol) => symbol.name !== 'etext'),
    replace: (old, items) => replaceSymbols(old, items as ElfSymbol[]),
  })
  parts.push(...partsOfLines(made), ...partsOfStabs(made))
  made.profiles.forEach((profile, which) => {
    const hot = hotBins(profile)
    parts.push({
      items: hot,
      replace: (old, fewer) =>
        replaceProfile(old, which, (spec) => withBins(spec, new Set(fewer as string[]))),
    })
  })
  if (made.elf.strings !== undefined) {
    parts.push({
      items: ['strings'],
      replace: (old) => {
        const { strings: _dropped, ...elf } = old.elf
        return { ...old, elf }
      },
    })
  }
  return parts
}

function partsOfLines({ lines }: RandomCase): Part[] {
  if (!lines) return []
  const parts: Part[] = [
    {
      items: ['lines'],
      replace: ({ lines: _dropped, ...old }) => old,
    },
    {
      items: lines.units,
      replace: (old, units) => ({ ...old, lines: { ...(old.lines ?? lines), units: units as DwarfUnit[] } }),
    },
  ]
  lines.units.forEach((unit, which) => {
    const part = (
      items: readonly unknown[],
      change: (fewer: readonly unknown[], now: DwarfUnit) => Partial<DwarfUnit>,
    ): void =>
      void parts.push({
        items,
        replace: (old, fewer) => replaceUnit(old, which, (now) => ({ ...now, ...change(fewer, now) })),
      })
    part(unit.functions ?? [], (functions) => ({ functions: functions as DwarfFunction[] }))
    part(unit.sequences, (sequences) => ({ sequences: sequences as DwarfUnit['sequences'] }))
    if (unit.sequences.length === 1) {
      const [rows = []] = unit.sequences
      // The last one only ends it.
      part(rows.slice(0, -1), (fewer) => ({
        sequences: [[...(fewer as typeof rows), ...rows.slice(-1)]],
      }))
    }
    if (unit.program) {
      const { program } = unit
      part(program.steps, (steps) => ({ program: { ...program, steps: steps as typeof program.steps } }))
    }
    if (unit.opcodes)
      parts.push({
        items: ['opcodes'],
        replace: (old) => replaceUnit(old, which, ({ opcodes: _dropped, ...now }) => now),
      })
  })
  return parts
}

function partsOfStabs({ stabs }: RandomCase): Part[] {
  if (!stabs) return []
  const parts = stabs.objects.map((object, which): Part => {
    const replace: Part['replace'] = (old, fewer) => {
      const now = old.stabs ?? stabs
      const objects = now.objects.map((entries, at) => (at === which ? (fewer as StabEntry[]) : entries))
      return { ...old, stabs: { ...now, objects } }
    }
    return { items: object, replace }
  })
  return [{ items: ['stabs'], replace: ({ stabs: _dropped, ...old }) => old }, ...parts]
}

function replaceUnit(old: RandomCase, which: number, change: (now: DwarfUnit) => DwarfUnit): RandomCase {
  const { lines } = old
  if (!lines) return old
  return {
    ...old,
    lines: { ...lines, units: lines.units.map((unit, at) => (at === which ? change(unit) : unit)) },
  }
}

function replaceProfile(old: RandomCase, which: number, change: (spec: GmonSpec) => GmonSpec): RandomCase {
  return { ...old, profiles: old.profiles.map((spec, at) => (at === which ? change(spec) : spec)) }
}

function withItems(spec: GmonSpec, items: readonly unknown[]): GmonSpec {
  return 'records' in spec
    ? { ...spec, records: items as GmonRecord[] }
    : { ...spec, arcs: items as NonNullable<typeof spec.arcs> }
}

function replaceSymbols(old: RandomCase, symbols: readonly ElfSymbol[]): RandomCase {
  const keep = new Set(symbols)
  const all = (old.elf.symbols ?? []).filter((symbol) => symbol.name === 'etext' || keep.has(symbol))
  const names = new Set(all.map((symbol) => symbol.name))
  const strings = old.elf.strings?.filter((name) => names.has(name))
  return { ...old, elf: { ...old.elf, symbols: all, ...(strings === undefined ? {} : { strings }) } }
}

/** Bins with ticks, as "record:bin". */
function hotBins(spec: GmonSpec): string[] {
  const records = 'records' in spec ? spec.records : [{ kind: 'histogram' as const, bins: spec.bins }]
  return records.flatMap((record, at) =>
    record.kind === 'histogram'
      ? Array.from(record.bins).flatMap((ticks, bin) => (ticks > 0 ? [`${at}:${bin}`] : []))
      : [],
  )
}

function withBins(spec: GmonSpec, hot: ReadonlySet<string>): GmonSpec {
  const cooled = (bins: ArrayLike<number>, at: number): number[] =>
    Array.from(bins).map((ticks, bin) => (hot.has(`${at}:${bin}`) ? ticks : 0))
  if (!('records' in spec)) return { ...spec, bins: cooled(spec.bins, 0) }
  return {
    ...spec,
    records: spec.records.map((record, at) =>
      record.kind === 'histogram' ? { ...record, bins: cooled(record.bins, at) } : record,
    ),
  }
}
