// The file at hand that a path of the compiler's means: of those of its name the one with most of its folders.
import { textOfBinary } from '../../base/string-table.ts'
import { visibleText } from '../../base/visible-text.ts'

/** A path as people read it. */
export const shownPath = (binary: string): string => visibleText(textOfBinary(binary))

/** As files are called on the page: with the folders they were dropped in, if those are known. */
export interface NamedFile {
  readonly name: string
  readonly webkitRelativePath?: string
}

const partsOf = (path: string): readonly string[] => path.split(/[/\\]+/).filter((part) => part !== '.')

const pathOf = ({ name, webkitRelativePath }: NamedFile): string => webkitRelativePath || name

/** Files by their own names, without folders: a build tree has thousands. */
export type FilesByName<F> = ReadonlyMap<string, readonly F[]>

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

/** Undefined if none has its name. Of those that fit equally well the first. */
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

/** The file's own name, without folders. */
export const fileOfPath = (path: string): string => partsOf(path).at(-1) ?? path
