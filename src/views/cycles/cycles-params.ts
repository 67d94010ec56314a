// Parameters of the cycles view in the link: the goal of suggested cuts, which cycles they break.
import type { CutRequest } from '../../../workers/api/contract.ts'
import type { ParamsCodec } from '../../state/url/view-params.ts'

/** The cycles view's parameters in the link. */
export interface CyclesParams {
  readonly goal: CutRequest['goal']
  /** Only cycles with at least this many members are to be broken. */
  readonly members: number
}

const DEFAULT_PARAMS: CyclesParams = { goal: 'way-down', members: 2 }

/** Codec of the parameters. Keys: goal=calls or arcs, members=<number> */
export const cyclesParams: ParamsCodec<CyclesParams> = {
  view: 'cycles',
  parse: (raw) => {
    const members = Number(raw['members'] ?? '')
    const goal = raw['goal']
    return {
      goal: goal === 'arcs' || goal === 'calls' ? goal : DEFAULT_PARAMS.goal,
      members: Number.isInteger(members) && members >= 2 ? members : DEFAULT_PARAMS.members,
    }
  },
  format: ({ goal, members }) => ({
    ...(goal === DEFAULT_PARAMS.goal ? {} : { goal }),
    ...(members === DEFAULT_PARAMS.members ? {} : { members: String(members) }),
  }),
}
