// File keys: a name with its position among the files of the same name.

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
