// Lines of an opened profile: read from its program while this is open, or stored in a saved profile.
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { Opened } from '../core/pipeline/open-profile.ts'
import type { ProgressLine } from './progress.ts'
import { type AllLines, linesOfFunction, sampledLines } from '../core/profile/lines/all-lines.ts'
import type { HotLines } from '../core/profile/lines/hot-lines.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { rawName } from '../core/names/names.ts'
import { linesInputOf, readHotLines } from '../core/pipeline/read-lines.ts'
import { readAllLines, readLinesOf } from '../core/pipeline/read-all-lines.ts'

/** Reads the lines of a profile. */
export interface LinesOfFiles {
  readonly sampled: () => Promise<HotLines>
  /** Returns the lines of these functions, in their order. */
  readonly ofFunctions: (functions: readonly FunctionIndex[]) => Promise<readonly FunctionLines[]>
  readonly all: () => Promise<AllLines>
}

/** Returns the reader of lines; null if nothing is known of them. */
export function linesOfFiles(
  opened: Opened,
  sources: readonly ByteSource[],
  progress: ProgressLine,
): LinesOfFiles | null {
  const { knownLines, plain } = opened.contents
  if (knownLines)
    return {
      sampled: () => Promise.resolve(sampledLines(knownLines)),
      ofFunctions: (functions) =>
        Promise.resolve(functions.map((f) => linesOfFunction(knownLines, f, rawName(plain.functions, f)))),
      all: () => Promise.resolve(knownLines),
    }
  const input = linesInputOf(opened)
  if (!input) return null
  const goOn = (part: number): boolean => {
    progress.onProgress({ stage: 'lines', file: '', done: part, total: 1 })
    return true
  }
  return {
    sampled: () => readHotLines(input, goOn),
    ofFunctions: (functions) => readLinesOf(profilesAmong(opened, sources), functions, input, goOn),
    all: () => readAllLines(profilesAmong(opened, sources), plain.arcs, input, goOn),
  }
}

/** The profiles that are part of the sum. */
function profilesAmong({ files }: Opened, sources: readonly ByteSource[]): readonly ByteSource[] {
  if (files.length !== sources.length) return sources
  return sources.filter((_, at) => files[at]?.kind === 'profile' && files[at].problem === null)
}
