// What is to be said of lines before they are believed.
import type { FunctionLines } from '../../../workers/api/contract.ts'
import { fileOfPath, shownPath } from '../../../workers/core/reports/lines/find-source.ts'
import { list } from '../../../workers/core/reports/words/words.ts'
import type { CodeFacts } from '../../../workers/core/reports/lines/line-facts.ts'
import { formatSamples } from '../../../workers/core/reports/details/explain-sampling.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import type { Texts } from './use-texts.ts'

/** Of a saved profile. */
export const NOT_ALL_LINES = 'Saved were the lines that were sampled or that call.'
export const NO_CALLS_SAVED = 'Which of them calls what was not.'

/** Whole sentences. */
export function linesNotes(
  { unplaced }: Pick<FunctionLines, 'unplaced'>,
  { elsewhere }: Pick<CodeFacts, 'elsewhere'>,
  texts: Pick<Texts, 'missing' | 'ends' | 'newer'>,
): readonly string[] {
  const notes = [...textNotes(texts)]
  const samples = Math.round(unplaced)
  if (samples > 0) notes.push(`${formatSamples(samples)} of it ${areIn(samples)} code of no known line.`)
  const calls = elsewhere.reduce((sum, { count }) => sum + count, 0)
  if (calls > 0)
    notes.push(
      `${formatCounted(calls, 'call')} ${calls === 1 ? 'comes' : 'come'} from code of no known line.`,
    )
  return notes
}

/** Of the whole program; whole sentences. */
export function hotLinesNotes(unplaced: number, total: number): readonly string[] {
  const samples = Math.round(unplaced)
  if (samples === 0) return []
  return [
    `${formatCount(samples)} of ${formatSamples(Math.round(total))} ${areIn(samples)} code of no known line.`,
  ]
}

const areIn = (count: number): string => (count === 1 ? 'is in' : 'are in')

export function textNotes({
  missing,
  ends,
  newer,
}: Pick<Texts, 'missing' | 'ends' | 'newer'>): readonly string[] {
  const notes: string[] = []
  if (missing.length > 0)
    notes.push(
      `Without ${named(missing)} lines show without their text: drop ${missing.length === 1 ? 'it' : 'them'} on the page.`,
    )
  for (const { file, lines } of ends)
    notes.push(`${file} has only ${formatCounted(lines, 'line')}: the program was made of another version.`)
  if (newer.length > 0)
    notes.push(`${named(newer)} changed after the program was built: lines may have moved.`)
  return notes
}

const named = (paths: readonly string[]): string =>
  list([...new Set(paths.map((path) => fileOfPath(shownPath(path))))])
