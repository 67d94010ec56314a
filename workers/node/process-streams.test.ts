// What is written where the other end is slow.
import { writeSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { writeAll } from './process-streams.ts'

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  writeSync: vi.fn(),
}))

it('a pipe that is full is waited for, and not asked without end', () => {
  const full = Object.assign(new Error(), { code: 'EAGAIN' })
  const writes = vi.mocked(writeSync)
  const readsAgainAt = performance.now() + 100
  writes.mockImplementation((_, bytes) => {
    if (performance.now() < readsAgainAt) throw full
    return Math.min(3, (bytes as Uint8Array).length)
  })
  writeAll(1, Buffer.from('abcdefgh'))
  expect(writes.mock.calls.length).toBeLessThan(1000)
  const taken = writes.mock.results.filter(({ type }) => type === 'return')
  expect(taken.map(({ value }) => value as number)).toEqual([3, 3, 3])
})
