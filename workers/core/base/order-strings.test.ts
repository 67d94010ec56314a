// Tests of the order of strings.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorTime } from '../../testing/processor-time.ts'
import { orderOfStrings } from './order-strings.ts'
import { compareStrings, sharedStrings, stringTableOf } from './string-table.ts'

describe('orderOfStrings', () => {
  const few = fc.string({ unit: fc.constantFrom('\0', 'a', 'b', '\xff') })
  const any = fc.string({ unit: fc.nat(255).map((byte) => String.fromCharCode(byte)) })
  const numbered = fc.nat(3000).map((n) => `function_${n}`)
  const texts = fc.oneof(
    fc.array(few, { maxLength: 500, size: 'max' }),
    fc.array(any),
    fc.array(numbered, { maxLength: 2000, size: 'max' }),
  )
  it('equals a stable comparison of bytes', () => {
    fc.assert(
      fc.property(texts, (strings) => {
        const table = stringTableOf(strings)
        const expected = [...strings.keys()].sort(
          (left, right) => compareStrings(table, left, right) || left - right,
        )
        expect([...orderOfStrings(table)]).toEqual(expected)
      }),
    )
  })
  it('takes a long way that all names share', () => {
    const shared = 'x'.repeat(5000)
    const strings = Array.from({ length: 300 }, (_, at) => `${shared}${(at * 7) % 300}`)
    const table = stringTableOf(strings)
    const order = [...orderOfStrings(table)].map((row) => strings[row])
    expect(order).toEqual(strings.toSorted())
  })
  it('is the same of strings that share their bytes', () => {
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1 }),
        fc.array(fc.nat(), { maxLength: 400 }),
        (strings, drawn) => {
          const rows = drawn.map((at) => at % strings.length)
          const shared = sharedStrings(stringTableOf(strings), rows)
          const apart = stringTableOf(rows.map((row) => strings[row] ?? ''))
          expect([...orderOfStrings(shared)]).toEqual([...orderOfStrings(apart)])
        },
      ),
    )
  })
  it('reads bytes that strings share once', () => {
    const names = stringTableOf(['x'.repeat(1 << 20), 'y'.repeat(1 << 20)])
    const shared = sharedStrings(
      names,
      Array.from({ length: 200_000 }, (_, at) => at % 2),
    )
    const worked = processorTime()
    const order = orderOfStrings(shared)
    expect(worked()).toBeLessThan(2_000)
    expect([order[0], order[1], order.at(-1)]).toEqual([0, 2, 199_999])
  })
})
