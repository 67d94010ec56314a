// Opens gprof’s listing as a profile that shows the listing’s own numbers.
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { analyzeGprofText } from '../analysis/analyze-gprof-text.ts'
import { isEmptyScenario, type Scenario } from '../analysis/scenario/scenario.ts'
import { textOfBinary } from '../base/string-table.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import {
  attributingTo,
  type Candidate,
  describedBy,
  type OnProgress,
  withFindings,
} from '../inputs/candidates.ts'
import { readListing } from '../formats/gprof-listing/read.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import { raise } from '../problems/problem-error.ts'
import type { Notice } from '../problems/problem.ts'
import type { OfferedFile } from '../profile-view.ts'
import { buildFromGprofText } from '../profile/from-gprof-text.ts'
import { type GprofTextStyle, INDEX_WIDTH, listGprofText } from '../reports/listing/from-gprof-text.ts'
import { type Analysis, listProfile } from '../reports/listing/listing.ts'
import { contentsOf, type Opened } from './opened.ts'

/** A listing as an opened profile, with its rows and notices. */
export interface OpenedListing extends Analysis {
  readonly raw: RawListing
  readonly notices: readonly Notice[]
}

/**
 * Reads and analyses a listing, without a scenario.
 *
 * @param onRead receives the bytes read so far
 * @throws ProblemError `listing/nothing-found` for a text without rows, unless it says that no time
 *   accumulated; `bytes/…`
 */
export async function openListing(
  source: ByteSource,
  onRead: (bytes: number) => void = () => {},
): Promise<OpenedListing> {
  const raw = await readListing(source, onRead)
  return { raw, ...analyzeRows(raw), notices: noticesOf(raw) }
}

function analyzeRows(raw: RawListing): Analysis {
  const listed = buildFromGprofText(raw)
  const analysis = analyzeGprofText(listed)
  return { analyzed: analysis.analyzed, listing: listGprofText(listed, analysis) }
}

/**
 * Returns a listing's rows as an opened profile under a scenario. Its `sum` throws `listing/no-samples`.
 *
 * @param measured their analysis, if it exists already
 */
export function openRows(
  raw: RawListing,
  scenario: Scenario,
  measured: Analysis = analyzeRows(raw),
): Omit<Opened, 'name' | 'files' | 'notices'> {
  const { profile } = measured.analyzed
  const analyzed = isEmptyScenario(scenario) ? measured.analyzed : analyzeProfile(profile, scenario)
  return {
    analyzed,
    listing: analyzed === measured.analyzed ? measured.listing : listProfile(analyzed),
    listed: textOf(raw),
    contents: contentsOf(profile, {
      printed: { raw: () => raw, measured },
      sum: () => raise({ code: 'listing/no-samples', what: 'gmon.sum' }),
    }),
  }
}

/**
 * Opens a listing without the profile it was made from. Names and code of a program add nothing to its rows;
 * a notice says so.
 *
 * @throws ProblemError `input/several-listings` unless there is exactly one, and as `openListing`
 */
export async function openLoneListing(
  files: readonly Candidate[],
  scenario: Scenario,
  onProgress: OnProgress,
): Promise<Opened> {
  const listings = files.filter(({ file }) => file.kind === 'listing')
  const [candidate] = listings
  if (!candidate || listings.length > 1)
    return raise({ code: 'input/several-listings', files: listings.map(({ file }) => file.name) })
  const { source } = candidate
  const read = await attributingTo(files, candidate, () =>
    openListing(source, (done) =>
      onProgress({ stage: 'profiles', file: source.name, done, total: source.size }),
    ),
  )
  const described = withFindings(files, [describedBy(candidate, { detail: read.raw.description })])
  return {
    name: candidate.file.name,
    files: described.map(({ file }) => file),
    notices: [...read.notices, ...files.flatMap(({ file }) => noticeOfOther(file) ?? [])],
    ...openRows(read.raw, scenario, read),
  }
}

function noticeOfOther({ kind, name, problem }: OfferedFile): Notice | null {
  if (kind === 'unknown') return problem && { code: 'file-skipped', problem }
  return kind === 'executable' || kind === 'symbols' ? { code: 'set-aside', file: name, kind } : null
}

/** Returns how a listing was printed: its parts and options. `width` is a default without an index. */
export function textOf({ style, flat, graph, index }: RawListing): GprofTextStyle {
  const { traditional, explained, showUnused } = style
  const width = index?.width ?? INDEX_WIDTH
  return { traditional, explained, showUnused, flat: flat !== null, graph: graph !== null, width }
}

function noticesOf(raw: RawListing): readonly Notice[] {
  const { file, flat, graph, unread, againAt, conflict, isCut } = raw
  const notices: Notice[] = []
  if ((flat?.rows.length ?? 0) + (graph?.entries.length ?? 0) === 0) notices.push({ code: 'empty-profile' })
  if (conflict)
    notices.push({ code: 'listing-conflict', file, line: conflict.line, mark: textOfBinary(conflict.mark) })
  if (againAt > 0) notices.push({ code: 'listing-again', file, line: againAt })
  if (isHeadless(raw)) notices.push({ code: 'listing-headless', file })
  if (isCut) notices.push({ code: 'listing-cut', file })
  const { lines, first } = unread
  if (lines > 0 && first)
    notices.push({ code: 'listing-unread', file, lines, line: first.line, text: textOfBinary(first.text) })
  const parts = flat && graph ? 'both' : flat ? 'flat' : 'graph'
  notices.push({ code: 'listing-opened', file, parts })
  return notices
}

/** In seconds. A first row's cumulative time equals its own time, up to rounding. */
const LEAST_MISSING = 0.005

/**
 * Whether the text starts within a part: with a later row, or with a later entry without a heading.
 */
function isHeadless({ flat, graph, unread }: RawListing): boolean {
  const [row] = flat?.rows ?? []
  const [entry] = graph?.entries ?? []
  if (entry && graph?.granularity === null && entry.number > 1) return true
  if (!row || unread.lines > 0 || !(row.cumulative - row.self > LEAST_MISSING)) return false
  // In rows that were sorted again, none is missing.
  return !flat?.rows.some(({ cumulative }) => cumulative < row.cumulative)
}
