// The open profile in one of the forms that other tools read, in pieces: the one list of them.
import { baseName } from '../../base/base-name.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import type { AllLines } from '../../profile/lines/all-lines.ts'
import { writeCallgrind } from './callgrind.ts'
import { estimateStacks, type StackLimits } from './estimated-stacks.ts'
import { onOneLine } from './frames.ts'
import { writePprof } from './pprof.ts'
import { writeStackLines } from './stack-lines.ts'
import { writeSpeedscope } from './speedscope.ts'

export type ExportKind = 'callgrind' | 'pprof' | 'speedscope' | 'stacks'

export interface ExportOptions {
  /** For the forms with stacks. */
  readonly limits?: StackLimits
  /** For those that have a place for them; null where they are not known, or not wanted. */
  readonly lines?: AllLines | null
}

/** For sentences: "A pprof file holds times". */
const WHAT: Readonly<Record<ExportKind, string>> = {
  callgrind: 'A callgrind file',
  pprof: 'A pprof file',
  speedscope: 'A speedscope file',
  stacks: 'A list of stacks',
}

/**
 * `program` is the executable's name or path. Pieces are text, of pprof bytes, which are to be compressed with gzip.
 *
 * Errors: `export/no-time`.
 */
export function writeExport(
  kind: ExportKind,
  analyzed: AnalyzedProfile,
  program: string,
  write: (piece: string | Uint8Array<ArrayBuffer>) => void,
  { limits, lines = null }: ExportOptions = {},
): void {
  if (!(analyzed.profile.rate > 0) || !(analyzed.printedTicks > 0)) {
    throw new ProblemError({ code: 'export/no-time', what: WHAT[kind] })
  }
  const name = onOneLine(baseName(program))
  if (kind === 'callgrind') writeCallgrind(analyzed, name, write, lines)
  else if (kind === 'stacks') writeStackLines(estimateStacks(analyzed, limits), write)
  else if (kind === 'speedscope') writeSpeedscope(estimateStacks(analyzed, limits), name, write)
  else writePprof(estimateStacks(analyzed, limits), name, write)
}
