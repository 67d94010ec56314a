// The kinds of input files, each with everything that depends on the kind alone.

interface KindFacts {
  /** For people. */
  readonly label: string
  /** Whether the file belongs to a program, and names the functions of profiles beside it. */
  readonly isOfProgram: boolean
  /**
   * How the file is a profile. `run`: summed with others, and shown with a program. `alone`: a whole profile, with
   * no other file. `fallback`: a whole profile that is opened unless there are runs. Null: it is none.
   */
  readonly profile: 'run' | 'alone' | 'fallback' | null
  /** What is offered for a file that is dropped on an open profile. */
  readonly offer: 'run' | 'program' | 'listing'
  /** What the file is called where names are withheld. */
  readonly neutralName: string
}

/** All kinds. A saved profile stores the key, which never changes. */
export const FILE_KINDS = {
  executable: {
    label: 'Program',
    isOfProgram: true,
    profile: null,
    offer: 'program',
    neutralName: 'program',
  },
  debug: { label: 'Debug information', isOfProgram: true, profile: null, offer: 'run', neutralName: 'file' },
  profile: {
    label: 'Profile data',
    isOfProgram: false,
    profile: 'run',
    offer: 'run',
    neutralName: 'gmon.out',
  },
  symbols: { label: 'Function names', isOfProgram: true, profile: null, offer: 'run', neutralName: 'file' },
  saved: { label: 'Saved profile', isOfProgram: false, profile: 'alone', offer: 'run', neutralName: 'file' },
  listing: {
    label: 'Listing',
    isOfProgram: false,
    profile: 'fallback',
    offer: 'listing',
    neutralName: 'file',
  },
  unknown: { label: 'Not used', isOfProgram: false, profile: null, offer: 'run', neutralName: 'file' },
} as const satisfies Record<string, KindFacts>

/** What a file is. */
export type FileKind = keyof typeof FILE_KINDS

/** Kinds of a way to be a profile. */
export type KindWith<P extends KindFacts['profile']> = {
  readonly [K in FileKind]: (typeof FILE_KINDS)[K]['profile'] extends P ? K : never
}[FileKind]

/** Returns the kind that a saved profile stores; `unknown` for one of a later version. */
export const storedKind = (text: string): FileKind =>
  Object.hasOwn(FILE_KINDS, text) ? (text as FileKind) : 'unknown'

/** Whether a file is a profile that is summed with others. */
export const isRun = (kind: FileKind): kind is KindWith<'run'> => FILE_KINDS[kind].profile === 'run'

/** Whether a file is a whole profile, to be opened unless there are runs. */
export const isFallback = (kind: FileKind): kind is KindWith<'fallback'> =>
  FILE_KINDS[kind].profile === 'fallback'

/** Whether a file is a whole profile that is opened without other files. */
export const isAlone = (kind: FileKind): kind is KindWith<'alone'> => FILE_KINDS[kind].profile === 'alone'
