// A what-if scenario as plain data: what is excluded, made faster, or folded into its callers. The empty
// scenario is gprof's default.
//
// Arcs and functions are named, not numbered, because indexes change with the program. Names are
// raw binary strings. As in gprof, a name selects every function that has it, and a name without
// a function selects nothing.

/** An arc by the raw names of its ends: binary strings. */
export interface ArcName {
  readonly parent: string
  readonly child: string
}

/** A function whose self time is divided by a factor. */
export interface FasterFunction {
  readonly name: string
  /** Above 1, at most `MOST_FACTOR`; Infinity if it takes no time. */
  readonly factor: number
}

/** The largest finite factor. */
export const MOST_FACTOR = 1e6

/**
 * Whether a number can be the factor of a faster function: above 1 and at most MOST_FACTOR, or Infinity.
 * False for 1 and NaN.
 */
export const isFactor = (factor: number): boolean =>
  factor === Infinity || (factor > 1 && factor <= MOST_FACTOR)

/** What a scenario changes; see `EMPTY_SCENARIO`. */
export interface Scenario {
  /**
   * Adds static calls: calls in the program's code that were never taken, as arcs without a count
   * (-c). They may form cycles and pass no time. No effect if the code is unknown.
   */
  readonly staticArcs: boolean
  /**
   * Folds the functions of the C++ standard library into their callers; see fold.ts. The rest of the scenario
   * applies to the folded profile: it has no effect on folded functions. gprof has no option for it.
   */
  readonly foldStd: boolean
  /** Arcs that do not count (gprof's -k), static ones included. */
  readonly cutArcs: readonly ArcName[]
  /** Functions excluded from the call graph together with their time (-E). */
  readonly leftOut: readonly string[]
  /** Functions whose time is excluded from the call graph, though they stay in it (-N). */
  readonly timeLeftOut: readonly string[]
  /**
   * If not empty: shows only these functions and what they call, and counts only time below them
   * (-F).
   */
  readonly only: readonly string[]
  /** If not empty: counts only time below these functions, and shows everything (-n). */
  readonly timeOnly: readonly string[]
  /**
   * Functions whose self time is divided by a factor, each name once. All times follow, the
   * program's included. gprof has no option for it.
   */
  readonly faster: readonly FasterFunction[]
}

/** The scenario's lists of function names. */
export type NameList = 'leftOut' | 'timeLeftOut' | 'only' | 'timeOnly'

/** The scenario that changes nothing. */
export const EMPTY_SCENARIO: Scenario = {
  staticArcs: false,
  foldStd: false,
  cutArcs: [],
  leftOut: [],
  timeLeftOut: [],
  only: [],
  timeOnly: [],
  faster: [],
}

/** Whether a scenario changes nothing. */
export function isEmptyScenario(scenario: Scenario): boolean {
  const { staticArcs, foldStd, cutArcs, leftOut, timeLeftOut, only, timeOnly, faster } = scenario
  const lists = [cutArcs, leftOut, timeLeftOut, only, timeOnly, faster]
  return !staticArcs && !foldStd && lists.every((list) => list.length === 0)
}

/** Function names cannot contain NUL. */
const keyOf = ({ parent, child }: ArcName): string => `${parent}\0${child}`

/**
 * Returns the scenario with these arcs cut as well, behind those cut before. Arcs cut before keep their
 * places. `scenario` is not changed.
 */
export function cutAlso(scenario: Scenario, arcs: readonly ArcName[]): Scenario {
  const known = new Map(scenario.cutArcs.map((cut) => [keyOf(cut), cut]))
  for (const arc of arcs) if (!known.has(keyOf(arc))) known.set(keyOf(arc), arc)
  return { ...scenario, cutArcs: [...known.values()] }
}

/**
 * Returns the scenario with this factor for the functions of a name; 1 removes the factor. A known name keeps
 * its place, a new one is appended. `scenario` is not changed.
 *
 * @param name raw name
 * @param factor 1, or one for which `isFactor` is true; not checked
 */
export function withFactor(scenario: Scenario, name: string, factor: number): Scenario {
  const known = scenario.faster.some((one) => one.name === name)
  const faster = scenario.faster.flatMap((one) =>
    one.name !== name ? [one] : factor === 1 ? [] : [{ name, factor }],
  )
  return { ...scenario, faster: known || factor === 1 ? faster : [...faster, { name, factor }] }
}

/** Returns the factor of a raw name; 1 for a name without one. */
export function factorOf({ faster }: Scenario, name: string): number {
  return faster.find((one) => one.name === name)?.factor ?? 1
}

/**
 * Combines two scenarios: everything that either excludes is excluded, and each list is the union. If both
 * have a factor for a name, the second one's counts. Neither is changed.
 */
export function bothScenarios(one: Scenario, other: Scenario): Scenario {
  const union = (list: NameList): readonly string[] => [...new Set([...one[list], ...other[list]])]
  const faster = other.faster.reduce((sum, { name, factor }) => withFactor(sum, name, factor), one)
  return {
    ...cutAlso(faster, other.cutArcs),
    staticArcs: one.staticArcs || other.staticArcs,
    foldStd: one.foldStd || other.foldStd,
    leftOut: union('leftOut'),
    timeLeftOut: union('timeLeftOut'),
    only: union('only'),
    timeOnly: union('timeOnly'),
  }
}

/** Returns the scenario without cuts of these arcs, by their names. Arcs that are not cut are ignored. */
export function restoreArcs(scenario: Scenario, arcs: readonly ArcName[]): Scenario {
  const restored = new Set(arcs.map(keyOf))
  return { ...scenario, cutArcs: scenario.cutArcs.filter((cut) => !restored.has(keyOf(cut))) }
}
