// What-if as plain data: what is left out of the sums. The empty scenario is gprof's default.
//
// Arcs and functions are named, never numbered: indexes change with the program. Names are raw, as binary strings; a
// name that several functions bear means all of them, and one that nothing bears means nothing, as to gprof.

export interface ArcName {
  readonly parent: string
  readonly child: string
}

export interface Scenario {
  /** Arcs not counted at all (gprof's -k). */
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

export const EMPTY_SCENARIO: Scenario = { cutArcs: [], leftOut: [], timeLeftOut: [], only: [], timeOnly: [] }

export function isEmptyScenario(scenario: Scenario): boolean {
  const { cutArcs, leftOut, timeLeftOut, only, timeOnly } = scenario
  return [cutArcs, leftOut, timeLeftOut, only, timeOnly].every((list) => list.length === 0)
}

const isSameArc = (left: ArcName, right: ArcName): boolean =>
  left.parent === right.parent && left.child === right.child

/** The same scenario with these arcs cut too; those that are cut already stay where they stand. */
export function cutAlso(scenario: Scenario, arcs: readonly ArcName[]): Scenario {
  const cutArcs = [...scenario.cutArcs]
  for (const arc of arcs) if (!cutArcs.some((cut) => isSameArc(cut, arc))) cutArcs.push(arc)
  return { ...scenario, cutArcs }
}

export function restoreArcs(scenario: Scenario, arcs: readonly ArcName[]): Scenario {
  const cutArcs = scenario.cutArcs.filter((cut) => !arcs.some((arc) => isSameArc(cut, arc)))
  return { ...scenario, cutArcs }
}
