// Which functions a scenario leaves out of the graph and of the time, on top of those that are left out anyway.
import { asArray } from '../../base/as-column.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { allNamed } from '../../profile/name-index.ts'
import type { PropagationFilter } from '../time/propagate.ts'
import type { Scenario } from './scenario.ts'

/** gprof's default: the profiler's own functions neither show nor pass time. */
export function defaultFilter(profile: CallGraphProfile): PropagationFilter {
  const leftOut = asArray(profile.functions.isLeftOut)
  const without = leftOut.indexOf(1) < 0 ? null : leftOut
  return { graphOnly: null, graphWithout: without, timeOnly: null, timeWithout: without }
}

/** A list that names no function adds nothing: an empty table of gprof's filters nothing. */
export function narrowFilter(
  base: PropagationFilter,
  profile: CallGraphProfile,
  { leftOut, timeLeftOut, only, timeOnly }: Scenario,
): PropagationFilter {
  if (leftOut.length + timeLeftOut.length + only.length + timeOnly.length === 0) return base
  return {
    graphOnly: mark(base.graphOnly, profile, only),
    graphWithout: mark(base.graphWithout, profile, leftOut),
    timeOnly: mark(base.timeOnly, profile, [...only, ...timeOnly]),
    timeWithout: mark(base.timeWithout, profile, [...leftOut, ...timeLeftOut]),
  }
}

function mark(
  base: Uint8Array | null,
  { functions }: CallGraphProfile,
  names: readonly string[],
): Uint8Array | null {
  let marked = base
  for (const name of names) {
    for (const f of allNamed(functions.names, name)) {
      // No look-up ever finds a symbol that ends before it begins, so gprof's filters miss it too.
      if (functions.last[f] < functions.address[f]) continue
      if (marked === base) marked = base === null ? new Uint8Array(functions.length) : base.slice()
      if (marked) marked[f] = 1
    }
  }
  return marked
}
