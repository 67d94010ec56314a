// The profile beside the one on screen as what leaves with it. Its worker has ended: another one opens its files once more.
import type { ProfileView, SharedProfile, ShareChoice } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, type Result } from '../../../workers/core/base/result.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { newConnection, type Connection } from './service.ts'

/** @param first the profile on screen: a function of both has the same name in both, whatever that is */
export async function shareBaseline(
  files: readonly File[],
  first: ProfileView,
  choice: ShareChoice,
  signal: AbortSignal,
): Promise<Result<SharedProfile | null, Problem>> {
  let connection: Connection | null = null
  try {
    connection = await newConnection()
    const options = { withoutNames: false, shift: 0, scenario: EMPTY_SCENARIO }
    const opened = await connection.request('open', [files, options], { signal })
    if (!opened.ok) return fail(opened.problem.problem)
    const { functions } = first.analyzed.profile
    // What changed is told by function.
    const withoutLines = { ...choice, withoutLines: true }
    const asked = { choice: withoutLines, limit: null, scenario: EMPTY_SCENARIO, view: '', first: functions }
    return await connection.request('share', [asked, []], { signal })
  } catch (error) {
    return fail(thrownHere(error))
  } finally {
    connection?.terminate()
  }
}
