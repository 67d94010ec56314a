// Random profiles of a random program: histograms of every shape gprof accepts, arcs between its functions and from and
// to nowhere, in one to three files of one of the three layouts.
import type {
  BsdGmonSpec,
  GmonArc,
  GmonHistogram,
  GmonRecord,
  GmonSpec,
  GnuGmonSpec,
} from '../builders/build-gmon.ts'
import type { RandomProgram } from './random-program.ts'
import type { Random } from './random.ts'

export function randomProfiles(random: Random, program: RandomProgram): GmonSpec[] {
  const files = Number(random.weighted({ 1: 60, 2: 28, 3: 12 }))
  const layout = random.weighted({ gnu: 70, bsd: 12, '4.4bsd': 14, mixed: 4 })
  return layout === 'gnu' ? gnuFiles(random, program, files) : bsdFiles(random, program, files, layout)
}

function gnuFiles(random: Random, program: RandomProgram, files: number): GnuGmonSpec[] {
  const { wordSize, bigEndian } = program
  const ranges = randomRanges(random, program)
  const dimension = random.chance(0.9)
    ? {}
    : random.pick([
        { dimension: 'fortnights', abbreviation: 'F' },
        { dimension: 'ticks', abbreviation: 't' },
        { dimension: 'fifteen letters', abbreviation: '/' },
        { dimension: '', abbreviation: 'x' },
      ])
  const rate = random.weighted({
    100: 80,
    1000: 4,
    1024: 3,
    3: 3,
    250: 3,
    1000000: 3,
    16777216: 1,
    1: 2,
    0: 1,
  })
  // Times per call below 1e-18 or not finite make gprof read beyond its list of units.
  const largest = Number(rate) > 1024 ? 1000 : 0xffffffff
  return times(files, () => {
    const rangesHere = files === 1 ? ranges : ranges.filter(() => random.chance(0.8))
    const histograms = rangesHere.map((range): GmonHistogram => ({
      kind: 'histogram',
      ...range,
      ...dimension,
      rate: random.chance(0.95) ? Number(rate) : random.pick([50, 100, 1000]),
      bins: rate === '0' ? new Uint16Array(range.count) : randomBins(random, range),
    }))
    const arcs = randomArcs(random, program, largest).map((arc): GmonRecord => ({ kind: 'arc', ...arc }))
    const blocks: GmonRecord[] =
      !bigEndian && random.chance(0.03)
        ? [{ kind: 'blocks', blocks: [{ address: program.lowest, count: 7 }] }]
        : []
    const records = [...histograms, ...arcs, ...blocks]
    const order = random.weighted({ usual: 70, arcsFirst: 10, shuffled: 20 })
    return {
      wordSize,
      bigEndian,
      version: random.chance(0.95) || blocks.length > 0 ? 1 : 0,
      records: {
        usual: records,
        arcsFirst: [...arcs, ...blocks, ...histograms],
        shuffled: random.shuffle(records),
      }[order],
    }
  })
}

/** Files of one BSD layout, or of all three: one range and one rate for all of them, or gprof refuses the second. */
function bsdFiles(
  random: Random,
  program: RandomProgram,
  files: number,
  layout: 'bsd' | '4.4bsd' | 'mixed',
): GmonSpec[] {
  const { wordSize, bigEndian } = program
  const range = wholeRange(random, program, 12)
  const rate = layout === '4.4bsd' ? random.pick([100, 128, 1000, 250]) : 100
  return times(files, (): GmonSpec => {
    const bins = randomBins(random, range)
    const arcs = randomArcs(random, program, wordSize === 8 && rate < 250 ? 2 ** 34 : 0xffffffff)
    const format = layout === 'mixed' ? random.pick(['bsd', '4.4bsd', 'gnu'] as const) : layout
    if (format === 'gnu') {
      const records: GmonRecord[] = arcs.map((arc) => ({ kind: 'arc', ...arc }))
      return {
        wordSize,
        bigEndian,
        records: [{ kind: 'histogram', low: range.low, high: range.high, rate, bins }, ...records],
      }
    }
    const bsd: BsdGmonSpec = {
      format,
      wordSize,
      bigEndian,
      low: range.low,
      high: range.high,
      rate,
      bins,
      arcs,
    }
    return random.chance(0.1)
      ? { ...bsd, trailing: new Uint8Array(random.between(1, 3 * wordSize - 1)) }
      : bsd
  })
}

interface Range {
  readonly low: number
  readonly high: number
  readonly count: number
}

/** Ranges of one scale that touch, leave gaps or repeat, but never overlap: gprof refuses those. */
function randomRanges(random: Random, program: RandomProgram): Range[] {
  const kind = random.weighted({ whole: 62, several: 26, none: 7, empty: 2, degenerate: 1 })
  if (kind === 'none') return []
  if (kind === 'empty') return [{ low: program.lowest, high: program.highest, count: 0 }]
  if (kind === 'degenerate') return [{ low: program.lowest, high: program.lowest, count: 8 }]
  if (kind === 'whole') {
    const range = wholeRange(random, program, 1)
    return random.chance(0.1) ? [range, range] : [range]
  }
  const bytesPerBin = random.pick([4, 4, 2, 8, 3, 1, 16, 5])
  const ranges: Range[] = []
  let low = program.lowest + random.below(8)
  for (let pieces = random.between(2, 4); pieces > 0; pieces--) {
    const room = Math.floor((program.highest - low) / bytesPerBin / 2)
    if (room < 1) break
    const count = 2 * random.between(1, Math.max(1, Math.ceil(room / random.between(1, pieces))))
    const range = { low, high: low + count * bytesPerBin, count }
    if (range.high > program.highest) break
    ranges.push(range)
    if (random.chance(0.15)) ranges.push(range)
    low = range.high + (random.chance(0.5) ? 0 : random.below(64))
  }
  return random.chance(0.3) ? random.shuffle(ranges) : ranges
}

/** All or most of the program, in bins as glibc would choose them, of exactly four bytes, or of any size. */
function wholeRange(random: Random, program: RandomProgram, fewest: number): Range {
  let low = program.lowest
  let high = program.highest
  if (random.chance(0.2)) low += random.below(Math.ceil((high - low) / 3) + 1)
  if (random.chance(0.1)) high -= random.below(Math.ceil((high - low) / 3) + 1)
  const units = Math.floor((high - low) / 2)
  const kind = random.weighted({ glibc: 40, exact: 25, any: 35 })
  if (kind === 'exact' && high - low >= 4) {
    const count = Math.max(fewest, Math.floor((high - low) / 4))
    return { low, high: low + 4 * count <= program.highest ? low + 4 * count : high, count }
  }
  if (kind === 'glibc') {
    const bytes = Math.ceil(units / program.wordSize) * program.wordSize
    return { low, high, count: Math.max(fewest, bytes / 2) }
  }
  return {
    low,
    high,
    count: Math.max(fewest, random.between(1, Math.max(1, Math.min(4000, units + random.below(40))))),
  }
}

function randomBins(random: Random, range: Range): number[] {
  const bins = Array.from({ length: range.count }, () => 0)
  const style = random.weighted({ sparse: 35, few: 20, dense: 15, level: 15, zero: 5, huge: 10 })
  if (style === 'zero') return bins
  if (style === 'few') {
    for (let ticks = random.between(1, 12); ticks > 0 && bins.length > 0; ticks--)
      bins[random.below(bins.length)] = random.between(1, 4)
    return bins
  }
  const level = random.pick([1, 2, 5, 25])
  const likely = { sparse: 0.1, dense: 0.7, level: 1, huge: 0.2 }[style]
  return bins.map(() => {
    if (!random.chance(likely)) return 0
    if (style === 'level') return level
    return style === 'huge' ? random.pick([65535, 40000, 1]) : random.between(1, 9)
  })
}

/** Arcs as recorded: any address inside the functions, repeated, and a few that match nothing. */
function randomArcs(random: Random, program: RandomProgram, largest: number): GmonArc[] {
  const count = program.functions.length
  const pairs: (readonly [number, number])[] = []
  const shapes = random.weighted({ none: 8, one: 52, two: 40 })
  for (let shape = { none: 0, one: 1, two: 2 }[shapes]; shape > 0; shape--)
    pairs.push(...randomPairs(random, count))
  const counts = random.weighted({ ones: 15, small: 35, any: 40, zero: 3, huge: largest > 1000 ? 7 : 0 })
  const countOf = (): number =>
    ({
      ones: 1,
      small: random.below(4),
      any: random.chance(0.05) ? 0 : random.between(1, 1000),
      zero: 0,
      huge: random.pick([largest, 0x80000000, 1, 1000000]),
    })[counts]
  const arcs = pairs.map(([parent, child]): GmonArc => ({
    from: addressIn(random, program, parent, random.chance(0.5)),
    self: addressIn(random, program, child, random.chance(0.8)),
    count: countOf(),
  }))
  const stray = arcs.length > 0 && random.chance(0.4) ? random.between(1, 4) : 0
  for (let made = 0; made < stray; made++) {
    const nowhere = random.pick([
      0,
      1,
      program.lowest - 1,
      program.lowest,
      program.highest + 0x100,
      program.highest + 0x2000,
    ])
    const somewhere = addressIn(random, program, random.below(count), true)
    const from = random.chance(0.6) ? nowhere : somewhere
    arcs.push({ from, self: from === somewhere ? nowhere : somewhere, count: countOf() })
  }
  return random.chance(0.3) ? random.shuffle(arcs) : arcs
}

function addressIn(random: Random, program: RandomProgram, index: number, nearStart: boolean): number {
  const chosen = program.functions[index]
  if (chosen === undefined) throw new Error('no such function')
  return chosen.address + random.below(nearStart ? Math.min(4, chosen.size) : chosen.size)
}

type Pairs = readonly (readonly [parent: number, child: number])[]

/** Who calls whom, by number. */
function randomPairs(random: Random, count: number): Pairs {
  const any = (): number => random.below(count)
  const some = (length: number): Pairs => times(length, () => [any(), any()] as const)
  const shape = random.weighted({
    sparse: 24,
    busy: 12,
    tree: 16,
    rings: 22,
    layers: 10,
    chain: 6,
    dense: 4,
    star: 3,
    selves: 3,
  })
  const shapes: Readonly<Record<typeof shape, () => Pairs>> = {
    sparse: () => some(count),
    busy: () => some(3 * count),
    tree: () => times(count - 1, (at) => [random.below(at + 1), at + 1] as const),
    rings: () => rings(random, count),
    layers: () =>
      times(2 * count, any)
        .filter((parent) => parent + 1 < count)
        .map((parent) => [parent, random.between(parent + 1, count - 1)] as const),
    chain: () => {
      const order = random.shuffle(times(count, (at) => at))
      return times(count - 1, (at) => [order[at], order[at + 1]] as const)
    },
    dense: () => {
      const few = Math.min(count, 9)
      return times(few * few, (at) => [Math.floor(at / few), at % few] as const)
    },
    star: () => {
      const hub = any()
      return times(count, (at) => (random.chance(0.5) ? ([hub, at] as const) : ([at, hub] as const)))
    },
    selves: () => times(count, (at) => [at, at] as const),
  }
  return shapes[shape]()
}

/** Several cycles, some of them sharing members, some entered from outside, some calling the next. */
function rings(random: Random, count: number): Pairs {
  const pairs: (readonly [number, number])[] = []
  for (let made = random.between(1, 1 + Math.ceil(count / 4)); made > 0; made--) {
    const members = times(random.between(1, Math.min(5, count)), () => random.below(count))
    members.forEach((member, at) => pairs.push([member, members[(at + 1) % members.length] ?? member]))
    if (random.chance(0.6)) pairs.push([random.below(count), members[0] ?? 0])
    if (random.chance(0.3)) pairs.push([members[0] ?? 0, random.below(count)])
  }
  return random.chance(0.5) ? random.shuffle(pairs) : pairs
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => make(at))
}
