// What a colleague should see on opening the link. The hash is the source; this is its reading (see url/hash.ts).
import type { RunName, SortOrder } from '../../workers/api/contract.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../workers/core/analysis/scenario/scenario.ts'

/** A function as a link names it: raw name, one character per byte; the address only when two functions share the name. */
export interface FunctionName {
  readonly name: string
  readonly address: number | null
}

export interface SharedState {
  /** A view's id, or "" for the first one. */
  readonly view: string
  readonly selected: FunctionName | null
  readonly query: string
  /** null: gprof's own order. */
  readonly sort: SortOrder | null
  /** What is changed of the profile: arcs cut, functions left out. */
  readonly scenario: Scenario
  /** The run that is shown alone; null for the sum of all. */
  readonly run: RunName | null
  /** Where the profile itself is: "data:" and a saved profile in base64url, or an address; "" for files of one's own. */
  readonly profile: string
  /** The views' own settings by "<view id>.<key>"; opaque here. */
  readonly params: Readonly<Record<string, string>>
}

export const EMPTY_SHARED: SharedState = {
  view: '',
  selected: null,
  query: '',
  sort: null,
  scenario: EMPTY_SCENARIO,
  run: null,
  profile: '',
  params: {},
}
