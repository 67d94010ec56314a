import { expect, it } from 'vitest'
import { BinBuffer } from './bin-buffer.ts'

it('leaves the first file its bins, and lends the same room to all others', () => {
  const room = new BinBuffer()
  room.clear()
  const own = room.take(3)
  expect([own.isReused, own.bins.length]).toEqual([false, 3])
  room.clear()
  const first = room.take(3)
  expect(first.isReused).toBe(true)
  expect(first.bins.buffer).not.toBe(own.bins.buffer)
  room.clear()
  expect(room.take(3).bins.buffer).toBe(first.bins.buffer)
})

it('keeps the records of one file apart, however many bins they have', () => {
  const room = new BinBuffer()
  for (let file = 0; file < 3; file++) {
    room.clear()
    const records = [4, 1, 100].map((count, nth) => room.take(count).bins.fill(nth + 1))
    for (const [nth, bins] of records.entries()) expect(new Set(bins)).toEqual(new Set([nth + 1]))
  }
})

it('takes for a file of many records little more room than their bins fill', () => {
  const room = new BinBuffer()
  room.clear()
  room.clear()
  const buffers = new Set(Array.from({ length: 1000 }, () => room.take(10).bins.buffer))
  const taken = Array.from(buffers, ({ byteLength }) => byteLength).reduce((sum, bytes) => sum + bytes)
  expect(taken).toBeLessThan(3 * 1000 * 10 * Uint16Array.BYTES_PER_ELEMENT)
})
