// Type tests of columns: each `@ts-expect-error` is a misuse that must not compile.
import { asArray, asColumn, type Brand, type Column, NONE, type None } from './columns.ts'

type RowIndex = Brand<number, 'RowIndex'>
type OtherIndex = Brand<number, 'OtherIndex'>

/** Checks that a column accepts only its own index type. */
export function readByOwnIndex(
  times: Column<RowIndex, number, 'Float64Array'>,
  links: Column<RowIndex, OtherIndex | None, 'Int32Array'>,
  row: RowIndex,
  other: OtherIndex,
): void {
  void times[row]
  // @ts-expect-error -- another table's row
  void times[other]
  // @ts-expect-error -- a plain number
  void times[0]
  const link = links[row]
  // @ts-expect-error -- which may be NONE, and is no row then
  const followed: OtherIndex = link
  if (link !== NONE) void (link satisfies OtherIndex)
  void followed
}

/** Type test, never called: a column has only the element type of its table. */
export function storedAsDeclared(times: Column<RowIndex, number, 'Float64Array'>): void {
  void (asArray(times) satisfies Float64Array)
  // @ts-expect-error -- it has doubles
  void (asArray(times) satisfies Int32Array)
  const flags: Column<RowIndex, number, 'Uint8Array'> = asColumn(new Uint8Array(1))
  // @ts-expect-error -- bytes in place of doubles
  times = flags
  // @ts-expect-error -- a list is no column
  times = [1, 2]
}
