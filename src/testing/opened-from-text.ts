// Makes an opened profile from text, as the page gets it from its worker, without files or a
// worker.
import type { ProfileView } from '../../workers/api/contract.ts'
import { analyzeProfile } from '../../workers/core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import type { Notice } from '../../workers/core/problems/problem.ts'
import { listProfile } from '../../workers/core/reports/listing/listing.ts'
import { profileFromText } from '../../workers/testing/graph-text.ts'

/** The worked example of gprof's rules: a cycle of two, direct recursion, and a child that both share. */
const EXAMPLE = `m 10; a 100; b 50; c 30
m -> a 1; a -> b 3; b -> a 2; b -> c 4; m -> c 1; a -> a 7`

/** Returns an opened profile for a graph in the notation of `profileFromText`. */
export function openedFromText(text: string = EXAMPLE, notices: readonly Notice[] = []): ProfileView {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  return {
    name: 'prog',
    files: [
      { name: 'prog', size: 1000, kind: 'executable', detail: 'ELF 64-bit', problem: null },
      { name: 'gmon.out', size: 500, kind: 'profile', detail: 'GNU gmon.out', problem: null },
    ],
    analyzed,
    listing: listProfile(analyzed),
    notices,
  }
}
