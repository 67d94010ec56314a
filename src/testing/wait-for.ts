import { vi } from 'vitest'

// A loaded machine is slow, and a wait that ends early costs nothing.
const LONGEST_WAIT_MS = 60_000

/** Asks again and again until `holds` no longer throws. */
export function waitFor<T>(holds: () => T): Promise<T> {
  return vi.waitFor(holds, { timeout: LONGEST_WAIT_MS })
}
