// Waits for a condition in tests.

import { vi } from 'vitest'

// Generous, because a loaded machine is slow and successful waits end early.
const LONGEST_WAIT_MS = 60_000

/** Calls `holds` repeatedly until it no longer throws, and returns its value. */
export function waitFor<T>(holds: () => T): Promise<T> {
  return vi.waitFor(holds, { timeout: LONGEST_WAIT_MS })
}
