// Notes on the reliability of lines.
import type { FunctionLines } from '../../../workers/api/contract.ts'
import { fileOfPath, shownPath } from '../../../workers/core/reports/find-source.ts'
import { list } from '../../../workers/core/reports/messages/message.ts'
import type { CodeFacts } from '../../../workers/core/reports/lines/line-facts.ts'
import { formatSamples } from '../../../workers/core/reports/explain/sampling.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import type { Texts } from './use-texts.ts'

/** Note on a saved profile. */
export const NOT_ALL_LINES = 'The saved profile holds only lines with samples or calls.'
/** Note on a profile with folded functions. */
export const FOLDED_LINES = 'Time and calls of folded functions are on no line.'
/** Note on a saved profile without the calls of each line. */
export const NO_CALLS_SAVED = 'It does not hold which line calls what.'

/** Returns notes on a function's lines, as whole sentences. */
export function linesNotes(
  { unplaced }: Pick<FunctionLines, 'unplaced'>,
  { elsewhere }: Pick<CodeFacts, 'elsewhere'>,
  texts: Pick<Texts, 'missing' | 'ends' | 'newer'>,
): readonly string[] {
  const notes = [...textNotes(texts)]
  const samples = Math.round(unplaced)
  if (samples > 0) notes.push(`${formatSamples(samples)} of it ${samples === 1 ? 'has' : 'have'} no line.`)
  const calls = elsewhere.reduce((sum, { count }) => sum + count, 0)
  if (calls > 0) notes.push(`${formatCounted(calls, 'call')} ${calls === 1 ? 'has' : 'have'} no line.`)
  return notes
}

/** Returns notes on the whole program's lines, as whole sentences. */
export function hotLinesNotes(unplaced: number, total: number): readonly string[] {
  const samples = Math.round(unplaced)
  if (samples === 0) return []
  return [
    `${formatCount(samples)} of ${formatSamples(Math.round(total))} ${samples === 1 ? 'has' : 'have'} no line.`,
  ]
}

/** Returns notes on missing, short and newer source files, as whole sentences. */
export function textNotes({
  missing,
  ends,
  newer,
}: Pick<Texts, 'missing' | 'ends' | 'newer'>): readonly string[] {
  const notes: string[] = []
  if (missing.length > 0) notes.push(`Drop ${named(missing)} on the page to see the text of the lines.`)
  for (const { file, lines } of ends)
    notes.push(
      `${file} has only ${formatCounted(lines, 'line')}: the program was built from another version.`,
    )
  if (newer.length > 0)
    notes.push(`${named(newer)} changed after the program was built: lines may have moved.`)
  return notes
}

const named = (paths: readonly string[]): string =>
  list([...new Set(paths.map((path) => fileOfPath(shownPath(path))))])
