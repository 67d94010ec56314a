// Type tests of grouped rows: each `@ts-expect-error` is a misuse that must not compile.
import { groupAt, groupNewestFirst, type Csr } from './csr.ts'
import type { Brand, Column } from './columns.ts'

type GroupIndex = Brand<number, 'GroupIndex'>
type RowIndex = Brand<number, 'RowIndex'>

/** Checks that a group is read only by its own index type. */
export function askedByOwnIndex(
  rows: Csr<GroupIndex, RowIndex>,
  times: Column<RowIndex>,
  group: GroupIndex,
  row: RowIndex,
): void {
  for (const one of groupAt(rows, group)) void times[one]
  void times[rows.items[0]]
  // @ts-expect-error -- a row is no group
  void groupAt(rows, row)
  // @ts-expect-error -- a plain number
  void groupAt(rows, 0)
  for (const one of groupAt(rows, group)) {
    // @ts-expect-error -- what a group holds is no group
    void groupAt(rows, one)
  }
}

/** Checks that a group holds only rows of its own table. */
export function groupedAsTold(rows: Csr<GroupIndex, RowIndex>): void {
  const plain: Csr = rows
  void groupAt(plain, 0)
  // @ts-expect-error -- an untyped column has no table
  rows = plain
  // @ts-expect-error -- groups of rows, not rows of groups
  const turned: Csr<RowIndex, GroupIndex> = rows
  void turned
  rows = groupNewestFirst([0, 1, 0], 2)
}
