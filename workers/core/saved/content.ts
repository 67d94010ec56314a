// The content of a saved profile: what `openProfile` returned, without the files, and of its sum
// only nonzero bins.
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { OfferedFile, SavedState } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice } from '../problems/problem.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { ProfileModel } from '../pipeline/run-stages.ts'
import type { ByteLayout } from '../bytes/byte-source.ts'
import type { SavedHistogram } from '../formats/saved-profile/types.ts'
import { type SumInput, sumOf, type SumTables } from '../profile/gmon-sum.ts'

/** Everything that a saved profile keeps. */
export interface SavedContent extends SavedState {
  /** Of the program. */
  readonly name: string
  readonly files: readonly OfferedFile[]
  readonly notices: readonly Notice[]
  /** As measured, without any scenario. */
  readonly plain: CallGraphProfile
  /** The other parts of gmon.sum; null if removed. */
  readonly sum: SparseSum | null
  /** Static arcs; null if they were not read. */
  readonly possible: PossibleArcs | null
  /** Null if lines are unknown or removed. */
  readonly lines: AllLines | null
  /**
   * The rows of gprof's text, if the profile comes from one: computing from rounded numbers again
   * would change them. Otherwise null.
   */
  readonly listing: RawListing | null
}

/** The parts of an opened profile that are saved. */
type Savable = Pick<ProfileModel, 'name' | 'files' | 'notices' | 'plain' | 'possible' | 'printed' | 'sum'>

/** A notice reports the damage already. */
const withoutDamage = ({ name, size, kind, detail, samples, problem }: OfferedFile): OfferedFile => ({
  name,
  size,
  kind,
  detail,
  problem,
  ...(samples === undefined ? {} : { samples }),
})

/**
 * Returns the content to save of an opened profile, which shares its tables. Damage of its files is left out.
 *
 * @param state scenario and view
 * @param lines lines of its functions, null without
 */
export function contentOf(opened: Savable, state: SavedState, lines: AllLines | null = null): SavedContent {
  const { name, notices, plain, possible, printed } = opened
  const files = opened.files.map(withoutDamage)
  const { scenario, view } = state
  const listing = printed?.raw() ?? null
  return { name, files, notices, plain, possible, sum: sumIn(opened), lines, listing, scenario, view }
}

/** A profile that was saved without its sum stays without it. */
function sumIn({ sum }: Savable): SparseSum | null {
  try {
    return sparseSumOf(sum())
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}

// The sum of a saved profile. Most bins are zero, so only the others are kept.

/** A sum of profiles with its nonzero bins only. */
export interface SparseSum {
  readonly layout: ByteLayout
  /** Their `bins` are numbers of bins. */
  readonly records: readonly SavedHistogram[]
  /** Positions of nonzero bins, through all records, ascending; and their counts. */
  readonly places: Float64Array<ArrayBuffer>
  readonly counts: Float64Array<ArrayBuffer>
}

/** Most bins of all histograms together: those of a program with 256 MB of code. */
const MOST_BINS = 1 << 26

function sparseSumOf({ layout, histograms }: Pick<SumInput, 'layout' | 'histograms'>): SparseSum {
  let length = 0
  for (const { bins } of histograms.records) {
    for (let bin = 0; bin < bins.length; bin++) if (bins[bin] !== 0) length++
  }
  const places = new Float64Array(length)
  const counts = new Float64Array(length)
  let row = 0
  let first = 0
  for (const { bins } of histograms.records) {
    for (let bin = 0; bin < bins.length; bin++) {
      if (bins[bin] === 0) continue
      places[row] = first + bin
      counts[row++] = bins[bin]
    }
    first += bins.length
  }
  const records = histograms.records.map(({ low, high, bins }) => ({ low, high, bins: bins.length }))
  return { layout, records, places, counts }
}

/**
 * Returns the full sum, from which gmon.sum is written.
 *
 * @param tables of the profile that the sum belongs to
 * @throws ProblemError `export/too-large` for more than 2^26 bins: a file of a few bytes may claim a great
 *   many
 */
export function expandSum({ layout, records, places, counts }: SparseSum, tables: SumTables): SumInput {
  const total = records.reduce((bins, record) => bins + record.bins, 0)
  if (total > MOST_BINS)
    throw new ProblemError({ code: 'export/too-large', what: 'gmon.sum', bytes: 2 * total, why: 'unpacked' })
  let row = 0
  let first = 0
  const expanded = records.map((record) => {
    const bins = new Float64Array(record.bins)
    for (; row < places.length && places[row] < first + record.bins; row++)
      bins[places[row] - first] = counts[row]
    first += record.bins
    return { low: record.low, high: record.high, bins }
  })
  return sumOf(layout, expanded, tables)
}
