// A file's key: its name, and its position among the files of the same name.

export interface FileKey {
  readonly name: string
  /** From 1. */
  readonly nth: number
}

type Named = Pick<FileKey, 'name'>

/** How each of them is called. */
export function fileKeysOf(things: readonly Named[]): readonly FileKey[] {
  const counts = new Map<string, number>()
  return things.map(({ name }) => {
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    return { name, nth }
  })
}

/** Where it stands; −1 if there are not so many of that name. */
export function positionOfKey(things: readonly Named[], { name, nth }: FileKey): number {
  let seen = 0
  return things.findIndex((thing) => thing.name === name && ++seen === nth)
}

export function isSameFileKey(left: FileKey | null, right: FileKey | null): boolean {
  return left?.name === right?.name && left?.nth === right?.nth
}
