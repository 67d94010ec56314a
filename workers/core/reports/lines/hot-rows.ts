// Rows of sampled lines, with the lines of files to read for their texts.
import type { LineRange } from '../../profile/lines/read-source-text.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { Ticks } from '../../base/units.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { shownPath } from '../find-source.ts'

/** A row of the hottest lines. */
export interface HotRow {
  readonly f: FunctionIndex
  readonly ticks: Ticks
  /** Full path for display. */
  readonly path: string
  readonly line: number
}

/** Returns a row of the hottest lines, from 0; null beyond the last. */
export function hotRow(hot: HotLines, row: number): HotRow | null {
  if (row >= hot.length) return null
  return {
    f: hot.f[row] as FunctionIndex,
    ticks: hot.ticks[row],
    path: shownPath(stringAt(hot.files, hot.file[row] as StringIndex)),
    line: hot.line[row],
  }
}

/** The files and lines whose texts the hottest lines need. */
export interface HotTexts {
  /** Each file once: its path (a binary string), its lines in row order, and the last of them in the file. */
  readonly files: readonly {
    readonly path: string
    readonly ranges: readonly LineRange[]
    readonly last: number
  }[]
  /** By row: the position of its line in `files`. */
  readonly placeOf: readonly { readonly file: number; readonly nth: number }[]
}

/** Returns the files and lines to read for the texts of the first `most` rows. */
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
