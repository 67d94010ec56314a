/**
 * A saved profile as read → SavedContent: every index within its table, every order as the tables demand it.
 *
 * Errors: `saved/damaged`. A notice that is not known is counted, not believed.
 */
import { asArray, asColumn } from '../base/as-column.ts'
import { ShapeError, type Shape } from '../base/shape.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type {
  RawSavedProfile,
  SavedFile,
  SavedHeader,
  SavedPossible,
} from '../formats/saved-profile/types.ts'
import type { OfferedFile } from '../profile-view.ts'
import { noticeShape, problemShape, type Notice } from '../problems/problem.ts'
import { withStaticArcs } from '../profile/code/with-static-arcs.ts'
import { arcTables, countCalls } from '../profile/build-profile.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../profile/code/possible-arcs.ts'
import type { FunctionTable, SourceTable } from '../profile/tables.ts'
import type { TalliedArcs } from '../profile/sum/tally-arcs.ts'
import type { SavedContent } from './content.ts'
import { ColumnReader } from './column-reader.ts'
import { restoreLines } from './restore-lines.ts'
import { restoreListing } from './restore-listing.ts'
import type { SparseSum } from './sparse-sum.ts'

export async function restoreProfile(raw: RawSavedProfile): Promise<SavedContent> {
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

/** Few save a listing: what makes a profile of its rows is fetched for them. */
async function plainOfListing(listing: RawListing): Promise<CallGraphProfile> {
  const { buildListedProfile } = await import('../profile/listed/listed-profile.ts')
  return buildListedProfile(listing).profile
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
  const { arcs: length, gprof } = saved
  return {
    length,
    gprof,
    parent: Uint32Array.from(read.indexes('possible.parent', length, functions)),
    child: Uint32Array.from(read.indexes('possible.child', length, functions)),
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

/** No two arcs may join the same pair. */
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
    problem: problem === null ? null : known(problemShape, problem),
    ...(samples === null ? {} : { samples }),
  }
}

function restoreNotices(notices: readonly unknown[]): readonly Notice[] {
  const found = notices.map((notice) => known(noticeShape, notice)).filter((notice) => notice !== null)
  const unknown = notices.length - found.length
  return unknown === 0 ? found : [...found, { code: 'saved-notices-unknown', notices: unknown }]
}

function known<T>(shape: Shape<T>, value: unknown): T | null {
  try {
    return shape.check(value, '')
  } catch (error) {
    if (error instanceof ShapeError) return null
    throw error
  }
}
