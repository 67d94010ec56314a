// The content of a saved profile: what `openProfile` returned, without the files.
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { OfferedFile, SavedState } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice } from '../problems/problem.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { Opened } from '../pipeline/opened.ts'
import { type SparseSum, sparseSumOf } from './sparse-sum.ts'

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
type Savable = Pick<Opened, 'name' | 'files' | 'notices' | 'contents'>

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
  const { name, notices, contents } = opened
  const { plain, possible, printed } = contents
  const files = opened.files.map(withoutDamage)
  const { scenario, view } = state
  const listing = printed?.raw() ?? null
  return { name, files, notices, plain, possible, sum: sumIn(contents), lines, listing, scenario, view }
}

/** A profile that was saved without its sum stays without it. */
function sumIn({ sum }: Opened['contents']): SparseSum | null {
  try {
    return sparseSumOf(sum())
  } catch (error) {
    if (error instanceof ProblemError) return null
    throw error
  }
}
