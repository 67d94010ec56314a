// Rows of one hex dump to bytes. The addresses prove the rows: each must follow the one before, and the
// next row’s address gives a row’s size.
import { type DumpBytes, type DumpDamage, gapWords } from './dump.ts'
import { bytesOf, type HexRow, inkBehind } from './hex-row.ts'
import { bytesOfLast, distance, fits, type HexLayout, type SeenRow } from './hex-layout.ts'

/**
 * Rows with other addresses that are tolerated, since a message may look like a row. More are a
 * gap.
 */
const STRAY_ROWS = 3

export class HexRun {
  readonly #layout: HexLayout
  readonly #reversed: boolean
  readonly #out: DumpBytes
  readonly #first: SeenRow
  /** The last row; its bytes are taken once the next row gives its size. */
  #pending: SeenRow
  #pendingAt = 0
  #stray: SeenRow[] = []
  /** The last row that seemed not to belong to this dump. */
  #passedOver: SeenRow | null = null
  /** Distance from the digits to the characters; null without characters. */
  readonly #characters: number | null
  #damage: DumpDamage | null = null
  /** The line after the last row, which has only an address. */
  #end: SeenRow | null = null

  constructor(
    first: SeenRow,
    layout: HexLayout,
    { reversed, characters }: { readonly reversed: boolean; readonly characters: number | null },
    out: DumpBytes,
  ) {
    this.#layout = layout
    this.#reversed = reversed
    this.#characters = characters
    this.#out = out
    this.#first = first
    this.#pending = first
  }

  get damage(): DumpDamage | null {
    return this.#damage
  }

  /** Padding bytes at the end, where no line after the last row gives the exact end. */
  get spare(): number {
    const { unit } = this.#layout
    const isWord = unit === 2 || unit === 4 || unit === 8
    // A partial word is the exact end.
    const isExact = this.#out.size % unit > 0
    return isWord && !isExact && !this.#end && !this.#damage ? unit - 1 : 0
  }

  get bytes(): DumpBytes {
    return this.#out
  }

  /**
   * Takes a row. Returns whether it belongs to this dump, or at least not to a dump that starts
   * with it.
   */
  take(seen: SeenRow): boolean {
    const { row } = seen
    const at = this.#offset(seen)
    const isEmpty = row.ends.length === 0
    // Addresses never become shorter; part of a damaged row may also begin with digits.
    if (row.address.length < this.#first.row.address.length) {
      if (!isEmpty && !this.#damage && !this.#end) this.#setAside(seen)
      return true
    }
    // The same row printed twice.
    if (at === this.#pendingAt && row.text === this.#pending.row.text) return true
    const isFirst = row.address === this.#first.row.address && at === 0
    if (isFirst && !isEmpty && (seen.titled || !this.#first.titled)) return false
    if (this.#damage) return true
    if (Number.isNaN(at)) {
      this.#setAside(seen)
      return true
    }
    if (this.#end !== null) return this.#takeBehindEnd(at, isEmpty)
    const step = at - this.#pendingAt
    const { rowBytes } = this.#layout
    const isEnd = isEmpty && this.#isEndLine(row)
    // NuttX reads a file in parts, and the last row of each may be short.
    const mayBeShort = isEnd || seen.base !== this.#pending.base
    const follows = seen.starred
      ? step >= rowBytes
      : mayBeShort
        ? step > 0 && step <= rowBytes
        : step === rowBytes
    if (!follows) {
      if (!isEmpty || isEnd) this.#setAside(seen)
      return true
    }
    this.#passedOver = this.#stray.at(-1) ?? this.#passedOver
    this.#stray = []
    if (!this.#takePending(Math.min(step, rowBytes))) return true
    if (step > rowBytes && !this.#repeatPending(step - rowBytes, isEnd, seen)) return true
    this.#pending = seen
    this.#pendingAt = at
    if (isEnd) this.#end = seen
    return true
  }

  /** Whether a row has only an address, as wide as the others. */
  #isEndLine(row: HexRow): boolean {
    const { length } = this.#first.row.address
    return (
      !row.colon &&
      row.address.length >= length &&
      row.origin === row.address.length &&
      inkBehind(row) === Infinity
    )
  }

  /** Takes a row after what seemed to be the end, which may be a row that lost its digits. */
  #takeBehindEnd(at: number, isEmpty: boolean): boolean {
    const step = at - this.#pendingAt
    const isNext = step > 0 && step <= (STRAY_ROWS + 1) * this.#layout.rowBytes
    if (isNext && !isEmpty && this.#end) this.tellUnreadable(this.#end.line)
    return true
  }

  tellUnreadable(line: number): void {
    this.#damage ??= { line, why: 'unreadable', what: '' }
  }

  /** Ends the dump, since the text ends or another dump begins. */
  finish(): void {
    if (this.#damage || this.#end) return
    const { row, line } = this.#pending
    const size = bytesOfLast(row, this.#layout)
    const [stray] = this.#stray
    // A cut number would lack its leading digits. xxd does show partial numbers, and characters
    // beside them.
    const isCutNumber =
      size !== null && this.#reversed && this.#characters === null && size % this.#layout.unit > 0
    if (size === null || isCutNumber) this.tellUnreadable(line)
    else if (stray) this.#tellGap(stray)
    else if (this.#takePending(size) && this.#passedOver) this.#tellIfNext(this.#passedOver)
  }

  /** Reports a row as unreadable if it would be the next one but comes too early. */
  #tellIfNext(seen: SeenRow): void {
    if (this.isNext(seen)) this.tellUnreadable(seen.line)
  }

  isNext(seen: SeenRow): boolean {
    return this.#offset(seen) === this.#pendingAt + this.#layout.rowBytes
  }

  #offset({ row, base }: SeenRow): number {
    return distance(this.#first.row.address, row.address, this.#layout.radix) + base - this.#first.base
  }

  #setAside(seen: SeenRow): void {
    this.#stray.push(seen)
    const [first] = this.#stray
    if (this.#stray.length <= STRAY_ROWS || !first) return
    this.#tellGap(first)
  }

  /** Appends the pending row's bytes. Returns whether the row was readable. */
  #takePending(size: number): boolean {
    const { row, line } = this.#pending
    const { unit } = this.#layout
    const groups = Math.ceil(size / unit)
    const bytes =
      groups <= row.ends.length && this.#isInPlace(row, groups) ? bytesOf(row, groups, this.#reversed) : null
    const taken = bytes?.subarray(0, size)
    if (taken?.length !== size) this.tellUnreadable(line)
    else if (!this.#isAsShown(taken)) this.#damage = { line, why: 'characters', what: '' }
    else this.#out.append(taken)
    return this.#damage === null
  }

  /**
   * Whether the last group ends in its usual column. A lost digit shifts all that follows, and a
   * character may pass for a group.
   */
  #isInPlace({ ends }: HexRow, groups: number): boolean {
    const { rowBytes, unit, lastEnd } = this.#layout
    return groups < rowBytes / unit || groups === ends.length || ends[groups - 1] === lastEnd
  }

  #isAsShown(bytes: Uint8Array): boolean {
    if (this.#characters === null) return true
    return fits(this.#pending.row, bytes, this.#layout.lastEnd + this.#characters)
  }

  #repeatPending(size: number, isEnd: boolean, next: SeenRow): boolean {
    const { rowBytes, unit } = this.#layout
    if (!isEnd && size % rowBytes > 0) {
      this.#tellGap(next)
      return false
    }
    const bytes = bytesOf(this.#pending.row, rowBytes / unit, this.#reversed)
    if (bytes) this.#out.repeat(bytes, size)
    return bytes !== null
  }

  /**
   * Reports a gap. After a large loss, the row before may be the start of one row and the end of
   * another, so it is dropped.
   */
  #tellGap(next: SeenRow): void {
    const { radix, rowBytes } = this.#layout
    const expected = this.#pendingAt + rowBytes
    const found = this.#offset(next)
    if (Number.isNaN(found)) return this.tellUnreadable(next.line)
    const address = (offset: number): string => this.#address(offset, radix)
    const what = gapWords(address(expected), address(found - 1), address(found), found > expected)
    this.#damage = { line: next.line, why: 'gap', what }
  }

  /** Returns an offset as an address in the dump's notation. */
  #address(offset: number, radix: HexLayout['radix']): string {
    const { row, base } = this.#first
    const prefix = { 8: '0o', 10: '', 16: '0x' }[radix]
    const digits = (BigInt(prefix + row.address) + BigInt(base) + BigInt(offset)).toString(radix)
    return digits.padStart(row.address.length, '0')
  }
}
