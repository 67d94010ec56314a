// Opens saved profiles: reads their content, checks each index, each order that the tables need.
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import { attributingTo, type Candidate, type OnProgress } from '../inputs/candidates.ts'
import { readSavedProfile } from '../formats/saved-profile/read.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import { inStage } from '../pipeline/in-stage.ts'
import { contentsOf, type Opened } from '../pipeline/opened.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { type Notice, noticeShape, problemShape } from '../problems/problem.ts'
import type { SumInput } from '../profile/write-gmon-sum.ts'
import { arcTables, countCalls } from '../profile/build-profile.ts'
import { withStaticArcs } from '../profile/static-arcs.ts'
import { findSharedBins } from '../profile/shared-bins.ts'
import { listProfile } from '../reports/listing/listing.ts'
import { expandSum, type SparseSum } from './sparse-sum.ts'
import type { SavedContent } from './content.ts'
import { asArray, asColumn } from '../base/columns.ts'
import { storedKind } from '../base/file-kinds.ts'
import { type Shape, ShapeError } from '../base/shape.ts'
import type {
  RawSavedProfile,
  SavedFile,
  SavedHeader,
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
import type { TalliedArcs } from '../profile/distinct-arcs.ts'
import { ColumnReader } from './column-reader.ts'
import { restoreListing } from './restore-listing.ts'
import { restoreLines } from './restore-lines.ts'

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
  const content = await attributingTo(candidates, candidate, async () =>
    restoreProfile(
      await readSavedProfile(source, (done) =>
        onProgress({ stage: 'profiles', file: source.name, done, total: source.size }),
      ),
    ),
  )
  const skipped = candidates.flatMap(({ file }): Notice[] =>
    file.kind === 'unknown' && file.problem ? [{ code: 'file-skipped', problem: file.problem }] : [],
  )
  const { contents, ...analysis } = content.listing
    ? await openListed(content.listing, scenario, onProgress)
    : analyzeSaved(content, scenario, onProgress)
  const { name, files, view, possible, lines: knownLines } = content
  const notices = [...skipped, ...content.notices]
  const saved = {
    scenario: content.scenario,
    view,
    hasPossible: possible !== null,
    hasLines: knownLines !== null,
  }
  return { name, files, notices, saved, ...analysis, contents: { ...contents, knownLines } }
}

type Read = Omit<Opened, 'name' | 'files' | 'notices' | 'saved'>

async function openListed(raw: RawListing, scenario: Scenario, onProgress: OnProgress): Promise<Read> {
  onProgress({ stage: 'analysis', file: '', done: 0, total: 1 })
  const { openRows } = await import('../pipeline/open-listing.ts')
  return openRows(raw, scenario)
}

function analyzeSaved(content: SavedContent, scenario: Scenario, onProgress: OnProgress): Read {
  const { possible } = content
  const plain = withSharedBins(content)
  const hasStatic = scenario.staticArcs && possible !== null
  const whole = hasStatic ? { ...plain, ...withStaticArcs(plain, possible) } : plain
  const analyzed = inStage('analysis', onProgress, () => analyzeProfile(whole, scenario))
  const listing = inStage('listing', onProgress, () => listProfile(analyzed))
  return { analyzed, listing, contents: contentsOf(plain, { possible, sum: sumOf(content) }) }
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

function restoreFile({ name, size, kind, detail, samples, problem }: SavedFile): OfferedFile {
  return {
    name,
    size,
    kind: storedKind(kind),
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
