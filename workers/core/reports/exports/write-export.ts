// Writes the open profile in the format of another tool.
import { baseName } from '../../base/file-names.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import type { AllLines } from '../../profile/lines/all-lines.ts'
import { writeCallgrind } from './callgrind.ts'
import { type EstimatedStacks, estimateStacks, type StackLimits } from './estimated-stacks.ts'
import { ESTIMATED, estimateNote, framesOf, onOneLine, StackFrames } from './frames.ts'
import { smallUnit, wholeUnits } from './cost-unit.ts'
import { cycleNotes } from './cycle-notes.ts'
import { writePprof } from './pprof.ts'
import { jsonText } from '../../base/visible-text.ts'
import { secondsOf } from '../../quantities.ts'

/**
 * Export formats: Callgrind's, pprof's (not yet compressed), speedscope's JSON, and folded stacks, one per
 * line.
 */
export type ExportKind = 'callgrind' | 'pprof' | 'speedscope' | 'stacks'

/** Options of an export. */
export interface ExportOptions {
  /** Limits of the estimate, for formats with stacks. */
  readonly limits?: StackLimits
  /** Lines, for formats that support them; null if they are unknown or not wanted. */
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
 * Writes the profile in pieces: text, or bytes for pprof, which the caller compresses with gzip.
 *
 * @param program name or path of the executable, as text
 * @param write receives the pieces in order, before the function returns
 * @throws ProblemError `export/no-time` without a rate, or if no time is shown
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

/** Writes one sample at a time; `program` names the profile. */
function writeSpeedscope(stacks: EstimatedStacks, program: string, write: (text: string) => void): void {
  const { analyzed, leaves, selfTicks, ticks } = stacks
  const { rate, dimension } = analyzed.profile
  const frames = new StackFrames(stacks)
  const name = `${program}: ${ESTIMATED} (gprof)`
  write('{"$schema":"https://www.speedscope.app/file-format-schema.json",\n')
  write(`"exporter":"gmonscope","name":${jsonText(name)},"activeProfileIndex":0,\n`)
  // Not in the schema; readers ignore unknown fields.
  const comment = [...estimateNote(stacks), ...cycleNotes(analyzed)].join('\n')
  write(`"comment":${jsonText(comment)},\n`)
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
 * Removes what has a meaning in the format. A semicolon separates frames, and readers trim white
 * space around them. A number after a blank at the end of a line is a weight; a second one before
 * it would be another run's, as difffolded.pl writes it.
 */
function withoutMarks(name: string): string {
  const text = name
    .replaceAll(';', ':')
    .trim()
    .replace(/\s(?=\d+(?:\.\d*)?$)/, '_')
  return text === '' ? '?' : text
}
