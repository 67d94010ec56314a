// What-if as plain data: what is left out of the sums. The empty scenario is gprof's default.
//
// Arcs and functions are named, never numbered: indexes change with the program. Names are raw, as binary strings; a
// name that several functions bear means all of them, and one that nothing bears means nothing, as to gprof.

export interface ArcName {
  readonly parent: string
  readonly child: string
}

export interface Scenario {
  /**
   * With the calls that stand in the program's code and were never taken, as arcs without a count (-c). They can make
   * cycles; time they do not pass. Nothing where the code is not known.
   */
  readonly staticArcs: boolean
  /** Arcs not counted at all (gprof's -k), static ones too. */
  readonly cutArcs: readonly ArcName[]
  /** Functions left out of the call graph, and their time with them (-E). */
  readonly leftOut: readonly string[]
  /** Functions whose time counts nowhere in the call graph, though they stay in it (-N). */
  readonly timeLeftOut: readonly string[]
  /** If it names any function: only these and what they call show, and only time below them counts (-F). */
  readonly only: readonly string[]
  /** If it names any function: only time below these counts; everything still shows (-n). */
  readonly timeOnly: readonly string[]
}

/** The lists that name functions. */
export type NameList = 'leftOut' | 'timeLeftOut' | 'only' | 'timeOnly'

export const EMPTY_SCENARIO: Scenario = {
  staticArcs: false,
  cutArcs: [],
  leftOut: [],
  timeLeftOut: [],
  only: [],
  timeOnly: [],
}

export function isEmptyScenario(scenario: Scenario): boolean {
  const { staticArcs, cutArcs, leftOut, timeLeftOut, only, timeOnly } = scenario
  return !staticArcs && [cutArcs, leftOut, timeLeftOut, only, timeOnly].every((list) => list.length === 0)
}

/** No function's name has a NUL in it. */
const keyOf = ({ parent, child }: ArcName): string => `${parent}\0${child}`

/** The same scenario with these arcs cut too; those that are cut already stay where they stand. */
export function cutAlso(scenario: Scenario, arcs: readonly ArcName[]): Scenario {
  const known = new Map(scenario.cutArcs.map((cut) => [keyOf(cut), cut]))
  for (const arc of arcs) if (!known.has(keyOf(arc))) known.set(keyOf(arc), arc)
  return { ...scenario, cutArcs: [...known.values()] }
}

/** What either of them changes is changed. */
export function bothScenarios(one: Scenario, other: Scenario): Scenario {
  const union = (list: NameList): readonly string[] => [...new Set([...one[list], ...other[list]])]
  return {
    ...cutAlso(one, other.cutArcs),
    staticArcs: one.staticArcs || other.staticArcs,
    leftOut: union('leftOut'),
    timeLeftOut: union('timeLeftOut'),
    only: union('only'),
    timeOnly: union('timeOnly'),
  }
}

export function restoreArcs(scenario: Scenario, arcs: readonly ArcName[]): Scenario {
  const restored = new Set(arcs.map(keyOf))
  return { ...scenario, cutArcs: scenario.cutArcs.filter((cut) => !restored.has(keyOf(cut))) }
}
