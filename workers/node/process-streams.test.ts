// Writing to a slow reader.
import { readSync, writeSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { readSome, writeAll } from './process-streams.ts'

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  writeSync: vi.fn(),
  readSync: vi.fn(),
}))

const notNow = Object.assign(new Error(), { code: 'EAGAIN' })

it('a pipe that is full is waited for, and not asked without end', () => {
  const text = Buffer.from('abcdefgh')
  const writes = vi.mocked(writeSync)
  const readsAgainAt = performance.now() + 100
  writes.mockImplementation((_, __, at) => {
    if (performance.now() < readsAgainAt) throw notNow
    return Math.min(3, text.length - Number(at))
  })
  writeAll(1, text)
  expect(writes.mock.calls.length).toBeLessThan(1000)
  const taken = writes.mock.results.filter(({ type }) => type === 'return')
  expect(taken.map(({ value }) => value as number)).toEqual([3, 3, 2])
})

it('a pipe that is empty is waited for, to its end', () => {
  const reads = vi.mocked(readSync)
  const writtenAt = performance.now() + 100
  reads.mockImplementation(() => {
    if (performance.now() < writtenAt) throw notNow
    return 3
  })
  expect(readSome(0, new Uint8Array(8))).toBe(3)
  expect(reads.mock.calls.length).toBeLessThan(1000)
  reads.mockImplementation(() => {
    throw Object.assign(new Error('EIO'), { code: 'EIO' })
  })
  expect(() => readSome(0, new Uint8Array(8))).toThrow('EIO')
})
