// Files by name: the last part of a path, whether a name is that of source code, and a file's key among
// files of the same name.

/**
 * Returns the part of a path after the last `/`, as gprof and compilers split paths; the whole path without
 * one.
 */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Returns the part of a path after the last `/` or `\`, for paths of any system; the whole path without one.
 */
export const baseNameAnywhere = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const SOURCE_CODE =
  /\.(?:c|cc|cp|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|inl|inc|ipp|tcc|s|asm|f|for|ftn|f77|f90|f95|f03|f08|rs|adb|ads|d|di|pas|pp|m|mm|l|y)$/i

/** Whether a file is source code, by its name's extension. Its text would not decide it. */
export const isSourceCode = (name: string): boolean => SOURCE_CODE.test(name)

// File keys: a name, and its position among the files of the same name.

/**
 * A file's name and its number among files of that name: survives a change of order between other
 * files.
 */
export interface FileKey {
  readonly name: string
  /** Number among the files of the same name, from 1. */
  readonly nth: number
}

type Named = Pick<FileKey, 'name'>

/** Returns the key of each file, in the order given. */
export function fileKeysOf(things: readonly Named[]): readonly FileKey[] {
  const counts = new Map<string, number>()
  return things.map(({ name }) => {
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    return { name, nth }
  })
}

/** Returns the position of the file with this key; −1 if there are fewer files of that name. */
export function positionOfKey(things: readonly Named[], { name, nth }: FileKey): number {
  let seen = 0
  return things.findIndex((thing) => thing.name === name && ++seen === nth)
}

/** Whether two keys, or two nulls, are equal. */
export function isSameFileKey(left: FileKey | null, right: FileKey | null): boolean {
  return left?.name === right?.name && left?.nth === right?.nth
}
