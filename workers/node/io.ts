// What a command has of its host: streams, their terminals, exit statuses.
//
// The `gprof` command loads this file too.

/** The streams of a command. */
export interface CommandLineIo {
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
  /** Which of the two streams is a terminal; neither by default. */
  readonly isTerminal?: { readonly stdout: boolean; readonly stderr: boolean }
}

/** Exit status of success. */
export const OK = 0
/** Exit status for unusable files; for `check`, an exceeded limit. */
export const FAILED = 1
/** Exit status for bad arguments; for `check`, unusable files as well. */
export const MISUSED = 2
/** Exit status of a command that has nothing to print. */
export const EMPTY = 3
