// Lines of an opened profile: of its program and profiles while their files are open, or those that came with a saved one.
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { Opened } from '../core/pipeline.ts'
import { linesOfOne, sampledOf, type AllLines } from '../core/profile/lines/all-lines.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { HotLines } from '../core/profile/lines/hot-lines.ts'
import type { FunctionIndex } from '../core/profile/tables.ts'
import { rawName } from '../core/reports/names/names.ts'
import { readAllLines, readLinesOf } from '../core/stages/read-all-lines.ts'
import { linesInputOf, readHotLines } from '../core/stages/read-lines.ts'
import type { Progress } from './progress.ts'

export interface LinesOfFiles {
  readonly sampled: () => Promise<HotLines>
  /** In the order of these. */
  readonly ofFunctions: (functions: readonly FunctionIndex[]) => Promise<readonly FunctionLines[]>
  readonly all: () => Promise<AllLines>
}

/** Null where nothing is known of them. */
export function linesOfFiles(
  opened: Opened,
  sources: readonly ByteSource[],
  progress: Progress,
): LinesOfFiles | null {
  const { knownLines, plain } = opened
  if (knownLines)
    return {
      sampled: () => Promise.resolve(sampledOf(knownLines)),
      ofFunctions: (functions) =>
        Promise.resolve(functions.map((f) => linesOfOne(knownLines, f, rawName(plain.functions, f)))),
      all: () => Promise.resolve(knownLines),
    }
  const input = linesInputOf(opened)
  if (!input) return null
  const goOn = (part: number): boolean => {
    progress.onStep({ stage: 'lines', file: '', done: part, total: 1 })
    return true
  }
  return {
    sampled: () => readHotLines(input, goOn),
    ofFunctions: (functions) => readLinesOf(profilesAmong(opened, sources), functions, input, goOn),
    all: () => readAllLines(profilesAmong(opened, sources), plain.arcs, input, goOn),
  }
}

/** Those that count in the sum. */
function profilesAmong({ files }: Opened, sources: readonly ByteSource[]): readonly ByteSource[] {
  if (files.length !== sources.length) return sources
  return sources.filter((_, at) => files[at]?.kind === 'profile' && files[at].problem === null)
}
