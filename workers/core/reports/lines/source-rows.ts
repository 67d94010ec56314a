// A function's lines → the rows that show them: with the text of those between where it is at hand.
import { finish } from '../../base/steps.ts'
import { formatCounted } from '../quantities.ts'
import type { FunctionLines, LineSection } from '../../profile/lines/function-lines.ts'
import type { LineRange, TextOfLines } from '../../profile/lines/read-source-text.ts'

export type SourceRow =
  /** Before lines that were inlined, or that are the function's own of another file. */
  | { readonly kind: 'section'; readonly section: number; readonly isInlined: boolean }
  /** `row` of the section; −1 for a line without code. `text`: null where it is not known. */
  | {
      readonly kind: 'line'
      readonly section: number
      readonly line: number
      readonly row: number
      readonly text: string | null
    }
  /** In place of sections without samples and calls. */
  | { readonly kind: 'rest'; readonly sections: number }
  /** Lines left out. */
  | { readonly kind: 'gap'; readonly section: number; readonly from: number; readonly to: number }

/** Lines without code between lines with code that are shown all the same, and lines before the first, which name the function. */
const OWN = { between: 30, before: 2, behind: 1 }
const INLINED = { between: 3, before: 0, behind: 0 }

/** What of a section's file is shown. */
export function rangesOf({ line, length }: LineSection, isOwn: boolean): readonly LineRange[] {
  const room = isOwn ? OWN : INLINED
  const ranges: { from: number; to: number }[] = []
  for (let row = 0; row < length; row++) {
    const last = ranges.at(-1)
    const here = line[row]
    if (last && here - last.to - 1 <= room.between) last.to = here
    else ranges.push({ from: here, to: here })
  }
  const [first] = ranges
  const last = ranges.at(-1)
  if (first) first.from = Math.max(1, first.from - room.before)
  if (last) last.to += room.behind
  return ranges
}

/** @param texts of each section's ranges; undefined where they are not at hand */
export function sourceRows(
  lines: Pick<FunctionLines, 'sections' | 'calls'>,
  texts: readonly (TextOfLines | undefined)[],
): readonly SourceRow[] {
  return finish(sourceRowsInSteps(lines, texts))
}

/** Lines that are looked at in one step. */
const STEP = 1000

/** The same with pauses. */
export function* sourceRowsInSteps(
  { sections, calls }: Pick<FunctionLines, 'sections' | 'calls'>,
  texts: readonly (TextOfLines | undefined)[],
): Generator<void, readonly SourceRow[]> {
  const rows: SourceRow[] = []
  const calling = new Set(calls?.section)
  let idle = 0
  for (const [at, section] of sections.entries()) {
    // What a parser generator writes has lines of two files; where nothing names the code, whose a header's is is not known.
    const isInlined = section.name !== sections[0]?.name
    // Optimised code has dozens, a few instructions each.
    if (isInlined && !calling.has(at) && section.ticks.every((ticks) => ticks === 0)) {
      idle++
      continue
    }
    if (at > 0) rows.push({ kind: 'section', section: at, isInlined })
    const text = texts[at]
    if (text) yield* addText(rows, section, at, text)
    else
      for (let row = 0; row < section.length; row++) {
        rows.push({ kind: 'line', section: at, line: section.line[row], row, text: null })
        if (row % STEP === STEP - 1) yield
      }
  }
  if (idle > 0) rows.push({ kind: 'rest', sections: idle })
  return rows
}

export const restText = (sections: number): string =>
  `${formatCounted(sections, 'more function')} inlined here, none of them sampled`

/** A blank line, a preprocessor's, or the end of a statement or function that stands before. */
const IS_OTHERS = /^\s*(?:$|[}#])|[;}]\s*$/

/** Of the lines before the first that has code those that belong to it. */
function firstShown(from: number, { line }: LineSection, lines: readonly string[]): number {
  let first = line[0]
  while (first > from && !IS_OTHERS.test(lines[first - 1 - from] ?? '')) first--
  return first
}

/** Lines that the file does not have stay, without a text. */
function* addText(rows: SourceRow[], section: LineSection, at: number, text: TextOfLines): Generator<void> {
  /** The first row of code at the line or behind it: both ascend. */
  let next = 0
  let behind = 0
  for (const [nth, { from, to }] of rangesOf(section, at === 0).entries()) {
    if (nth > 0) rows.push({ kind: 'gap', section: at, from: behind, to: from - 1 })
    const lines = text.ranges[nth] ?? []
    for (let line = nth === 0 ? firstShown(from, section, lines) : from; line <= to; line++) {
      const row = section.line[next] === line ? next++ : -1
      const own = lines[line - from]
      if (own !== undefined || row >= 0)
        rows.push({ kind: 'line', section: at, line, row, text: own ?? null })
      if (line % STEP === 0) yield
    }
    behind = to + 1
  }
}
