// Source files: a function's file and line as they are shown, and the available file that a path in
// debugging information refers to.
import { baseName } from '../base/file-names.ts'
import { NONE } from '../base/columns.ts'
import { stringAt, type StringIndex, textOfBinary } from '../base/string-table.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { visibleText } from '../base/text.ts'

export interface Source {
  /** The path the compiler saw, as text for a screen. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
}

/** Null where debugging information does not tell. */
export function sourceOf(profile: CallGraphProfile, f: FunctionIndex): Source | null {
  const path = sourcePath(profile, f)
  if (profile.sources === null || path === null) return null
  return { file: textOfBinary(path), line: profile.sources.lineOf[f] }
}

/** What gprof puts behind a name in the index, as bytes: of a static function the file, without its folders. Null of others. */
export function fileInIndex(profile: CallGraphProfile, f: FunctionIndex): string | null {
  const path = profile.functions.isStatic[f] === 1 ? sourcePath(profile, f) : null
  return path === null ? null : baseName(path)
}

/** The full path as bytes, or null. */
export function sourcePath({ sources }: CallGraphProfile, f: FunctionIndex): string | null {
  const file = sources === null ? NONE : sources.fileOf[f]
  return sources === null || file === NONE ? null : stringAt(sources.files, file as number as StringIndex)
}

// The file at hand that a path of the compiler's means: of those of its name the one with most of its folders.

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
