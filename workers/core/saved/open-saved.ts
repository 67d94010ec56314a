// A saved profile's file → its content and its numbers. The executable is not needed, and not missed.
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { Scenario } from '../analysis/scenario/scenario.ts'
import { blaming, type Candidate, type OnStep } from '../offered/candidates.ts'
import { readSavedProfile } from '../formats/saved-profile/read.ts'
import type { RawListing } from '../formats/gprof-listing/types.ts'
import type { Opened } from '../stages/opened.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Notice } from '../problems/problem.ts'
import type { SumInput } from '../profile/sum/gmon-sum.ts'
import { withStaticArcs } from '../profile/code/with-static-arcs.ts'
import { listProfile } from '../reports/listing/listing.ts'
import type { SavedContent } from './content.ts'
import { restoreProfile } from './restore.ts'
import { expandSum } from './sparse-sum.ts'

/** Errors: those of reading, and `input/saved-not-alone` if other files of use came along. */
export async function openSaved(
  candidates: readonly Candidate[],
  scenario: Scenario,
  onStep: OnStep,
): Promise<Opened> {
  const useful = candidates.filter(({ file }) => file.kind !== 'unknown')
  const [candidate] = useful
  if (!candidate || useful.length > 1) {
    const files = useful.map(({ file }) => file.name)
    throw new ProblemError({ code: 'input/saved-not-alone', files })
  }
  const { source } = candidate
  const content = await blaming(candidate, async () =>
    restoreProfile(
      await readSavedProfile(source, (done) =>
        onStep({ stage: 'profiles', file: source.name, done, total: source.size }),
      ),
    ),
  )
  const skipped = candidates.flatMap(({ file }): Notice[] =>
    file.kind === 'unknown' && file.problem ? [{ code: 'file-skipped', problem: file.problem }] : [],
  )
  const read = content.listing
    ? await openListed(content.listing, scenario, onStep)
    : analyzeSaved(content, scenario, onStep)
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

async function openListed(raw: RawListing, scenario: Scenario, onStep: OnStep): Promise<Read> {
  onStep({ stage: 'analysis', file: '', done: 0, total: 1 })
  const { openRows } = await import('../stages/open-listing.ts')
  return openRows(raw, scenario)
}

function analyzeSaved(content: SavedContent, scenario: Scenario, onStep: OnStep): Read {
  const { plain, possible } = content
  onStep({ stage: 'analysis', file: '', done: 0, total: 1 })
  const hasStatic = scenario.staticArcs && possible !== null
  const whole = hasStatic ? { ...plain, ...withStaticArcs(plain, possible) } : plain
  const analyzed = analyzeProfile(whole, scenario)
  onStep({ stage: 'analysis', file: '', done: 1, total: 1 })
  onStep({ stage: 'listing', file: '', done: 0, total: 1 })
  const listing = listProfile(analyzed)
  onStep({ stage: 'listing', file: '', done: 1, total: 1 })
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

/** Asked for, it may answer `export/left-out` and `export/too-large`. */
function sumOf({ sum, plain }: SavedContent): () => SumInput {
  return sum ? () => expandSum(sum, plain) : leftOut
}

function leftOut(): never {
  throw new ProblemError({ code: 'export/left-out', what: 'gmon.sum' })
}
