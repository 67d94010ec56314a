// The state that a link carries.
import type { RunName, SortOrder } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../../workers/core/analysis/scenario/scenario.ts'

/**
 * A function's name in a link: the raw name, one character per byte. The address is included only
 * if two functions share the name.
 */
export interface FunctionName {
  readonly name: string
  readonly address: number | null
}

/** What is selected: a function, or the cycle that it is a member of. */
export interface Selection extends FunctionName {
  /** A cycle is named by a member: its number changes with the scenario. */
  readonly isCycle?: true
}

/** The state that a link carries. */
export interface UrlState {
  /** A view's id, or "" for the default view. */
  readonly view: string
  readonly selected: Selection | null
  readonly query: string
  /** Null for gprof's own order. */
  readonly sort: SortOrder | null
  /** The changes to the analysis: removed arcs, excluded functions. */
  readonly scenario: Scenario
  /** The run that is shown alone; null for the sum of all runs. */
  readonly run: RunName | null
  /**
   * The profile's location: "data:" and a saved profile in base64url, or an address; "" for local
   * files.
   */
  readonly profile: string
  /** The views' own parameters by "<view id>.<key>"; not interpreted here. */
  readonly params: Readonly<Record<string, string>>
}

/** The state of a link without a hash. */
export const EMPTY_URL_STATE: UrlState = {
  view: '',
  selected: null,
  query: '',
  sort: null,
  scenario: EMPTY_SCENARIO,
  run: null,
  profile: '',
  params: {},
}
