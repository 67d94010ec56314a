// The profile beside the one on screen as what leaves with it. Its worker has ended: another one opens its files once more.
import type { OpenedProfile, SharedProfile, ShareChoice } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, succeed, type Result } from '../../../workers/core/base/result.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { newConnection, type Connection } from './service.ts'

export interface ShareOfBeside {
  readonly result: Promise<Result<SharedProfile | null, Problem>>
  readonly cancel: () => void
}

/** @param first the profile on screen: a function of both has the same name in both, whatever that is */
export function shareBeside(
  files: readonly File[],
  first: OpenedProfile,
  choice: ShareChoice,
): ShareOfBeside {
  let connection: Connection | null = null
  let isOver = false
  const cancel = () => {
    isOver = true
    connection?.terminate()
  }
  const make = async (): Promise<Result<SharedProfile | null, Problem>> => {
    try {
      connection = await newConnection()
      if (isOver) return succeed(null)
      const { service } = connection
      const options = { withoutNames: false, shift: 0, scenario: EMPTY_SCENARIO }
      const opened = await service.open([...files], options, () => {})
      if (!opened.ok) return fail(opened.problem.problem)
      const { functions } = first.analyzed.profile
      // What changed is told by function.
      const withoutLines = { ...choice, withoutLines: true }
      const scenario = EMPTY_SCENARIO
      const request = { choice: withoutLines, limit: null, scenario, view: '', first: functions }
      return await service.share(request, [], () => {})
    } catch (error) {
      return fail(thrownHere(error))
    } finally {
      cancel()
    }
  }
  return { result: make(), cancel }
}
