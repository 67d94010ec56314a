// What a worker is to hold that takes the place of one that was ended: the same files opened again, or, if they have changed
// since, what is on screen itself.
import type { OpenedProfile, OpenFailure } from '../../../workers/api/contract.ts'
import type { Result } from '../../../workers/core/base/result.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { asMeasured } from '../scenario.ts'
import { useStore } from '../store.ts'
import type { Connection } from './service.ts'

/** @param again what the worker opened. Errors: why neither can be had. */
export async function holdTheSame(
  { service }: Connection,
  shown: OpenedProfile,
  again: Result<OpenedProfile, OpenFailure>,
): Promise<void> {
  const why = again.ok ? differenceOf(shown, again.value) : again.problem.problem
  if (!why) return
  if (!canResume(shown, why)) throw new ProblemError(why)
  const { name, files, notices } = shown
  const { analyzed, listing } = asMeasured(shown)
  const { possibleCalls } = useStore.getState().local
  const possible = possibleCalls === 'unknown' ? null : possibleCalls
  await service.resume({ name, files, notices, analyzed, listing, possible }, why)
}

/** What is wrong where we run would be wrong with the rest, too; of a listing the page does not hold the text. */
function canResume({ analyzed }: OpenedProfile, { code }: Problem): boolean {
  return analyzed.profile.listed === undefined && !code.startsWith('host/') && code !== 'bug'
}

/** Files that can be read may have become others: a run less, or another one. Null if they are what is on screen. */
function differenceOf(shown: OpenedProfile, again: OpenedProfile): Problem | null {
  const [before, now] = [asMeasured(shown), again].map(({ analyzed: { profile } }) =>
    JSON.stringify([profile.functions.length, profile.arcs.length, profile.totals]),
  )
  const reason = 'what is in it now is not what was opened'
  return before === now ? null : { code: 'bytes/unreadable', file: shown.name, reason }
}
