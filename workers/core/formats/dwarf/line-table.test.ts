// Where sequences end that reach to where numbers are no longer exact.
import { describe, expect, it } from 'vitest'
import { buildLineTable, findRow } from './line-table.ts'
import type { LineRows } from './line-program.ts'

const MOST = Number.MAX_SAFE_INTEGER

/** One sequence; the last address only ends it. */
function sequence(...addresses: readonly number[]): LineRows {
  const { length } = addresses
  return {
    length,
    address: Float64Array.from(addresses),
    operation: new Uint8Array(length),
    file: new Uint32Array(length).fill(1),
    line: Uint32Array.from(addresses, (_, row) => row + 1),
    isEnd: Uint8Array.from(addresses, (_, row) => Number(row === length - 1)),
  }
}

describe('a sequence at 2^53', () => {
  it.each([
    ['that ends before', [MOST - 9, MOST - 1], MOST - 1],
    ['that ends there', [MOST - 9, MOST], MOST],
    ['that ends beyond', [MOST - 9, MOST + 9], MOST],
    ['that has one address before', [MOST - 1, MOST + 1], MOST],
  ])('%s covers what is exact', (_, addresses, end) => {
    const table = buildLineTable(sequence(...addresses))
    expect([...table.sequenceStart, ...table.sequenceEnd]).toEqual([addresses[0], end])
    expect(table.covered).toEqual([addresses[0], end])
    expect(findRow(table, end - 1)).toBe(0)
    expect(findRow(table, end)).toBe(-1)
  })

  it.each([
    ['begins', [MOST, MOST + 9]],
    ['lies beyond', [2 ** 60, 2 ** 61]],
    ['is empty', [MOST - 4, MOST - 4]],
  ])('that %s has no lines', (_, addresses) => {
    const table = buildLineTable(sequence(...addresses))
    expect(table.sequenceStart).toHaveLength(0)
    expect(findRow(table, addresses[0] ?? 0)).toBe(-1)
  })
})
