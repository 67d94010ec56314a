// A function's source file and line, as the page and the listings show them.
import { baseName } from '../base/base-name.ts'
import { NONE } from '../base/brand.ts'
import { stringAt, textOfBinary, type StringIndex } from '../base/string-table.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { FunctionIndex } from '../profile/tables.ts'

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
