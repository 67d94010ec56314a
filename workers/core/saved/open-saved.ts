// Opens saved profiles: reads their content and numbers, and checks each index and each order that
// the tables need.
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import { attributingTo, type Candidate, type OnProgress } from '../inputs/identify-files.ts'
import { readSavedProfile } from '../formats/saved-profile/read.ts'
import type { RawGranularity, RawGraph, RawListing, RawName } from '../formats/gprof-listing/types.ts'
import type { Opened } from '../pipeline/run-stages.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { type Notice, noticeShape, problemShape } from '../problems/problem.ts'
import type { SumInput } from '../profile/gmon-sum.ts'
import { arcTables, countCalls, withStaticArcs } from '../profile/build-profile.ts'
import { findSharedBins } from '../profile/shared-bins.ts'
import { listProfile } from '../reports/listing/listing.ts'
import { expandSum, type SavedContent, type SparseSum } from './content.ts'
import { asArray, asColumn, NONE } from '../base/columns.ts'
import { type Shape, ShapeError } from '../base/shape.ts'
import type {
  RawSavedProfile,
  SavedFile,
  SavedHeader,
  SavedLines,
  SavedPossible,
} from '../formats/saved-profile/types.ts'
import type { OfferedFile } from '../profile-view.ts'
import type {
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
  SourceTable,
} from '../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { TalliedArcs } from '../profile/tally.ts'
import { lastAtOrBelow } from '../base/sorting.ts'
import type { AllCalls, AllLines } from '../profile/lines/all-lines.ts'
import { packedStrings, stringAt, type StringIndex, type StringTable } from '../base/string-table.ts'
import type { SavedGranularity, SavedListing } from '../formats/saved-profile/listing-header.ts'
import { LINE_KINDS, NON_FINITE, PRINTED_UNIT } from './save.ts'

/**
 * Opens a saved profile under a scenario, which replaces the saved one.
 *
 * @param candidates all files; those of kind 'unknown' that have a problem become notices
 * @throws ProblemError `saved/damaged` and those of reading; `input/saved-not-alone` unless exactly one file is
 *   of another kind than 'unknown'
 */
export async function openSaved(
  candidates: readonly Candidate[],
  scenario: Scenario,
  onProgress: OnProgress,
): Promise<Opened> {
  const useful = candidates.filter(({ file }) => file.kind !== 'unknown')
  const [candidate] = useful
  if (!candidate || useful.length > 1) {
    const files = useful.map(({ file }) => file.name)
    throw new ProblemError({ code: 'input/saved-not-alone', files })
  }
  const { source } = candidate
  const content = await attributingTo(candidate, async () =>
    restoreProfile(
      await readSavedProfile(source, (done) =>
        onProgress({ stage: 'profiles', file: source.name, done, total: source.size }),
      ),
    ),
  )
  const skipped = candidates.flatMap(({ file }): Notice[] =>
    file.kind === 'unknown' && file.problem ? [{ code: 'file-skipped', problem: file.problem }] : [],
  )
  const read = content.listing
    ? await openListed(content.listing, scenario, onProgress)
    : analyzeSaved(content, scenario, onProgress)
  const { name, files, view, possible } = content
  const knownLines = content.lines
  const notices = [...skipped, ...content.notices]
  const saved = {
    scenario: content.scenario,
    view,
    hasPossible: possible !== null,
    hasLines: knownLines !== null,
  }
  return { name, files, notices, saved, knownLines, ...read }
}

type Read = Omit<Opened, 'name' | 'files' | 'notices' | 'saved' | 'knownLines'>

async function openListed(raw: RawListing, scenario: Scenario, onProgress: OnProgress): Promise<Read> {
  onProgress({ stage: 'analysis', file: '', done: 0, total: 1 })
  const { openRows } = await import('../pipeline/open-listing.ts')
  return openRows(raw, scenario)
}

function analyzeSaved(content: SavedContent, scenario: Scenario, onProgress: OnProgress): Read {
  const { possible } = content
  const plain = withSharedBins(content)
  onProgress({ stage: 'analysis', file: '', done: 0, total: 1 })
  const hasStatic = scenario.staticArcs && possible !== null
  const whole = hasStatic ? { ...plain, ...withStaticArcs(plain, possible) } : plain
  const analyzed = analyzeProfile(whole, scenario)
  onProgress({ stage: 'analysis', file: '', done: 1, total: 1 })
  onProgress({ stage: 'listing', file: '', done: 0, total: 1 })
  const listing = listProfile(analyzed)
  onProgress({ stage: 'listing', file: '', done: 1, total: 1 })
  return {
    analyzed,
    listing,
    plain,
    possible,
    listed: null,
    printed: null,
    lines: null,
    program: null,
    sum: sumOf(content),
  }
}

/** Most bins for which it is worked out again which of them several functions share. */
const MOST_BINS = 1 << 22

/** Returns the profile with its shared bins, which follow from the sum. */
function withSharedBins({ plain, sum }: SavedContent): CallGraphProfile {
  const bins = sum?.records.reduce((all, record) => all + record.bins, 0) ?? 0
  if (!sum || bins === 0 || bins > MOST_BINS) return plain
  const { functions, scale } = plain
  const { histograms } = expandSum(sum, plain)
  const last = (functions.length - 1) as FunctionIndex
  const lastIsOpen = functions.length > 0 && functions.selfTicks[last] > 0
  const symbols = { length: functions.length, address: asArray(functions.address), lastIsOpen }
  const sharedBins = findSharedBins(histograms.records, scale, symbols)
  return sharedBins ? { ...plain, sharedBins } : plain
}

/** The result throws `export/left-out` or `export/too-large`. */
function sumOf({ sum, plain }: SavedContent): () => SumInput {
  return sum ? () => expandSum(sum, plain) : leftOut
}

function leftOut(): never {
  throw new ProblemError({ code: 'export/left-out', what: 'gmon.sum' })
}

/**
 * From the raw file to SavedContent. Throws `saved/damaged` for an index outside its table or a
 * wrong order. Unknown notices are counted, not used.
 */

async function restoreProfile(raw: RawSavedProfile): Promise<SavedContent> {
  const { header } = raw
  const read = new ColumnReader(raw)
  const listing = header.listing && restoreListing(read, raw.file, header.listing)
  const plain = listing ? await plainOfListing(listing) : restorePlain(read, raw)
  const possible = header.possible && restorePossible(read, plain.functions.length, header.possible)
  requireDistinct(plain, read, 'arcs.child')
  if (possible) requireDistinct({ ...plain, ...withStaticArcs(plain, possible) }, read, 'possible.child')
  const { name, scenario, view } = header
  return {
    name,
    files: header.files.map(restoreFile),
    notices: restoreNotices(header.notices),
    plain,
    sum: header.histograms && restoreSum(read, header.histograms),
    possible,
    lines: header.lines && restoreLines(read, plain.functions.length, header.lines),
    listing,
    scenario,
    view,
  }
}

/** Saved listings are rare, so this is loaded on demand. */
async function plainOfListing(listing: RawListing): Promise<CallGraphProfile> {
  const { buildFromGprofText } = await import('../profile/from-gprof-text.ts')
  return buildFromGprofText(listing).profile
}

function restorePlain(read: ColumnReader, raw: RawSavedProfile): CallGraphProfile {
  const { header } = raw
  const { hasHistogram, hasArcs, rate, scale, dimension, abbreviation, totals } = header.profile
  const arcs = restoreArcs(read, header.profile.functions, header.profile.arcs)
  const functions = restoreFunctions(read, raw, arcs)
  return {
    functions,
    ...arcTables(arcs, functions.length),
    hasHistogram,
    hasArcs,
    rate,
    scale: Number(scale),
    dimension,
    abbreviation,
    totals,
    sources: header.sources && restoreSources(read, functions.length, header.sources.files),
  }
}

function restoreArcs(read: ColumnReader, functions: number, length: number): TalliedArcs {
  return {
    length,
    parent: Int32Array.from(read.indexes('arcs.parent', length, functions)),
    child: Int32Array.from(read.indexes('arcs.child', length, functions)),
    count: read.indexes('arcs.count', length, Infinity),
  }
}

function restoreFunctions(read: ColumnReader, { header }: RawSavedProfile, arcs: TalliedArcs): FunctionTable {
  const { functions: length, namePrefix } = header.profile
  const address = read.ascending('functions.address', Infinity, length)
  const gap = read.numbers('functions.gap', length)
  const last = new Float64Array(length)
  for (let f = 0; f < length; f++) last[f] = (f + 1 < length ? address[f + 1] : address[f]) - 1 - gap[f]
  const flags = read.bytes('functions.flags', length)
  const flag = (bit: number) => flags.map((value) => (value >> bit) & 1)
  const selfTicks = new Float64Array(length)
  const sampled = read.ascending('ticks.function', length)
  const ticks = read.numbers('ticks.value', sampled.length)
  sampled.forEach((f, row) => {
    selfTicks[f] = ticks[row]
  })
  const { calls, selfCalls } = countCalls(arcs, length)
  return {
    length,
    address: asColumn(address),
    last: asColumn(last),
    names: read.strings('functions.names', length),
    ...(namePrefix === '' ? {} : { namePrefix }),
    isStatic: asColumn(flag(0)),
    isFunction: asColumn(flag(1)),
    isLeftOut: asColumn(flag(2)),
    selfTicks: asColumn(selfTicks),
    calls: asColumn(calls),
    selfCalls: asColumn(selfCalls),
  }
}

function restoreSources(read: ColumnReader, functions: number, files: number): SourceTable {
  const fileOf = read.indexes('sources.file', functions, files, -1)
  const lineOf = read.numbers('sources.line', functions, (line) => line >= -1 && line < 2 ** 31)
  return {
    fileOf: asColumn(Int32Array.from(fileOf)),
    lineOf: asColumn(Int32Array.from(lineOf)),
    files: read.strings('sources.files', files),
  }
}

function restorePossible(read: ColumnReader, functions: number, saved: SavedPossible): PossibleArcs {
  const { arcs: length, gprof, tails } = saved
  return {
    length,
    gprof,
    parent: Uint32Array.from(read.indexes('possible.parent', length, functions)),
    child: Uint32Array.from(read.indexes('possible.child', length, functions)),
    ...(tails && { tails: read.bytes('possible.tails', length) }),
  }
}

function restoreSum(
  read: ColumnReader,
  { wordSize, bigEndian, records }: NonNullable<SavedHeader['histograms']>,
): SparseSum {
  const places = read.ascending(
    'bins.place',
    records.reduce((sum, { bins }) => sum + bins, 0),
  )
  const counts = read.numbers('bins.count', places.length)
  return { layout: { wordSize, bigEndian }, records, places, counts }
}

/** Checks that no two arcs join the same pair. */
function requireDistinct({ arcsByParent, arcs }: CallGraphProfile, read: ColumnReader, column: string): void {
  const { offsets, items, length } = arcsByParent
  const seenFrom = new Int32Array(length).fill(-1)
  for (let parent = 0; parent < length; parent++) {
    for (let at = offsets[parent]; at < offsets[parent + 1]; at++) {
      const child = asArray(arcs.child)[items[at]]
      if (seenFrom[child] === parent) throw read.damaged(column)
      seenFrom[child] = parent
    }
  }
}

const KINDS: readonly OfferedFile['kind'][] = [
  'executable',
  'debug',
  'profile',
  'symbols',
  'listing',
  'saved',
  'unknown',
]

function restoreFile({ name, size, kind, detail, samples, problem }: SavedFile): OfferedFile {
  return {
    name,
    size,
    kind: KINDS.find((one) => one === kind) ?? 'unknown',
    detail,
    problem: problem === null ? null : checkedOrNull(problemShape, problem),
    ...(samples === null ? {} : { samples }),
  }
}

function restoreNotices(notices: readonly unknown[]): readonly Notice[] {
  const found = notices
    .map((notice) => checkedOrNull(noticeShape, notice))
    .filter((notice) => notice !== null)
  const unknown = notices.length - found.length
  return unknown === 0 ? found : [...found, { code: 'saved-notices-unknown', notices: unknown }]
}

function checkedOrNull<T>(shape: Shape<T>, value: unknown): T | null {
  try {
    return shape.check(value, '')
  } catch (error) {
    if (error instanceof ShapeError) return null
    throw error
  }
}

// From columns to the lines of functions; throws `saved/damaged`.

const LARGEST_LINE = 2 ** 32 - 1

function restoreLines(read: ColumnReader, functions: number, saved: SavedLines): AllLines {
  const sections = restoreSections(read, functions, saved)
  const total = sections.first[sections.length]
  const line = Uint32Array.from(read.indexes('lines.line', total, LARGEST_LINE + 1, 1))
  requireAscending(read, sections.first, line)
  const ticks = new Float64Array(total)
  const sampled = read.ascending('lines.ticks.row', total)
  const values = read.numbers('lines.ticks.value', sampled.length, isCount)
  sampled.forEach((row, at) => {
    ticks[row] = values[at]
  })
  const unplaced = read.ascending('lines.unplaced.function', functions)
  return {
    sections,
    line,
    ticks,
    unplaced: {
      length: unplaced.length,
      f: Int32Array.from(unplaced),
      ticks: read.numbers('lines.unplaced.value', unplaced.length, isCount),
    },
    calls: saved.calls ? restoreCalls(read, functions, sections) : null,
    names: read.strings('lines.names', saved.names),
    files: read.strings('lines.files', saved.files),
  }
}

const isCount = (value: number): boolean => value >= 0

function restoreSections(read: ColumnReader, functions: number, saved: SavedLines): AllLines['sections'] {
  const f = functionsInOrder(read, 'lines.function', functions)
  const { length } = f
  const rows = read.numbers('lines.rows', length, (value) => Number.isInteger(value) && value > 0)
  const first = new Uint32Array(length + 1)
  let total = 0
  for (let at = 0; at < length; at++) {
    total += rows[at]
    if (total > LARGEST_LINE) throw read.damaged('lines.rows')
    first[at + 1] = total
  }
  return {
    length,
    f,
    name: Int32Array.from(read.indexes('lines.name', length, saved.names, NONE)),
    file: Int32Array.from(read.indexes('lines.file', length, saved.files)),
    first,
  }
}

/** A function may occur more than once. */
function functionsInOrder(read: ColumnReader, name: string, functions: number): Int32Array<ArrayBuffer> {
  const isNext = (value: number, before: number): boolean =>
    Number.isInteger(value) && value >= 0 && value < functions && value >= before
  return Int32Array.from(read.numbers(name, null, isNext))
}

function requireAscending(read: ColumnReader, first: Uint32Array, line: Uint32Array): void {
  for (let at = 0; at + 1 < first.length; at++)
    for (let row = first[at] + 1; row < first[at + 1]; row++)
      if (line[row] <= line[row - 1]) throw read.damaged('lines.line')
}

function restoreCalls(read: ColumnReader, functions: number, { f, first }: AllLines['sections']): AllCalls {
  const parent = functionsInOrder(read, 'lines.calls.parent', functions)
  const { length } = parent
  const row = Int32Array.from(read.indexes('lines.calls.row', length, first[f.length], NONE))
  for (let at = 0; at < length; at++)
    if (row[at] >= 0 && f[lastAtOrBelow(first, row[at])] !== parent[at]) throw read.damaged('lines.calls.row')
  return {
    length,
    parent,
    row,
    child: Int32Array.from(read.indexes('lines.calls.child', length, functions)),
    count: read.numbers('lines.calls.count', length, isCount),
    isSure: read.bytes('lines.calls.sure', length).map((value) => value & 1),
    orLine: Uint32Array.from(read.indexes('lines.calls.or', length, LARGEST_LINE + 1)),
  }
}

// From columns to the rows of gprof's text; throws `saved/damaged`.

/** Numbers of entries and cycles have at most nine digits. */
const END = 1e9
const MOST_TEXTS = 2 ** 25

type TextAt = (column: Float64Array, row: number) => string

function restoreListing(
  read: ColumnReader,
  file: string,
  { style, flat, graph, index }: SavedListing,
): RawListing {
  const [texts = 0] = read.indexes('listing.texts', 1, MOST_TEXTS)
  const table = read.strings('listing.text', texts)
  const cache: string[] = []
  const textAt: TextAt = (column, row) => (cache[column[row]] ??= stringAt(table, column[row] as StringIndex))
  return {
    file,
    description: '',
    style,
    flat: flat && {
      ...flat,
      granularity: grainOf(flat.granularity),
      rows: restoreRows(read, flat.rows, texts, textAt),
    },
    graph: graph && restoreGraph(read, graph, texts, textAt),
    index: index && { width: index.width, items: restoreItems(read, index.items, texts, textAt) },
    unread: { lines: 0, first: null },
    againAt: 0,
    conflict: null,
    isCut: false,
  }
}

function grainOf(granularity: SavedGranularity | null): RawGranularity | null {
  if (!granularity) return null
  const { share, seconds } = granularity
  return { ...granularity, share: Number(share), seconds: Number(seconds) }
}

function restoreRows(read: ColumnReader, length: number, texts: number, textAt: TextAt) {
  const [percent, cumulative, self] = printedOf(
    read,
    'listing.flat',
    ['percent', 'cumulative', 'self'],
    length,
  )
  const [selfPerCall, totalPerCall] = printedOf(read, 'listing.flat', ['selfPerCall', 'totalPerCall'], length)
  const calls = read.numbers('listing.flat.calls', length, isPrintedCount)
  const name = read.indexes('listing.flat.name', length, texts)
  const number = read.indexes('listing.flat.number', length, END)
  return Array.from({ length }, (_, row) => ({
    percent: percent[row],
    cumulative: cumulative[row],
    self: self[row],
    calls: calls[row],
    selfPerCall: selfPerCall[row],
    totalPerCall: totalPerCall[row],
    name: textAt(name, row),
    number: number[row],
  }))
}

/**
 * Whether a value is a count, or −1 for none. A printed count may exceed what a double holds
 * exactly.
 */
const isPrintedCount = (value: number): boolean => value === -1 || value >= 0

function printedOf(
  read: ColumnReader,
  table: string,
  columns: readonly string[],
  length: number,
): readonly Float64Array[] {
  return columns.map((name) => read.printed(`${table}.${name}`, length))
}

function restoreGraph(
  read: ColumnReader,
  saved: NonNullable<SavedListing['graph']>,
  texts: number,
  textAt: TextAt,
): RawGraph {
  const length = saved.entries
  const lines = restoreEntryLines(read, saved.lines)
  const [percent, self, child] = printedOf(read, 'listing.entries', ['percent', 'self', 'child'], length)
  const number = read.indexes('listing.entries.number', length, END)
  const wholeCycle = read.indexes('listing.entries.wholeCycle', length, END)
  const calls = read.numbers('listing.entries.calls', length, isPrintedCount)
  const selfCalls = read.numbers('listing.entries.selfCalls', length, isPrintedCount)
  const linesIn = read.indexes('listing.entries.lines', length, saved.lines + 1)
  let at = 0
  const entries = Array.from({ length }, (_, row) => ({
    number: number[row],
    wholeCycle: wholeCycle[row],
    percent: percent[row],
    self: self[row],
    child: child[row],
    calls: calls[row],
    selfCalls: selfCalls[row],
    lines: lines.slice(at, (at += linesIn[row])),
  }))
  if (at !== saved.lines) throw read.damaged('listing.entries.lines')
  return {
    granularity: grainOf(saved.granularity),
    entries,
    names: restoreNames(read, saved.names, texts, textAt),
  }
}

function restoreEntryLines(read: ColumnReader, length: number) {
  const [self, child] = printedOf(read, 'listing.lines', ['self', 'child'], length)
  const number = read.indexes('listing.lines.number', length, END)
  const count = read.numbers('listing.lines.count', length, isPrintedCount)
  const selfCalls = read.numbers('listing.lines.selfCalls', length, isPrintedCount)
  const of = read.numbers('listing.lines.of', length, isPrintedCount)
  const kind = read.bytes('listing.lines.kind', length)
  return Array.from({ length }, (_, row) => {
    const known = LINE_KINDS[kind[row]]
    if (known === undefined) throw read.damaged('listing.lines.kind')
    return {
      kind: known,
      number: number[row],
      self: self[row],
      child: child[row],
      count: count[row],
      selfCalls: selfCalls[row],
      of: of[row],
    }
  })
}

function restoreNames(
  read: ColumnReader,
  length: number,
  texts: number,
  textAt: TextAt,
): ReadonlyMap<number, RawName> {
  const number = read.indexes('listing.names.number', length, END)
  const name = read.indexes('listing.names.name', length, texts)
  const cycle = read.indexes('listing.names.cycle', length, END)
  const printed = read.bytes('listing.names.printed', length)
  const names = new Map<number, RawName>()
  for (let row = 0; row < length; row++)
    names.set(number[row], { name: textAt(name, row), cycle: cycle[row], isPrinted: printed[row] === 1 })
  return names
}

function restoreItems(read: ColumnReader, length: number, texts: number, textAt: TextAt) {
  const number = read.indexes('listing.index.number', length, END)
  const printed = read.bytes('listing.index.printed', length)
  const name = read.indexes('listing.index.name', length, texts)
  const file = read.indexes('listing.index.file', length, texts, -1)
  return Array.from({ length }, (_, row) => ({
    number: number[row],
    isPrinted: printed[row] === 1,
    name: textAt(name, row),
    file: file[row] < 0 ? null : textAt(file, row),
  }))
}

/**
 * Reads the columns of a saved profile by name, and checks their values.
 *
 * @throws ProblemError `saved/damaged`
 */
export class ColumnReader {
  readonly #raw: RawSavedProfile

  constructor(raw: RawSavedProfile) {
    this.#raw = raw
  }

  /** Reads a copy of a column of bytes; null as `length` accepts any. */
  bytes(name: string, length: number | null): Uint8Array<ArrayBuffer> {
    const column = this.#raw.columns.get(name)
    if (!(column instanceof Uint8Array) || column.length !== (length ?? column.length))
      throw this.damaged(name)
    return column.slice()
  }

  /**
   * Reads a column of numbers, which shares its memory with the file's; null as `length` accepts any.
   *
   * @param fits must hold for each value and the one before it, −Infinity before the first
   */
  numbers(
    name: string,
    length: number | null,
    fits: (value: number, before: number) => boolean = () => true,
  ): Float64Array<ArrayBuffer> {
    const column = this.#raw.columns.get(name)
    if (!(column instanceof Float64Array) || column.length !== (length ?? column.length))
      throw this.damaged(name)
    let before = -Infinity
    for (const value of column) {
      if (!fits(value, before)) throw this.damaged(name)
      before = value
    }
    return column
  }

  /** Reads integers `>= from` and `< end`; null as `length` accepts any. */
  indexes(name: string, length: number | null, end: number, from = 0): Float64Array<ArrayBuffer> {
    return this.numbers(name, length, (value) => Number.isInteger(value) && value >= from && value < end)
  }

  /** Reads strictly ascending integers from 0 and below `end`; null as `length` accepts any. */
  ascending(name: string, end: number, length: number | null = null): Float64Array<ArrayBuffer> {
    const isIndex = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < end
    return this.numbers(name, length, (value, before) => isIndex(value) && value > before)
  }

  /**
   * Reads numbers that `ColumnWriter.addPrinted` wrote: with at most three decimals, or not finite. Call it
   * once for a column: it divides in place.
   */
  printed(name: string, length: number): Float64Array<ArrayBuffer> {
    const isWhole = this.#raw.columns.has(`${name}.thousandths`)
    const values = this.numbers(isWhole ? `${name}.thousandths` : name, length)
    if (isWhole) for (let row = 0; row < length; row++) values[row] = values[row] / PRINTED_UNIT
    if (!this.#raw.columns.has(`${name}.odd`)) return values
    const rows = this.ascending(`${name}.odd`, length)
    const oddities = this.bytes(`${name}.oddity`, rows.length)
    rows.forEach((row, at) => {
      const odd = NON_FINITE[oddities[at]]
      if (odd === undefined) throw this.damaged(`${name}.oddity`)
      values[row] = odd
    })
    return values
  }

  /** Reads a packed table of `length` binary strings. */
  strings(name: string, length: number): StringTable {
    const lengths = this.numbers(`${name}.length`, length, (value) => value >= 0)
    const bytes = this.bytes(`${name}.bytes`, null)
    const start = new Uint32Array(length + 1)
    let at = 0
    for (let row = 0; row < length; row++) {
      at += lengths[row]
      if (at > bytes.length) throw this.damaged(`${name}.length`)
      start[row + 1] = at
    }
    if (at !== bytes.length) throw this.damaged(`${name}.bytes`)
    return packedStrings(length, bytes, start)
  }

  /** Returns the problem `saved/damaged` of a column. */
  damaged(name: string): ProblemError {
    const what = `its column ${name} does not fit the rest`
    return new ProblemError({ code: 'saved/damaged', file: this.#raw.file, what })
  }
}
