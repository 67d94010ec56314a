// Pairs the lines of two listings by their keys, with the reason where they differ.
import { binaryString, isSameString, StringTableBuilder } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import { type Comparison, Reason, RowKind } from '../reports/verify-listing.ts'
import { KeyedLines, REPORT_EVERY, LineKind } from './keyed-lines.ts'
import { findReason } from './find-reason.ts'
import { LineLengths, lengthOfLine } from './line-length.ts'

/** The rows of a comparison, before it is summed up. */
export interface Paired {
  readonly result: Pick<Comparison, 'same' | 'differing' | 'onlyTheirs' | 'onlyOurs' | 'rows'>
  /** Calls of functions in both listings: theirs, ours. */
  readonly calls: readonly (readonly [number, number])[]
}

/** The side has no such line. */
const NO_LINE = -1

/**
 * Pairs the lines of two listings by their keys, in the order of theirs; lines only in ours follow the line
 * that precedes them in ours. Takes the texts of both, which are then empty.
 *
 * @param binTime seconds that 65,536 samples take; 0 if unknown
 * @param onProgress receives the fraction done, 0–1
 */
export function pairLines(
  theirs: KeyedLines,
  ours: KeyedLines,
  binTime: number,
  onProgress: (part: number) => void,
): Paired {
  const [theirTexts, ourTexts] = [theirs.texts(), ours.texts()]
  const isPaired = new Uint8Array(ourTexts.length)
  for (const key of theirs.at.keys()) {
    const at = ours.at.get(key)
    if (at !== undefined) isPaired[at] = 1
  }
  const rows = new Rows(theirTexts, ourTexts)
  const calls: (readonly [number, number])[] = []
  let next = 0
  /** Lines only in ours go below the line that precedes them in ours. */
  const addOwn = (to: number): void => {
    for (; next < to; next++)
      if (isPaired[next] === 0) rows.add(RowKind.ours, Reason.missing, NO_LINE, next, 0)
  }
  addOwn(nextPaired(isPaired, 0))
  for (const [key, their] of theirs.at) {
    if (their % REPORT_EVERY === 0) onProgress(their / theirTexts.length)
    const our = ours.at.get(key)
    const place = theirs.places[their]
    if (our === undefined) {
      rows.add(RowKind.theirs, reasonOfLone(textAt(theirTexts, their)), their, NO_LINE, place)
      continue
    }
    const kind = theirs.kinds[their]
    if (kind === LineKind.flat) {
      const [theirCalls, ourCalls] = [callsIn(textAt(theirTexts, their)), callsIn(textAt(ourTexts, our))]
      if (theirCalls !== null && ourCalls !== null) calls.push([theirCalls, ourCalls])
    }
    const isSame =
      isSameString(theirTexts, their, ourTexts, our) ||
      (theirs.joined.has(place) && oneBlank(textAt(theirTexts, their)) === oneBlank(textAt(ourTexts, our)))
    if (isSame) rows.add(RowKind.same, Reason.unknown, their, our, place)
    else {
      const reason =
        kind === LineKind.period
          ? Reason.period
          : findReason(textAt(theirTexts, their), textAt(ourTexts, our), binTime)
      rows.add(RowKind.differs, reason, their, our, place)
    }
    // After the last paired line of ours, this adds all that remain.
    addOwn(nextPaired(isPaired, our + 1))
  }
  return { result: rows.result(), calls }
}

const oneBlank = (line: string): string => line.replaceAll(/ +/g, ' ')

/** Collects the rows of a comparison. */
class Rows {
  readonly #theirs: StringTable
  readonly #ours: StringTable
  readonly #kind: number[] = []
  readonly #reason: number[] = []
  readonly #line: number[] = []
  readonly #left = new StringTableBuilder()
  readonly #right = new StringTableBuilder()
  readonly #counts = [0, 0, 0, 0]
  readonly #lengths = new LineLengths()
  readonly #lengthsDiffering = new LineLengths()

  constructor(theirs: StringTable, ours: StringTable) {
    this.#theirs = theirs
    this.#ours = ours
  }

  /** @param place line number in the listing, 0 if only ours has the line */
  add(kind: number, reason: number, their: number, our: number, place: number): void {
    this.#kind.push(kind)
    this.#reason.push(reason)
    this.#line.push(place)
    this.#counts[kind]++
    this.#addText(this.#left, this.#theirs, their, kind)
    this.#addText(this.#right, this.#ours, kind === RowKind.same ? NO_LINE : our, kind)
  }

  #addText(side: StringTableBuilder, { bytes, start, end }: StringTable, line: number, kind: number): void {
    if (line === NO_LINE) {
      side.add('')
      return
    }
    side.addBytes(bytes, start[line], end[line])
    const length = lengthOfLine(bytes, start[line], end[line])
    this.#lengths.add(length)
    if (kind !== RowKind.same) this.#lengthsDiffering.add(length)
  }

  result(): Paired['result'] {
    const [same, differing, onlyTheirs, onlyOurs] = this.#counts
    const rows = {
      length: this.#kind.length,
      kind: Uint8Array.from(this.#kind),
      reason: Uint8Array.from(this.#reason),
      line: Uint32Array.from(this.#line),
      theirs: this.#left.take(),
      ours: this.#right.take(),
      usual: this.#lengths.usual(),
      usualDiffering: this.#lengthsDiffering.usual(),
    }
    return { same, differing, onlyTheirs, onlyOurs, rows }
  }
}

function textAt({ bytes, start, end }: StringTable, line: number): string {
  return binaryString(bytes, start[line], end[line])
}

function nextPaired(isPaired: Uint8Array, from: number): number {
  const at = isPaired.indexOf(1, from)
  return at < 0 ? isPaired.length : at
}

function reasonOfLone(text: string): number {
  if (/\s0\/\d+\s/.test(text)) return Reason.static
  return /^\s*0\.00?\s+\d+\.\d\d\s+0\.00\s{9}/.test(text) ? Reason.unused : Reason.missing
}

/** Returns the calls in a row of the flat profile, null without any. */
function callsIn(text: string): number | null {
  const found = /^\s*\S+\s+\S+\s+\S+\s{1,9}(\d+)\s+\S+\s+\S+\s/.exec(text)
  return found ? Number(found[1]) : null
}
