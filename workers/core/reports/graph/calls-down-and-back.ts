// The way down through a cycle: which of its calls lead down from its entries, which back up.
import { buildDigraph } from '../../analysis/cuts/digraph.ts'
import { cheapestOrder } from '../../analysis/cuts/subset-order.ts'

/** A call between two members, by their numbers. */
export interface InsideCall {
  readonly from: number
  readonly to: number
  readonly calls: number
}

/** Largest number of members below the entries for which all orders are considered. */
const MOST_EXACT = 12

/**
 * Orders the members, entries first, so that every member is called by one before it and as few calls as
 * possible lead back, and returns which of the calls do. The least for at most 12 members below the entries,
 * else by choosing one member after the other. A cycle that nothing enters begins with the member that calls
 * the most. Members that only members outside of the drawing call come as if they were entries.
 *
 * @param entering by member, calls from outside of the cycle
 * @param inside calls between different members
 */
export function findWayDown(entering: readonly number[], inside: readonly InsideCall[]): readonly boolean[] {
  const count = entering.length
  const calls = new Float64Array(count * count)
  for (const { from, to, calls: many } of inside) calls[from * count + to] += Math.max(many, Number.MIN_VALUE)
  const entries = [...entering.keys()].filter((member) => entering[member] > 0)
  if (entries.length === 0 && count > 0) entries.push(busiest(calls, count))
  const table: Calls = { calls, count }
  const first = orderOf(entries, null, table)
  const below = [...entering.keys()].filter((member) => !entries.includes(member))
  const place = new Int32Array(count)
  ;[...first, ...orderOf(below, first, table)].forEach((member, at) => (place[member] = at))
  return inside.map(({ from, to }) => place[from] > place[to])
}

/** Calls by caller and callee: `calls[caller * count + callee]`. */
interface Calls {
  readonly calls: Float64Array
  readonly count: number
}

/**
 * Orders members so that few calls lead from a later to an earlier one.
 *
 * @param above members before them, by which, or by earlier ones, each must be called; null if none has to be
 */
function orderOf(
  members: readonly number[],
  above: readonly number[] | null,
  table: Calls,
): readonly number[] {
  const best = members.length <= MOST_EXACT ? bestOrder(members, above, table) : null
  return best ?? greedyOrder(members, above, table)
}

/** The best order; null if members before them do not lead to each. */
function bestOrder(
  members: readonly number[],
  above: readonly number[] | null,
  { calls, count }: Calls,
): readonly number[] | null {
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  members.forEach((caller, a) =>
    members.forEach((callee, b) => {
      const many = calls[caller * count + callee]
      if (a === b || many === 0) return
      from.push(a)
      to.push(b)
      weight.push(many)
    }),
  )
  const isWayIn = Uint8Array.from(members, (member) =>
    Number(above === null || callsFrom(above, member, { calls, count }) > 0),
  )
  const graph = buildDigraph(members.length, from, to, weight)
  const order = cheapestOrder(graph, isWayIn)
  return order && Array.from(order, (at) => members[at])
}

/** By choosing the member next that the fewest calls lead back to, of equal ones the one called the most. */
function greedyOrder(
  members: readonly number[],
  above: readonly number[] | null,
  table: Calls,
): readonly number[] {
  const order: number[] = []
  let open = [...members]
  while (open.length > 0) {
    const candidates = reachable(open, above, order, table)
    let best = candidates[0]
    let key: readonly [number, number] = [Infinity, 0]
    for (const member of candidates) {
      const back = backCalls(member, open, table)
      const down = callsFrom([...(above ?? []), ...order], member, table)
      if (back > key[0] || (back === key[0] && down <= key[1])) continue
      best = member
      key = [back, down]
    }
    order.push(best)
    open = open.filter((member) => member !== best)
  }
  return order
}

/** Returns those that members before them call; all if none is called. */
function reachable(
  open: readonly number[],
  above: readonly number[] | null,
  placed: readonly number[],
  table: Calls,
): readonly number[] {
  if (above === null) return open
  const before = [...above, ...placed]
  const called = open.filter((one) => callsFrom(before, one, table) > 0)
  return called.length > 0 ? called : open
}

/** Returns the calls of a member by others that come later. */
const backCalls = (member: number, open: readonly number[], table: Calls): number =>
  callsFrom(
    open.filter((other) => other !== member),
    member,
    table,
  )

function callsFrom(callers: readonly number[], member: number, { calls, count }: Calls): number {
  return callers.reduce((sum, caller) => sum + calls[caller * count + member], 0)
}

/** The member that calls others the most. */
function busiest(calls: Float64Array, count: number): number {
  let best = 0
  let most = -1
  for (let member = 0; member < count; member++) {
    let sum = 0
    for (let to = 0; to < count; to++) sum += calls[member * count + to]
    if (sum > most) [best, most] = [member, sum]
  }
  return best
}
