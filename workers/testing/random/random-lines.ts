// Made-up lines for a made-up program: units over its symbols, functions and inlined copies of functions in them, rows
// that skip code, come twice, or name files that are not there. What gprof answers by what it was asked before is left out.
import type { DwarfFunction, DwarfSpec, DwarfUnit } from '../builders/dwarf-spec.ts'
import type { ElfSpec } from '../builders/build-elf.ts'
import type { Random } from './random.ts'

type Range = readonly [begin: number, end: number]
type Row = readonly [address: number, file: number | null, line: number]

/** Files beside the program, for a unit without a folder. */
export const SOURCE_FILES = ['one.c', 'two.cc', 'part/three.h', 'long.c'] as const

const LONGEST_CODE = 0x4000

/** Null where the code is too long to be gone through address by address, as gprof does. */
export function randomLines(random: Random, elf: ElfSpec): DwarfSpec | null {
  const { text } = elf
  if (text === null || text === undefined) return null
  const low = Number(text.address)
  const size = text.size ?? text.bytes?.length ?? 0
  if (size > LONGEST_CODE) return null
  const names = new Map<number, string>()
  const all = (elf.symbols ?? []).map(({ address }) => Number(address))
  for (const { name, address, section = '.text', type = 'func' } of elf.symbols ?? [])
    if (section === '.text' && type === 'func' && /^[!-~]+$/.test(name)) names.set(Number(address), name)
  const starts = [...names.keys()]
    .filter((start) => start >= low && start < low + size)
    .sort((left, right) => left - right)
  if (starts.length === 0) return null
  // Outside of its unit's ranges each of two names has its own answer, by what was asked before.
  const hasAliases = new Set(all).size < all.length
  const version = random.pick([2, 3, 4, 4, 5, 5, 5] as const)
  const perUnit = random.between(1, Math.max(1, Math.ceil(starts.length / random.between(1, 4))))
  const units: DwarfUnit[] = []
  for (let at = 0; at < starts.length; at += perUnit) {
    const own = starts.slice(at, at + perUnit)
    const end = starts[at + perUnit] ?? low + size
    if (random.chance(0.9)) units.push(randomUnit(random, version, own, end, names, hasAliases))
  }
  return {
    version,
    offsetSize: random.chance(0.08) && version < 5 ? 8 : 4,
    addressSize: elf.class === 32 ? 4 : 8,
    bigEndian: elf.bigEndian ?? false,
    aranges: random.chance(0.6),
    units: random.chance(0.2) ? random.shuffle(units) : units,
  }
}

function randomUnit(
  random: Random,
  version: number,
  starts: readonly number[],
  end: number,
  names: ReadonlyMap<number, string>,
  hasAliases: boolean,
): DwarfUnit {
  const pieces = starts.map((start, at): Range => [start, starts[at + 1] ?? end])
  const files = random
    .shuffle<readonly [string, number]>([...SOURCE_FILES.map((name) => [name, 0] as const), ['x.h', 1]])
    .slice(0, random.between(1, 5))
  const known = pieces.filter(() => random.chance(0.93))
  const rows = known.map((piece) => randomRows(random, piece, files.length, version))
  const sequences = random.chance(0.5)
    ? rows.map((list, at) => [...list, [known[at]?.[1] ?? end, null, 0] as const])
    : rows.length > 0
      ? [[...rows.flat(), [known[known.length - 1]?.[1] ?? end, null, 0] as const]]
      : []
  const covered = random.weighted({ whole: 40, pieces: 40, part: hasAliases ? 0 : 20 })
  return {
    folder: random.chance(0.5) ? null : random.pick(['/src', '.', '/a/../b']),
    // C++, or C, whose names are not mangled.
    language: random.pick([0x21, 0x0c, 0x1d]),
    directories: random.chance(0.5) ? ['inc'] : ['/usr/inc', 'other'],
    files,
    ...(random.chance(0.3) ? { mainFile: ['main.c', 0] as const } : {}),
    sequences: random.chance(0.15) ? random.shuffle(sequences) : sequences,
    ...(random.chance(0.7)
      ? {
          opcodes: {
            leastInstruction: random.pick([1, 1, 1, 2, 4]),
            base: random.pick([-5, -3, -10, 0, 1]),
            range: random.pick([14, 12, 8, 242]),
            opcodeBase: random.pick([10, 13, 13, 14] as const),
          },
        }
      : {}),
    ranges: { whole: [[starts[0], end] as const], pieces, part: pieces.filter(() => random.chance(0.7)) }[
      covered
    ],
    functions: pieces.flatMap((piece) => randomFunctions(random, piece, names.get(piece[0]) ?? '')),
  }
}

/** Ascending, the first at the start of the piece; the caller that joins them adds the end. */
function randomRows(random: Random, [start, end]: Range, files: number, version: number): Row[] {
  const rows: Row[] = []
  let line = random.between(1, 60)
  let file: number | null = random.between(1, files)
  const step = random.pick([2, 4, 4, 8, 16])
  for (let address = start; address < end; address += random.between(1, step)) {
    rows.push([address, file, random.chance(0.03) ? 0 : line])
    if (random.chance(0.1)) rows.push([address, file, line + 1])
    line = Math.max(1, line + random.between(-3, 6) + (random.chance(0.05) ? random.between(-40, 300) : 0))
    if (random.chance(0.1)) file = random.between(1, files)
    // Entry 0, which is a file in DWARF 5 only: gprof begins with it.
    if (version >= 5 && random.chance(0.01)) file = 0
  }
  return rows
}

/** One function over the piece, perhaps in two parts, and copies of others within. */
function randomFunctions(random: Random, [start, end]: Range, name: string): DwarfFunction[] {
  if (random.chance(0.1)) return []
  const functions: DwarfFunction[] = []
  const half = start + Math.max(1, (end - start) >> 1)
  const ranges: Range[] =
    random.chance(0.15) && half < end
      ? [
          [start, half],
          [half, end],
        ]
      : [[start, end]]
  functions.push({ linkageName: name, ...(random.chance(0.5) ? { name: 'plain' } : {}), ranges })
  for (let copies = random.below(3); copies > 0 && end - start > 4; copies--) {
    const begin = random.between(start, end - 2)
    const copy: Range = [begin, random.between(begin + 1, end)]
    functions.push({
      linkageName: random.pick(['inlined', '_ZN1a1bEv', 'other.part.0']),
      isInlined: true,
      ranges: [copy],
    })
  }
  return functions
}
