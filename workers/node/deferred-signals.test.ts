// Deferred signals. Here Node's event is simulated; scripts/pack.mjs sends a real one.
import { expect, it, vi } from 'vitest'
import { DeferredSignals } from './deferred-signals.ts'
import { endBySignal } from './process-streams.ts'

vi.mock('./process-streams.ts', async (original) => ({
  ...(await original<typeof import('./process-streams.ts')>()),
  endBySignal: vi.fn(),
}))

it('the first that comes while they are held ends the process once they are let go', async () => {
  const signals = new DeferredSignals()
  signals.hold()
  process.emit('SIGTERM', 'SIGTERM')
  process.emit('SIGINT', 'SIGINT')
  expect(endBySignal).not.toHaveBeenCalled()
  await signals.release()
  expect(vi.mocked(endBySignal).mock.calls).toEqual([['SIGTERM']])
})

it('they are the system’s again afterwards, and stay so where nothing was begun', async () => {
  vi.mocked(endBySignal).mockClear()
  const before = process.listenerCount('SIGINT')
  const signals = new DeferredSignals()
  await signals.release()
  signals.hold()
  expect(process.listenerCount('SIGINT')).toBe(before + 1)
  await signals.release()
  expect(process.listenerCount('SIGINT')).toBe(before)
  expect(endBySignal).not.toHaveBeenCalled()
})
