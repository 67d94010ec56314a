// Tests of buffer transfer: a copy equals its original and shares no buffer with what stays.
import { expect, it } from 'vitest'
import { buffersIn, detachBuffers, withCopies } from './buffers.ts'

const kept = { calls: Float64Array.of(1, 2, 3), names: { bytes: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8) } }
const part = new Uint16Array(kept.names.bytes.buffer, 2, 2)
const own = Uint32Array.of(4, 5)

it('copies columns that are kept, each once, and nothing else', () => {
  const twice = { calls: kept.calls }
  const value = { ...kept, twice, again: [twice, null, undefined, 'text'], part, own }
  const copy = withCopies(value, [kept])
  expect(copy).toEqual(value)
  expect(copy.own).toBe(own)
  expect(copy.again[0]).toBe(copy.twice)
  expect(copy.twice.calls).toBe(copy.calls)
  expect(copy.part.buffer.byteLength).toBe(4)
  const held = buffersIn(kept)
  expect([...buffersIn(copy)].filter((buffer) => held.has(buffer))).toEqual([])
})

it('looks through lists of any length', () => {
  // Like the lines of a long listing: too many for the arguments of one call.
  const lines: object[] = Array.from({ length: 300_000 }, (_, line) => ({ line }))
  lines.push({ own })
  expect([...buffersIn({ lines })]).toEqual([own.buffer])
})

it('leaves what is kept as it was when the rest is given away', () => {
  const value = { calls: kept.calls, own: own.slice() }
  const copy = withCopies(value, [kept])
  const there = structuredClone(copy, { transfer: [...buffersIn(copy)] })
  expect(there).toEqual({ calls: Float64Array.of(1, 2, 3), own: Uint32Array.of(4, 5) })
  expect(kept.calls).toEqual(Float64Array.of(1, 2, 3))
  expect(value.own.length).toBe(0)
})

it('gives memory back at once', () => {
  const column = new Float64Array(3)
  detachBuffers(buffersIn({ column }))
  expect(column.length).toBe(0)
})
