/** Milliseconds. Work that is done sooner leaves the screen as it was: no progress, no way out. */
export const PATIENCE_MS = 200
