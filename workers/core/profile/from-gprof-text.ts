// Builds a CallGraphProfile from the text that gprof printed: the functions and arcs of its rows,
// with times as printed, and the sampling rate.
import { asColumn, asRows, NONE } from '../base/columns.ts'
import { stringTableOf, TextNumbers } from '../base/string-table.ts'
import type { RawEntryLine, RawFlatRow, RawGranularity, RawListing } from '../formats/gprof-listing/types.ts'
import { arcTables } from './build-profile.ts'
import type { ArcsByFunction, CallGraphProfile, SourceTable } from './call-graph-profile.ts'
import { groupNewestFirst } from '../base/sorting.ts'
import type { TalliedArcs } from './tally.ts'
import { TIMER_RATES } from '../formats/gmon/gmon.ts'

/** A profile built from a listing, with the position of each row in the listing. */
export interface GprofTextProfile {
  readonly profile: CallGraphProfile
  readonly raw: RawListing
  readonly functions: ListedFunctions
  readonly arcs: ListedArcs
}

/** Bytes per bin in gprof's usual histogram, for a listing without that number. */
const USUAL_BYTES = 4

/**
 * Builds a profile from a parsed listing. Nothing is computed that the listing prints; times are as coarse as
 * printed. A listing without rows gives a profile without functions.
 *
 * Functions are in the order of the index; those it lacks follow by entry number, and those of the flat
 * profile alone come last, in its order. Without a call graph all are in the order of the flat profile. Their
 * row numbers serve as addresses (`isAddressless`). The rate is that of the listing, or the one that its
 * granularity implies, or 100 ticks per second; 0 if no row has a time.
 */
export function buildFromGprofText(raw: RawListing): GprofTextProfile {
  const functions = findListedFunctions(raw)
  const arcs = findListedArcs(raw, functions)
  const { length } = functions
  const rate = sampleRate(raw)
  const { selfTicks, calls, selfCalls, hasTime } = numbersOf(raw, functions, arcs, rate)
  const rows = Float64Array.from({ length }, (_, f) => f)
  const granularity = raw.graph?.granularity ?? raw.flat?.granularity ?? null
  const ticks = hasTime ? totalTicks(raw, rate) : 0
  const profile: CallGraphProfile = {
    functions: {
      length,
      address: asColumn(rows),
      isAddressless: true,
      last: asColumn(rows),
      names: stringTableOf(functions.name),
      isStatic: asColumn(Uint8Array.from(functions.file, (file) => (file === null ? 0 : 1))),
      isFunction: asColumn(new Uint8Array(length).fill(1)),
      isLeftOut: asColumn(new Uint8Array(length)),
      selfTicks: asColumn(selfTicks),
      calls: asColumn(calls),
      selfCalls: asColumn(selfCalls),
    },
    ...arcTables(arcs, length),
    hasHistogram: hasTime,
    hasArcs: raw.graph !== null,
    rate: hasTime ? rate : 0,
    scale: (granularity?.bytes ?? USUAL_BYTES) / 2,
    dimension: raw.flat?.dimension ?? 'seconds',
    abbreviation: raw.flat?.abbreviation ?? 's',
    totals: {
      ticks,
      recordedTicks: ticks,
      unattributedTicks: 0,
      arcRecords: arcs.length,
      droppedArcRecords: 0,
      runs: 1,
    },
    sources: raw.style.byLine ? sourcesInNames(functions.name) : null,
    listed: { hasFlat: raw.flat !== null, hasGraph: raw.graph !== null },
  }
  return { profile, raw, functions, arcs }
}

/**
 * Takes each function's numbers from its most precise row. `hasTime`: whether any row has a time.
 */
function numbersOf(raw: RawListing, functions: ListedFunctions, arcs: ListedArcs, rate: number) {
  const { length } = functions
  const selfTicks = new Float64Array(length)
  const calls = new Float64Array(length)
  const selfCalls = new Float64Array(length)
  let hasTime = false
  for (let f = 0; f < length; f++) {
    const row = functions.flatRow[f] < 0 ? null : (raw.flat?.rows[functions.flatRow[f]] ?? null)
    const entry = functions.entry[f] < 0 ? null : (raw.graph?.entries[functions.entry[f]] ?? null)
    const member = functions.member.get(f)
    const line = row ?? entry ?? member
    const self = line?.self ?? 0
    hasTime ||= line !== undefined && Number.isFinite(self)
    selfTicks[f] = ticksOf(self, rate)
    calls[f] = Math.max(0, entry?.calls ?? member?.count ?? row?.calls ?? arcs.callsFromArcs[f])
    selfCalls[f] = Math.max(0, entry?.selfCalls ?? member?.selfCalls ?? 0)
  }
  return { selfTicks, calls, selfCalls, hasTime }
}

/**
 * Converts printed seconds to ticks; 0 for NaN and infinite numbers.
 *
 * @param rate ticks per second
 */
export function ticksOf(seconds: number, rate: number): number {
  return Number.isFinite(seconds) ? seconds * rate : 0
}

/** Ticks that replace a total that was positive but printed as 0.00. */
const TRACE = 1e-3

/** Seconds that are printed as 0.00 at most. */
const LEAST_SHOWN = 0.004

/** Ticks that count as 100% in the flat profile. */
function totalTicks({ flat, graph }: RawListing, rate: number): number {
  if (flat?.timeless) return 0
  const granularity = flat?.granularity ?? (flat ? null : graph?.granularity)
  if (granularity) return grainTicks(granularity, rate)
  const last = flat?.rows.findLast(({ cumulative }) => Number.isFinite(cumulative))
  return Math.max(ticksOf(last?.cumulative ?? 0, rate), TRACE)
}

/**
 * Returns the total ticks by the head of the call graph: from its seconds or, if these are rounded to 0, from
 * the share of one tick. 0 if it prints neither.
 *
 * @param share of one tick in the total, in percent
 * @param rate ticks per second
 */
export function grainTicks(
  { share, seconds }: { readonly share: number; readonly seconds: number },
  rate: number,
): number {
  if (seconds > 0) return ticksOf(seconds, rate)
  return share > 0 && Number.isFinite(share) ? Math.min(100 / share, LEAST_SHOWN * rate) : 0
}

/**
 * Reads source positions from names of a listing by lines, which end in " (file:line @ address)".
 */
function sourcesInNames(names: readonly string[]): SourceTable {
  const fileOf = new Int32Array(names.length).fill(NONE)
  const lineOf = new Int32Array(names.length).fill(NONE)
  const files = new TextNumbers()
  names.forEach((name, f) => {
    const found = / \(([^()]+):(\d{1,9}) @ [\da-f]+\)$/.exec(name.slice(-600))
    if (!found) return
    const [, file = '', line] = found
    fileOf[f] = files.of(file)
    lineOf[f] = Number(line)
  })
  return {
    fileOf: asColumn(fileOf),
    lineOf: asColumn(lineOf),
    files: stringTableOf(files.texts),
  }
}

// Functions of a listing. Each number in brackets is one function, and each row of the flat
// profile belongs to one.

/** Functions of a listing, in the order of its index: by linker name. */
export interface ListedFunctions {
  readonly length: number
  /** Raw name as printed, a binary string. */
  readonly name: readonly string[]
  /** File in parentheses after the name in the index, or null. */
  readonly file: readonly (string | null)[]
  /** Number of its entry; 0 if the listing gives none. */
  readonly number: Int32Array
  /** Row in the flat profile, and position among the entries; −1 for none. */
  readonly flatRow: Int32Array
  readonly entry: Int32Array
  /** Member lines in the entry of a whole cycle, by function. */
  readonly member: ReadonlyMap<number, RawEntryLine>
  /** Number of its cycle; 0 for none. */
  readonly cycle: Int32Array
  /** 0 for a function that the listing marks as having no entry. */
  readonly isPrinted: Uint8Array<ArrayBuffer>
  /** FunctionIndex by the number of its entry. */
  readonly byNumber: ReadonlyMap<number, number>
  /** Number of functions in the index; they are the first rows. */
  readonly indexed: number
}

interface Row {
  readonly name: string
  readonly number: number
  readonly file: string | null
  /** Whether the listing prints "[n]" after the name, as for a function with an entry. */
  readonly isPrinted: boolean
}

function findListedFunctions(raw: RawListing): ListedFunctions {
  const rows: Row[] = []
  const byNumber = new Map<number, number>()
  const wholes = new Set(
    raw.graph?.entries.filter(({ wholeCycle }) => wholeCycle > 0).map(({ number }) => number),
  )
  const names = raw.graph?.names
  const add = (row: Row): number => {
    if (row.number > 0) byNumber.set(row.number, rows.length)
    rows.push(row)
    return rows.length - 1
  }
  for (const { number, name, file, isPrinted } of names ? (raw.index?.items ?? []) : []) {
    if (wholes.has(number) || byNumber.has(number) || number === 0) continue
    const known = names?.get(number)
    if (known) add({ name: known.name, number, file, isPrinted })
    else if (!/^<cycle \d+>$/.test(name)) add({ name, number, file, isPrinted })
  }
  const indexed = rows.length
  for (const [number, { name, isPrinted }] of [...(names ?? [])].sort(([left], [right]) => left - right)) {
    if (!wholes.has(number) && !byNumber.has(number) && number > 0)
      add({ name, number, file: null, isPrinted })
  }
  const most = rows.length + (raw.flat?.rows.length ?? 0)
  const entry = new Int32Array(most).fill(-1)
  raw.graph?.entries.forEach(({ number, wholeCycle }, at) => {
    const f = wholeCycle > 0 ? undefined : byNumber.get(number)
    if (f !== undefined && entry[f] < 0) entry[f] = at
  })
  const flatRow = new Int32Array(most).fill(-1)
  const free = freeFunctions(raw, rows, entry, flatRow)
  raw.flat?.rows.forEach((row, at) => {
    const known = (row.number > 0 ? byNumber.get(row.number) : free(row)) ?? -1
    const isFree = known >= 0 && flatRow[known] < 0
    flatRow[isFree ? known : add({ name: row.name, number: 0, file: null, isPrinted: false })] = at
  })
  const { length } = rows
  return {
    length,
    name: rows.map(({ name }) => name),
    file: rows.map(({ file }) => file),
    number: Int32Array.from(rows, ({ number }) => number),
    flatRow: flatRow.slice(0, length),
    entry: entry.slice(0, length),
    member: memberLines(raw, byNumber),
    cycle: Int32Array.from(rows, ({ number }) => names?.get(number)?.cycle ?? 0),
    isPrinted: Uint8Array.from(rows, ({ isPrinted }, f) =>
      raw.graph === null || entry[f] >= 0 || isPrinted ? 1 : 0,
    ),
    byNumber,
    indexed,
  }
}

function memberLines(
  raw: RawListing,
  byNumber: ReadonlyMap<number, number>,
): ReadonlyMap<number, RawEntryLine> {
  const lines = new Map<number, RawEntryLine>()
  for (const entry of raw.graph?.entries ?? []) {
    for (const line of entry.lines) {
      const f = line.kind === 'member' ? byNumber.get(line.number) : undefined
      if (f !== undefined && !lines.has(f)) lines.set(f, line)
    }
  }
  return lines
}

/**
 * Largest group of rows with one name that is searched for the best match. Real listings repeat a
 * name for a few static functions only.
 */
const MOST_SEARCHED = 64

/**
 * Finds the function of a row by its name. Of several, one with the row's calls and time comes
 * first.
 */
function freeFunctions(
  raw: RawListing,
  rows: readonly Row[],
  entryOf: Int32Array,
  flatRow: Int32Array,
): (row: RawFlatRow) => number | undefined {
  /** First free function of each name, and for each function the next of the same name. */
  const first = new Map<string, number>()
  const next = new Int32Array(rows.length)
  if (raw.flat) {
    for (let f = rows.length - 1; f >= 0; f--) {
      next[f] = first.get(rows[f].name) ?? -1
      first.set(rows[f].name, f)
    }
  }
  return ({ name, calls, self }) => {
    let best = first.get(name) ?? -1
    while (best >= 0 && flatRow[best] >= 0) best = next[best]
    if (best < 0 || next[best] < 0) return best
    first.set(name, best)
    let bestRank = -1
    for (let f = best, seen = 0; f >= 0 && seen < MOST_SEARCHED; f = next[f], seen++) {
      const entry = raw.graph?.entries[entryOf[f]]
      const sameCalls = entry !== undefined && Math.max(0, entry.calls) === Math.max(0, calls)
      const rank = flatRow[f] >= 0 ? -1 : (sameCalls ? 2 : 0) + (entry?.self === self ? 1 : 0)
      if (rank > bestRank) [best, bestRank] = [f, rank]
    }
    return best
  }
}

// Arcs of a listing. Each is printed twice, in its parent's entry and in its child's, unless one
// of them has no entry.

/** Arcs of a listing with what their lines print. */
export interface ListedArcs extends TalliedArcs {
  /** Self seconds passed along the arc; NaN on lines that print no time. */
  readonly self: Float64Array
  readonly childTime: Float64Array
  /** Total calls of which the count is a part; −1 on lines that do not print it. */
  readonly of: Float64Array
  /**
   * Arcs in the order of the entries' caller and callee lines. Arcs that only the other end's
   * entry prints come last.
   */
  readonly parentArcs: ArcsByFunction
  readonly childArcs: ArcsByFunction
  /** Calls of each function by the lines of other entries, for functions without an entry. */
  readonly callsFromArcs: Float64Array
}

/** Collects the arcs. The first line of an arc determines its numbers. */
function findListedArcs(raw: RawListing, functions: ListedFunctions): ListedArcs {
  /** Lines that are arcs, in the listing's order, and the ends of each. */
  const lines: RawEntryLine[] = []
  const parents: number[] = []
  const children: number[] = []
  raw.graph?.entries.forEach((entry, at) => {
    const f = entry.wholeCycle > 0 ? undefined : functions.byNumber.get(entry.number)
    if (f === undefined || functions.entry[f] !== at) return
    for (const line of entry.lines) {
      const other = line.kind === 'member' ? undefined : functions.byNumber.get(line.number)
      if (other === undefined) continue
      lines.push(line)
      parents.push(line.kind === 'parent' ? other : f)
      children.push(line.kind === 'parent' ? f : other)
    }
  })
  const { arcOf, lineOf } = joinAlike(parents, children, functions.length)
  const parent = lineOf.map((line) => parents[line])
  const child = lineOf.map((line) => children[line])
  const numbers = (of: (line: RawEntryLine) => number) => Float64Array.from(lineOf, (line) => of(lines[line]))
  const of = numbers((line) => line.of)
  const callsFromArcs = new Float64Array(functions.length)
  child.forEach((f, arc) => {
    if (functions.cycle[f] === 0 && of[arc] > 0) callsFromArcs[f] = of[arc]
  })
  const grouped = (kind: RawEntryLine['kind'], keys: Int32Array) =>
    inOrder(
      arcOf.filter((_, line) => lines[line].kind === kind),
      keys,
      functions.length,
    )
  return {
    length: lineOf.length,
    parent,
    child,
    count: numbers(({ count }) => count),
    self: numbers(({ self }) => self),
    childTime: numbers((line) => line.child),
    of,
    parentArcs: grouped('parent', child),
    childArcs: grouped('child', parent),
    callsFromArcs,
  }
}

/**
 * Returns the arc of each line, and the first line of each arc; arcs are numbered by first line.
 */
function joinAlike(parents: readonly number[], children: readonly number[], functions: number) {
  const { offsets, items } = groupNewestFirst(children, functions)
  const arcOf = new Int32Array(children.length)
  const lastChild = new Int32Array(functions).fill(NONE)
  const oldest = new Int32Array(functions)
  // The first line of each arc comes before its other lines,
  for (let f = 0; f < functions; f++) {
    for (let at = offsets[f + 1] - 1; at >= offsets[f]; at--) {
      const line = items[at]
      const from = parents[line]
      if (lastChild[from] !== f) oldest[from] = line
      lastChild[from] = f
      arcOf[line] = oldest[from]
    }
  }
  // so its number is known when these are reached.
  const lineOf = arcOf.filter((first, line) => first === line)
  let length = 0
  arcOf.forEach((first, line) => {
    arcOf[line] = first === line ? length++ : arcOf[first]
  })
  return { arcOf, lineOf }
}

/** Groups arcs by function, those of `first` first, in their order. */
function inOrder(first: Int32Array, keys: Int32Array, length: number): ArcsByFunction {
  const offsets = new Uint32Array(length + 1)
  for (const f of keys) offsets[f + 1]++
  for (let f = 0; f < length; f++) offsets[f + 1] += offsets[f]
  const items = new Uint32Array(keys.length)
  const next = offsets.slice(0, length)
  const isPlaced = new Uint8Array(keys.length)
  const place = (arc: number): void => {
    if (isPlaced[arc] === 0) items[next[keys[arc]]++] = arc
    isPlaced[arc] = 1
  }
  first.forEach(place)
  keys.forEach((_, arc) => place(arc))
  return { length, offsets, items: asRows(items) }
}

// Sampling rate of a listing: from the head of the flat profile, or from the share of one sample
// in the head of the call graph.

/** Ticks per second, for a listing that does not print it. */
const USUAL = 100

/** Returns ticks per second. */
function sampleRate(raw: RawListing): number {
  const period = Number(raw.flat?.period.replace(',', '.') ?? '')
  if (period > 0 && Number.isFinite(period)) {
    const exact = Math.round(1 / period)
    const isExact = exact > 0 && Number((1 / exact).toPrecision(6)) === period
    return isExact ? exact : 1 / period
  }
  for (const granularity of [raw.flat?.granularity, raw.graph?.granularity]) {
    const rate = granularity ? rateByShare(granularity) : null
    if (rate !== null) return rate
  }
  return USUAL
}

/** Half of the last printed digit, in percent and in seconds. */
const ROUNDING = 0.005

/** Returns the usual rate that is consistent with the rounded share of one sample, if any. */
function rateByShare({ share, seconds }: RawGranularity): number | null {
  if (!(share > ROUNDING && seconds > ROUNDING)) return null
  const least = 100 / (share + ROUNDING) / (seconds + ROUNDING)
  const most = 100 / (share - ROUNDING) / (seconds - ROUNDING)
  return TIMER_RATES.find((rate) => rate >= least && rate <= most) ?? null
}
