// Waits for a condition in tests.

import { vi } from 'vitest'
import { LONGEST_WAIT_MS } from './short-failures.ts'

/** Calls `holds` repeatedly until it no longer throws, and returns its value. */
export function waitFor<T>(holds: () => T): Promise<T> {
  return vi.waitFor(holds, { timeout: LONGEST_WAIT_MS })
}
