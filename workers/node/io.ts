// What a command has of its surroundings, and the statuses it ends with.

export interface CommandLineIo {
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
  /** Which of the two a person is looking at; neither unless given. */
  readonly isTerminal?: { readonly stdout: boolean; readonly stderr: boolean }
}

export const OK = 0
/** Files that cannot be used; of `check`, a limit that is exceeded. */
export const FAILED = 1
/** A wrong word on the command line; of `check`, also files that cannot be used. */
export const MISUSED = 2
