// Everything that a saved profile keeps: what `openProfile` made of the files, without the files.
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { OfferedFile, SavedState } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice } from '../problems/problem.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { PossibleArcs } from '../profile/code/possible-arcs.ts'
import type { ProfileModel } from '../stages/opened.ts'
import { sparseSumOf, type SparseSum } from './sparse-sum.ts'

export interface SavedContent extends SavedState {
  readonly name: string
  readonly files: readonly OfferedFile[]
  readonly notices: readonly Notice[]
  /** As measured, whatever the scenario. */
  readonly plain: CallGraphProfile
  /** What gmon.sum is made of besides; null if it is left out. */
  readonly sum: SparseSum | null
  /** Null if nobody looked for them. */
  readonly possible: PossibleArcs | null
  /** Null if nothing is known of lines, and if they are left out. */
  readonly lines: AllLines | null
  /** Of a profile read from gprof's text, its rows: rounded numbers worked out anew would be others. Null for any other. */
  readonly listing: RawListing | null
}

/** What of an opened profile is saved. */
type Savable = Pick<ProfileModel, 'name' | 'files' | 'notices' | 'plain' | 'possible' | 'printed' | 'sum'>

/** A notice tells of it. */
const withoutDamage = ({ name, size, kind, detail, samples, problem }: OfferedFile): OfferedFile => ({
  name,
  size,
  kind,
  detail,
  problem,
  ...(samples === undefined ? {} : { samples }),
})

export function contentOf(opened: Savable, state: SavedState, lines: AllLines | null = null): SavedContent {
  const { name, notices, plain, possible, printed } = opened
  const files = opened.files.map(withoutDamage)
  const { scenario, view } = state
  const listing = printed?.raw() ?? null
  return { name, files, notices, plain, possible, sum: sumIn(opened), lines, listing, scenario, view }
}

/** A profile that was saved without it is saved without it again. */
function sumIn({ sum }: Savable): SparseSum | null {
  try {
    return sparseSumOf(sum())
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
