// Rows by group, with sums.
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import type { FunctionGroup, FunctionGroups, Grouping } from './groups.ts'

/** Some rows of the flat profile that are in one group. */
export interface RowGroup {
  readonly group: FunctionGroup
  /** In the order of the rows. Items are FunctionIndex. */
  readonly functions: readonly FunctionIndex[]
  readonly selfTicks: number
  readonly calls: number
}

/** Groups rows in slices, because names of hundreds of thousands take longer than a frame. */
export class RowGrouping {
  readonly #source: FunctionGroups
  readonly #functions: FunctionTable
  readonly #rows: Uint32Array
  readonly #by: Grouping
  readonly #groups = new Map<string, { group: FunctionGroup; functions: FunctionIndex[] }>()
  #done = 0

  /** @param rows FunctionIndex by row */
  constructor(source: FunctionGroups, functions: FunctionTable, rows: Uint32Array, by: Grouping) {
    this.#source = source
    this.#functions = functions
    this.#rows = rows
    this.#by = by
  }

  /** Groups up to `most` more rows. Returns whether any are left. */
  add(most: number): boolean {
    const end = Math.min(this.#rows.length, this.#done + most)
    for (; this.#done < end; this.#done++) {
      const f = this.#rows[this.#done] as FunctionIndex
      const group = this.#source.groupOf(f, this.#by)
      const key = keyOfGroup(group)
      const known = this.#groups.get(key)
      if (known) known.functions.push(f)
      else this.#groups.set(key, { group, functions: [f] })
    }
    return end < this.#rows.length
  }

  /** Returns the groups so far, those with the most self time first. */
  groups(): readonly RowGroup[] {
    const { selfTicks, calls } = this.#functions
    const sum = (functions: readonly FunctionIndex[], of: (f: FunctionIndex) => number): number =>
      functions.reduce((total, f) => total + of(f), 0)
    return [...this.#groups.values()]
      .map(({ group, functions }) => ({
        group,
        functions,
        selfTicks: sum(functions, (f) => selfTicks[f]),
        calls: sum(functions, (f) => calls[f]),
      }))
      .sort((a, b) => b.selfTicks - a.selfTicks || b.calls - a.calls || (a.group.key < b.group.key ? -1 : 1))
  }
}

/** The groups, or a function of an open group: a line of the grouped table. */
export type GroupedLine =
  | { readonly kind: 'group'; readonly at: number }
  | { readonly kind: 'function'; readonly at: number; readonly f: FunctionIndex }

/** Returns the lines of the grouped table: each group, and below an open one its functions. */
export function groupedLines(groups: readonly RowGroup[], open: ReadonlySet<string>): readonly GroupedLine[] {
  return groups.flatMap(({ group, functions }, at): GroupedLine[] => {
    const head: GroupedLine = { kind: 'group', at }
    if (!open.has(keyOfGroup(group))) return [head]
    return [head, ...functions.map((f) => ({ kind: 'function' as const, at, f }))]
  })
}

/** Identifies a group among all. */
export const keyOfGroup = ({ kind, key }: FunctionGroup): string => `${kind} ${key}`

/** Groupings that a profile offers: those in which some functions with time have a group. */
export function groupingsOf(source: FunctionGroups, rows: Uint32Array): readonly Grouping[] {
  const first = Array.from(rows.subarray(0, SAMPLE), (row) => row as FunctionIndex)
  return GROUPINGS.filter((by) => first.some((f) => source.groupOf(f, by).kind !== 'none'))
}

const GROUPINGS = ['file', 'namespace', 'module'] as const
const SAMPLE = 200
