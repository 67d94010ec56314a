// `gmonscope view` when no browser ever requests the page, with a simulated clock.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runCommand } from '../../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../../testing/sample-files.ts'

const openInBrowser = vi.hoisted(() => vi.fn())
vi.mock('../one-file.ts', () => ({ pageOfFiles: async () => ['the page'] }))
vi.mock('../page-server.ts', () => ({
  hasDisplay: () => true,
  openInBrowser,
  servePage: async () => ({ address: 'http://127.0.0.1/', fetched: new Promise(() => {}), end: () => {} }),
}))

/** Milliseconds. */
const LONG = 600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function waitLong(): Promise<void> {
  await vi.waitFor(() => expect(openInBrowser).toHaveBeenCalled(), 60_000)
  openInBrowser.mockClear()
  await vi.advanceTimersByTimeAsync(LONG)
}

it('gives up after a while', async () => {
  const ended = runCommand(['view', PROGRAM, PROFILE])
  await waitLong()
  const { status, err } = await ended
  expect(status).toBe(1)
  expect(err.toString()).toContain('no browser asked for the page within 2 minutes')
})

it('goes on with --stay', async () => {
  const lost = vi.fn()
  process.on('unhandledRejection', lost)
  void runCommand(['view', '--stay', PROGRAM, PROFILE])
  await waitLong()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', lost)
  expect(lost).not.toHaveBeenCalled()
})
