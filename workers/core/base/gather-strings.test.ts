// Tests of strings gathered from a file's bytes.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gatherStrings } from './gather-strings.ts'
import { stringAt, type StringIndex } from './string-table.ts'

const bytes = fc.uint8Array({ maxLength: 60 }).map((all) => all.map((byte) => (byte < 40 ? 0 : byte)))

function textFrom(source: Uint8Array, from: number): string {
  const nul = source.indexOf(0, from)
  return String.fromCharCode(...source.subarray(from, nul < 0 ? source.length : nul))
}

it('gathers strings from wherever they begin, parts of others and the last one without an end, too', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(70), { maxLength: 200 }), (source, offsets) => {
      const table = gatherStrings(new Uint8Array(source), Uint32Array.from(offsets))
      expect(table.length).toBe(offsets.length)
      expect(table.bytes.length).toBe(table.start[table.length])
      const gathered = offsets.map((_, at) => stringAt(table, at as StringIndex))
      expect(gathered).toEqual(offsets.map((from) => textFrom(source, from)))
    }),
  )
})

it('strings that share their bytes to come to more than their file are cut', () => {
  const length = 1 << 20
  const source = new Uint8Array(length).fill(0x78)
  const many = 100_000
  const table = gatherStrings(
    source,
    Uint32Array.from({ length: many }, (_, at) => at),
  )
  expect(table.bytes.length).toBeLessThan(10 * length + 120 * many)
  expect(stringAt(table, 1 as StringIndex).length).toBe(length - 1)
  expect(stringAt(table, (many - 1) as StringIndex)).toBe('x'.repeat(120))
})
