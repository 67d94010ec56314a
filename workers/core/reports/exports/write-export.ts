// Writes the open profile in one of the forms that other tools read: the list of them, and the small ones
// (speedscope's JSON, one line per stack).
import { baseName } from '../../base/file-names.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import type { AllLines } from '../../profile/lines/all-lines.ts'
import { writeCallgrind } from './callgrind.ts'
import { type EstimatedStacks, estimateStacks, type StackLimits } from './estimated-stacks.ts'
import { ESTIMATED, estimateNote, framesOf, onOneLine, smallUnit, StackFrames, wholeUnits } from './frames.ts'
import { writePprof } from './pprof.ts'
import { jsonText } from '../../base/text.ts'
import { secondsOf } from '../quantities.ts'

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

// Estimated stacks → speedscope's own JSON, a sampled profile whose name says that it is an estimate.
//
// Source: https://www.speedscope.app/file-format-schema.json

/** `program` names the profile. In pieces: a sample at a time. */
function writeSpeedscope(stacks: EstimatedStacks, program: string, write: (text: string) => void): void {
  const { analyzed, leaves, selfTicks, ticks } = stacks
  const { rate, dimension } = analyzed.profile
  const frames = new StackFrames(stacks)
  const name = `${program}: ${ESTIMATED} (gprof)`
  write('{"$schema":"https://www.speedscope.app/file-format-schema.json",\n')
  write(`"exporter":"gmonscope","name":${jsonText(name)},"activeProfileIndex":0,\n`)
  // Not in the schema, and readers pass over what they do not know.
  write(`"comment":${JSON.stringify(estimateNote(stacks).join('\n'))},\n`)
  write('"shared":{"frames":[')
  frames.list.forEach(({ name: frame, file, line }, at) => {
    const entry = { name: frame, ...(file === '' ? {} : { file, line }) }
    write(`${at === 0 ? '' : ','}\n${jsonText(entry)}`)
  })
  const unit = dimension === 'seconds' ? 'seconds' : 'none'
  write(`\n]},\n"profiles":[{"type":"sampled","name":${jsonText(name)},"unit":"${unit}","startValue":0,`)
  write(`"endValue":${secondsOf(ticks, rate)},\n"samples":[`)
  leaves.forEach((leaf, at) =>
    write(`${at === 0 ? '' : ','}\n${JSON.stringify(framesOf(stacks, frames, leaf))}`),
  )
  write('\n],\n"weights":[')
  leaves.forEach((leaf, at) => write(`${at === 0 ? '' : ','}\n${secondsOf(selfTicks[leaf], rate)}`))
  write('\n]}]}\n')
}

// Estimated stacks → one line each, "main;parse;lex 1250": what flamegraph.pl and its successors read.
//
// Source: https://github.com/brendangregg/FlameGraph (the README's description of folded stacks). Whole microseconds; the
// form has no place for comments, so what is estimated is said by the file's name and the documentation.

function writeStackLines(stacks: EstimatedStacks, write: (text: string) => void): void {
  const frames = new StackFrames(stacks)
  const names = frames.list.map(({ name }) => withoutMarks(name))
  const { perTick } = smallUnit(stacks.analyzed.profile)
  const weights = wholeUnits(leafTicks(stacks), perTick)
  stacks.leaves.forEach((leaf, at) => {
    if (weights[at] === 0) return
    const path = framesOf(stacks, frames, leaf).map((frame) => names[frame])
    write(`${path.join(';')} ${weights[at]}\n`)
  })
}

function* leafTicks({ leaves, selfTicks }: EstimatedStacks): Generator<number> {
  for (let at = 0; at < leaves.length; at++) yield selfTicks[leaves[at]]
}

/**
 * A semicolon separates frames, and readers trim what stands around them; a number behind a blank at the end of a line is a
 * weight, and one more before it would be that of another run, as in what difffolded.pl writes.
 */
function withoutMarks(name: string): string {
  const text = name
    .replaceAll(';', ':')
    .trim()
    .replace(/\s(?=\d+(?:\.\d*)?$)/, '_')
  return text === '' ? '?' : text
}
