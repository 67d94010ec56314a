// Rows of sampled lines: what each is, and which lines of which files to read for their texts.
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { Ticks } from '../../base/units.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import type { LineRange } from '../../profile/lines/read-source-text.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { shownPath } from './find-source.ts'

export interface HotRow {
  readonly f: FunctionIndex
  readonly ticks: Ticks
  /** Full path, fit to be shown. */
  readonly path: string
  readonly line: number
}

/** Null beyond the last. */
export function hotRow(hot: HotLines, row: number): HotRow | null {
  if (row >= hot.length) return null
  return {
    f: hot.f[row] as FunctionIndex,
    ticks: hot.ticks[row],
    path: shownPath(stringAt(hot.files, hot.file[row] as StringIndex)),
    line: hot.line[row],
  }
}

export interface HotTexts {
  /** Each file once: its path, a binary string, and its lines in the order of rows. */
  readonly files: readonly {
    readonly path: string
    readonly ranges: readonly LineRange[]
    readonly last: number
  }[]
  /** By row: where its line stands in `files`. */
  readonly placeOf: readonly { readonly file: number; readonly nth: number }[]
}

/** Of the first so many rows. */
export function hotTexts(hot: HotLines, most: number): HotTexts {
  const files: { path: string; ranges: LineRange[]; last: number }[] = []
  const numberOf = new Map<number, number>()
  const placeOf: { file: number; nth: number }[] = []
  for (let row = 0; row < Math.min(hot.length, most); row++) {
    const line = hot.line[row]
    const at = numberOf.get(hot.file[row]) ?? files.length
    numberOf.set(hot.file[row], at)
    const file = files[at] ?? { path: stringAt(hot.files, hot.file[row] as StringIndex), ranges: [], last: 0 }
    files[at] = file
    placeOf.push({ file: at, nth: file.ranges.length })
    file.ranges.push({ from: line, to: line })
    file.last = Math.max(file.last, line)
  }
  return { files, placeOf }
}
