// Search for the available file that matches a compiler's path: of those with the same base name, the one
// that shares most folders.
import { textOfBinary } from '../base/string-table.ts'
import { visibleText } from '../base/visible-text.ts'

/**
 * Returns a path for display: decoded as UTF-8, control characters made visible.
 *
 * @param binary the path as a binary string, one character per byte
 */
export const shownPath = (binary: string): string => visibleText(textOfBinary(binary))

/** A file by its name in the page: with the folders it was dropped in, if known. */
export interface NamedFile {
  readonly name: string
  readonly webkitRelativePath?: string
}

const partsOf = (path: string): readonly string[] => path.split(/[/\\]+/).filter((part) => part !== '.')

const pathOf = ({ name, webkitRelativePath }: NamedFile): string => webkitRelativePath || name

/** Files by base name: a build tree has thousands. */
export type FilesByName<F> = ReadonlyMap<string, readonly F[]>

/** Indexes files by base name, those of one name in the order of `files`. */
export function filesByName<F extends NamedFile>(files: readonly F[]): FilesByName<F> {
  const byName = new Map<string, F[]>()
  for (const file of files) {
    const name = fileOfPath(pathOf(file))
    const known = byName.get(name)
    if (known) known.push(file)
    else byName.set(name, [file])
  }
  return byName
}

/**
 * Returns the file that matches a path best: of those with its base name, the one that shares most of the
 * last folders; of equal matches the first. Undefined if none has its base name.
 *
 * @param path as the compiler saw it; "/" and "\" separate folders
 */
export function findSource<F extends NamedFile>(path: string, files: FilesByName<F>): F | undefined {
  const wanted = partsOf(path)
  let best: F | undefined
  let most = 0
  for (const file of files.get(fileOfPath(path)) ?? []) {
    const own = partsOf(pathOf(file))
    let shared = 0
    while (shared < own.length && shared < wanted.length && own.at(-1 - shared) === wanted.at(-1 - shared))
      shared++
    if (shared > most) {
      most = shared
      best = file
    }
  }
  return best
}

/** Returns the base name of a path; "/" and "\" separate folders. */
export const fileOfPath = (path: string): string => partsOf(path).at(-1) ?? path
