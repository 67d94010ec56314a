// What a worker is to hold that takes the place of one that was ended: the same files opened again, or, if they have changed
// since, what is on screen itself.
import type { ProfileView, OpenFailure } from '../../../workers/api/contract.ts'
import type { Result } from '../../../workers/core/base/result.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import type { PossibleArcs } from '../../../workers/core/profile/code/possible-arcs.ts'
import type { Connection } from './service.ts'

/** Null once it does; else why neither can be had. @param again what the worker opened */
export async function holdTheSame(
  { request }: Connection,
  shown: ProfileView,
  again: Result<ProfileView, OpenFailure>,
  possible: PossibleArcs | null,
): Promise<Problem | null> {
  const why = again.ok ? differenceOf(shown, again.value) : again.problem.problem
  if (!why || !canResume(why)) return why
  const { asMeasured, ...view } = shown
  const resumed = await request('resume', [{ ...view, ...asMeasured }, possible, why])
  return resumed.ok ? null : resumed.problem
}

/** What is wrong where we run would be wrong with the rest, too. */
function canResume({ code }: Problem): boolean {
  return !code.startsWith('host/') && code !== 'bug'
}

/** Files that can be read may have become others: a run less, or another one. Null if they are what is on screen. */
function differenceOf(shown: ProfileView, again: ProfileView): Problem | null {
  const [before, now] = [shown.asMeasured ?? shown, again].map(({ analyzed: { profile } }) =>
    JSON.stringify([profile.functions.length, profile.arcs.length, profile.totals]),
  )
  const reason = 'what is in it now is not what was opened'
  return before === now ? null : { code: 'bytes/unreadable', file: shown.name, reason }
}
