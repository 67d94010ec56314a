// Directory and file entries → one path, put together as gprof does.

/** What stands for a file that a program names by a number it has no entry for. */
export const UNKNOWN_FILE = '<unknown>'

export interface PathParts {
  readonly file: string
  /** Entry of the directory table, or null where the file names none. */
  readonly directory: string | null
  /** The unit's compilation directory, or null where it has none. */
  readonly compilation: string | null
}

/** Never simplified: `./` and `../` stay as the compiler wrote them. All are binary strings. */
export function composePath({ file, directory, compilation }: PathParts): string {
  if (isAbsolute(file)) return file
  const parts: string[] = []
  if (compilation !== null && (directory === null || !isAbsolute(directory))) parts.push(compilation)
  if (directory !== null) parts.push(directory)
  return [...parts, file].join('/')
}

const isAbsolute = (path: string): boolean => path.startsWith('/')
