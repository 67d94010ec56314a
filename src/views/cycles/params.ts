// The view's settings in the link: what suggested cuts are to save, and which cycles they leave alone.
import type { CutRequest } from '../../../workers/api/cuts-contract.ts'
import type { ParamsCodec } from '../../state/view-params.ts'

export interface CyclesParams {
  readonly goal: CutRequest['goal']
  /** Only cycles of this many members and more are to be broken. */
  readonly members: number
}

const DEFAULT_PARAMS: CyclesParams = { goal: 'calls', members: 2 }

/** Keys: goal=arcs, members=<number> */
export const cyclesParams: ParamsCodec<CyclesParams> = {
  view: 'cycles',
  parse: (raw) => {
    const members = Number(raw['members'] ?? '')
    return {
      goal: raw['goal'] === 'arcs' ? 'arcs' : DEFAULT_PARAMS.goal,
      members: Number.isInteger(members) && members >= 2 ? members : DEFAULT_PARAMS.members,
    }
  },
  format: ({ goal, members }) => ({
    ...(goal === DEFAULT_PARAMS.goal ? {} : { goal }),
    ...(members === DEFAULT_PARAMS.members ? {} : { members: String(members) }),
  }),
}
