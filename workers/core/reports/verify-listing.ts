// Result of comparing a listing with the open profile, line by line, as plain data that can be posted to
// another thread.
import { binaryString, textOfBinary } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import { visibleLine, visibleText } from '../base/visible-text.ts'
import { formatCount, formatCounted } from '../quantities.ts'

/**
 * Kinds of rows: the same line in both, a line that differs, or a line that only the listing
 * (`theirs`) or only the profile (`ours`) has.
 */
export const RowKind = { same: 0, differs: 1, theirs: 2, ours: 3 } as const

/** Reasons why a row differs. */
export const Reason = {
  unknown: 0,
  numbers: 1,
  rounding: 2,
  wrappedCalls: 3,
  wrappedBins: 4,
  calls: 5,
  times: 6,
  shares: 7,
  static: 8,
  unused: 9,
  missing: 10,
  files: 11,
  period: 12,
  dots: 13,
} as const

/** A listing compared with a profile. */
export interface Comparison {
  /** Name of the listing. */
  readonly file: string
  /** gprof's options with which the profile was printed to match the listing: "-b -z". */
  readonly options: string
  /** Numbers of lines that are the same, that differ, and that only one side has. */
  readonly same: number
  readonly differing: number
  readonly onlyTheirs: number
  readonly onlyOurs: number
  /** Common causes of many differences. Empty if none is known. */
  readonly hints: readonly Hint[]
  readonly rows: ComparedRows
}

/** A common cause of many differences. */
export type Hint =
  /** Few of the listing's functions are in the program. */
  | { readonly code: 'another-program'; readonly found: number; readonly names: number }
  /** All calls are `factor` times ours, or ours `factor` times theirs. */
  | { readonly code: 'several-runs'; readonly factor: number }
  /** The listing's names begin with dots, like those of code on 64-bit PowerPC (ELFv1). */
  | { readonly code: 'dots' }
  /** Lines of the listing that could not be read and are not compared. */
  | { readonly code: 'unread'; readonly lines: number }

/** Bytes of a line: as it is, and with runs of spaces collapsed. */
export interface LineLength {
  readonly letters: number
  readonly squeezed: number
}

/**
 * Compared rows as columns. Texts are binary strings, "" if that side has no line. If both are
 * equal, `theirs` holds the line.
 */
export interface ComparedRows {
  readonly length: number
  /** One of `RowKind`. */
  readonly kind: Uint8Array<ArrayBuffer>
  /** One of `Reason`. */
  readonly reason: Uint8Array<ArrayBuffer>
  /** Line number in the listing, from 1; 0 if it lacks the line. */
  readonly line: Uint32Array<ArrayBuffer>
  /** The listing's lines, and the profile's. */
  readonly theirs: StringTable
  readonly ours: StringTable
  /** Lengths in bytes that all but a few lines of both do not exceed. */
  readonly usual: LineLength
  /** Such lengths of the lines that differ. */
  readonly usualDiffering: LineLength
}

const REASONS: Readonly<Record<number, string>> = {
  [Reason.unknown]: '',
  [Reason.numbers]: 'only entry numbers: another entry has moved',
  [Reason.rounding]: 'the last digit: rounded twice, or differently',
  [Reason.wrappedCalls]: 'calls off by n × 4,294,967,296: gmon.sum wraps',
  [Reason.wrappedBins]: 'time off by n × 65,536 samples: gmon.sum wraps',
  [Reason.calls]: 'other calls: another run, or another filter',
  [Reason.times]: 'other times: other samples, or another program',
  [Reason.shares]: 'only shares of the total: the totals differ',
  [Reason.static]: 'a call that was never taken: made with -c',
  [Reason.unused]: 'neither calls nor time: made with -z',
  [Reason.missing]: '',
  [Reason.period]: 'times in proportion: another sampling rate',
  [Reason.dots]: 'only dots before names, as 64-bit PowerPC has them',
  [Reason.files]: 'another source file named for a static function',
}

/**
 * Returns the text of a reason; "" if there is nothing to say.
 *
 * @param reason one of `Reason`
 */
export function reasonText(reason: number): string {
  return REASONS[reason] ?? ''
}

/** Returns the text of a hint as a sentence. */
export function hintText(hint: Hint): string {
  switch (hint.code) {
    case 'another-program':
      return `Only ${formatCount(hint.found)} of the listing’s ${formatCounted(hint.names, 'name')} ${hint.found === 1 ? 'is' : 'are'} in this profile: it may be of another program, or of another build.`
    case 'several-runs':
      return `Calls differ by a factor of ${hint.factor} throughout: one of the two may sum several runs.`
    case 'dots':
      return 'Names in the listing begin with a dot: gprof on 64-bit PowerPC prints them so, and counts static functions for those before them.'
    case 'unread':
      return `${formatCounted(hint.lines, 'line')} of the listing could not be read.`
  }
}

/**
 * Returns a row's line as text, decoded, with control characters escaped; "" if that side has no line.
 *
 * @param table `theirs` or `ours` of the compared rows
 */
export function rowText(table: StringTable, row: number): string {
  return visibleLine(textOfBinary(binaryString(table.bytes, table.start[row], table.end[row])))
}

/**
 * Returns the counts as text, without a full stop: "12 lines differ, 3 are only in the listing; 1,204 are
 * the same".
 */
export function countsText({ same, differing, onlyTheirs, onlyOurs }: Comparison): string {
  if (differing + onlyTheirs + onlyOurs === 0) return `All ${formatCount(same)} lines are the same`
  const be = (count: number) => (count === 1 ? 'is' : 'are')
  const parts = [
    [differing, differing === 1 ? 'differs' : 'differ'],
    [onlyTheirs, `${be(onlyTheirs)} only in the listing`],
    [onlyOurs, `${be(onlyOurs)} only here`],
  ] as const
  const texts = parts
    .filter(([count]) => count > 0)
    .map(([count, what], at) => `${at === 0 ? formatCounted(count, 'line') : formatCount(count)} ${what}`)
  return `${texts.join(', ')}; ${formatCount(same)} ${be(same)} the same`
}

/**
 * Yields the differences as lines of text, without line breaks: a head with counts and hints, then lines of
 * the listing marked `-`, ours `+`, after a line with place and reason between `@@`. Lines that are the
 * same are omitted.
 */
export function* comparisonLines(comparison: Comparison): Generator<string> {
  const { file, options, hints, rows } = comparison
  yield `--- ${visibleText(file)}`
  yield `+++ gmonscope gprof ${options}`.trimEnd()
  yield `# ${countsText(comparison)}`
  for (const hint of hints) yield `# ${hintText(hint)}`
  for (let row = 0; row < rows.length; row++) {
    if (rows.kind[row] === RowKind.same) continue
    const reason = reasonText(rows.reason[row] ?? 0)
    const at = rows.line[row] ?? 0
    const place = at > 0 ? `line ${at}` : 'not in the listing'
    yield `@@ ${place}${reason === '' ? '' : `: ${reason}`} @@`
    if (rows.kind[row] !== RowKind.ours) yield `-${rowText(rows.theirs, row)}`
    if (rows.kind[row] !== RowKind.theirs) yield `+${rowText(rows.ours, row)}`
  }
}

/** Lines per piece: few enough to be composed between two frames. */
const PIECE = 1000

/**
 * Composes the text of `comparisonLines` with line breaks, and yields after every line, so that the caller
 * can do other work. Returns pieces to be joined without a separator.
 *
 * @param onProgress called after every thousand lines with the share done, 0–1
 */
export function* comparisonText(
  comparison: Comparison,
  onProgress: (part: number) => void,
): Generator<void, string[]> {
  const { differing, onlyTheirs, onlyOurs } = comparison
  const total = 3 * differing + 2 * (onlyTheirs + onlyOurs)
  const pieces: string[] = []
  let lines: string[] = []
  let done = 0
  for (const line of comparisonLines(comparison)) {
    lines.push(line, '\n')
    done++
    if (done % PIECE === 0) {
      pieces.push(lines.join(''))
      lines = []
      onProgress(Math.min(1, done / total))
    }
    yield
  }
  pieces.push(lines.join(''))
  return pieces
}
