// The source of a function: its file with its line, as displayed.
import { baseName } from '../base/file-names.ts'
import { NONE } from '../base/columns.ts'
import { stringAt, type StringIndex, textOfBinary } from '../base/string-table.ts'
import type { CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'

/** Source position of a function. */
export interface Source {
  /** Path as the compiler saw it, as text. */
  readonly file: string
  /** Line number, from 1. */
  readonly line: number
}

/**
 * Returns the source position of a function's first instruction; null if debugging information has none, or
 * is not read yet.
 */
export function sourceOf(profile: CallGraphProfile, f: FunctionIndex): Source | null {
  const path = sourcePath(profile, f)
  if (profile.sources === null || path === null) return null
  return { file: textOfBinary(path), line: profile.sources.lineOf[f] }
}

/**
 * Returns what gprof prints after a name in the index, as a binary string: the base name of a static
 * function's file. Returns null for other functions and for an unknown file.
 */
export function fileInIndex(profile: CallGraphProfile, f: FunctionIndex): string | null {
  const path = profile.functions.isStatic[f] === 1 ? sourcePath(profile, f) : null
  return path === null ? null : baseName(path)
}

/**
 * Returns the full path of a function's file, as the compiler saw it, as a binary string. Returns null if
 * debugging information has none, or is not read yet.
 */
export function sourcePath({ sources }: CallGraphProfile, f: FunctionIndex): string | null {
  const file = sources === null ? NONE : sources.fileOf[f]
  return sources === null || file === NONE ? null : stringAt(sources.files, file as number as StringIndex)
}
