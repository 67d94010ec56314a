// One random pair of executable and profiles, from a seed, and what it has in it that is worth having.
import { dwarfSections } from '../builders/build-dwarf.ts'
import type { DwarfSpec } from '../builders/dwarf-spec.ts'
import { buildElf, type ElfSpec } from '../builders/build-elf.ts'
import { stabsSections, type StabsSpec } from '../builders/build-stabs.ts'
import { buildGmon, type GmonArc, type GmonHistogram, type GmonSpec } from '../builders/build-gmon.ts'
import { randomProfiles } from './random-profile.ts'
import { randomProgram } from './random-program.ts'
import { randomFrom } from './random.ts'

export interface RandomCase {
  readonly seed: number
  readonly elf: ElfSpec
  readonly profiles: readonly GmonSpec[]
  /** Debugging information of the program; none unless given. */
  readonly lines?: DwarfSpec | undefined
  /** Another kind of it; the program may have both. */
  readonly stabs?: StabsSpec | undefined
}

export interface CaseFiles {
  readonly executable: Uint8Array<ArrayBuffer>
  readonly profiles: readonly Uint8Array<ArrayBuffer>[]
}

export function randomCase(seed: number): RandomCase {
  const random = randomFrom(seed)
  const program = randomProgram(random)
  return { seed, elf: program.elf, profiles: randomProfiles(random, program) }
}

export function buildCase({ elf, profiles, lines, stabs }: Omit<RandomCase, 'seed'>): CaseFiles {
  const described = [...(lines ? dwarfSections(lines) : []), ...(stabs ? stabsSections(stabs) : [])]
  const sections = described.map(([name, bytes]) => ({
    name,
    bytes,
    kind: 'debug' as const,
    address: 0,
  }))
  return {
    executable: buildElf({ ...elf, sections: [...(elf.sections ?? []), ...sections] }),
    profiles: profiles.map(buildGmon),
  }
}

export function histogramsOf(profile: GmonSpec): GmonHistogram[] {
  if (!('records' in profile)) {
    const { low, high, bins } = profile
    return [{ kind: 'histogram', low, high, bins }]
  }
  return profile.records.filter((record) => record.kind === 'histogram')
}

function arcsOf(profile: GmonSpec): readonly GmonArc[] {
  return 'records' in profile
    ? profile.records.filter((record) => record.kind === 'arc')
    : (profile.arcs ?? [])
}

/** What to count, so that a run of cases can show that none of it is missing. */
export function featuresOf(made: RandomCase): string[] {
  const { elf, profiles } = made
  const symbols = elf.symbols ?? []
  const histograms = profiles.flatMap(histogramsOf)
  const arcs = profiles.flatMap(arcsOf)
  const starts = symbols.map((symbol) => symbol.address)
  const strings = symbols.map((symbol) => symbol.name)
  const named = (pattern: RegExp): boolean => strings.some((name) => pattern.test(name))
  const wanted: readonly (readonly [string, boolean])[] = [
    [`${elf.class ?? 64} bits`, true],
    [elf.bigEndian === true ? 'big-endian' : 'little-endian', true],
    [`machine ${elf.machine ?? 62}`, true],
    [`files: ${profiles.length}`, true],
    ...profiles.map((profile) => [`layout ${profile.format ?? 'gnu'}`, true] as const),
    ['aliases', new Set(starts).size < starts.length],
    ['equal names', new Set(strings).size < strings.length],
    ['strings in another order', elf.strings !== undefined],
    [
      'local names with dots',
      symbols.some((symbol) => symbol.binding === 'local' && symbol.name.includes('.')),
    ],
    ['names left out by default', named(/^(_gprof_mcount|_{0,2}mcount|__mcount_internal|__mcleanup)$/)],
    ['C++ names', named(/^_Z/)],
    ['Rust names', named(/^_R|17h[0-9a-f]{16}E/)],
    ['bytes above 127', named(/[\x80-\xff]/)],
    ['ifunc', symbols.some((symbol) => symbol.type === 'ifunc')],
    ['unique', symbols.some((symbol) => symbol.binding === 'unique')],
    ['weak data', symbols.some((symbol) => symbol.binding === 'weak' && symbol.section === '.data')],
    ['no histogram', histograms.length === 0],
    ['several ranges', new Set(histograms.map((histogram) => histogram.low)).size > 1],
    [
      'one range several times',
      new Set(histograms.map((histogram) => histogram.low)).size < histograms.length,
    ],
    ['histogram without bins', histograms.some((histogram) => histogram.bins.length === 0)],
    ['no ticks', histograms.every((histogram) => Array.from(histogram.bins).every((bin) => bin === 0))],
    [
      'odd scale',
      histograms.some(
        (histogram) => (Number(histogram.high) - Number(histogram.low)) % histogram.bins.length > 0,
      ),
    ],
    ['no arcs', arcs.length === 0],
    ['zero counts', arcs.some((arc) => arc.count === 0)],
    ['huge counts', arcs.some((arc) => arc.count > 0x7fffffff)],
    ['arcs from nowhere', arcs.some((arc) => Number(arc.from) < 2)],
  ]
  return wanted.flatMap(([feature, present]) => (present ? [feature] : []))
}
