// Hex dumps with addresses, among other console output, to bytes.
import {
  DECIDING_BYTES,
  type Dump,
  type DumpBytes,
  type DumpReader,
  type DumpRules,
  type EndedDump,
  isMarked,
} from './dump.ts'
import { bytesOf, type HexRow, parseHexRow, unitOf } from './hex-row.ts'
import { distance, findCharacters, type HexLayout, layoutOf, type SeenRow } from './hex-layout.ts'
import { isAsLong, type LinePiece } from './line-pieces.ts'
import { HexRun } from './hex-run.ts'

/** Rows that fix the layout. */
const TELLING_ROWS = 8
/** Most rows looked at to find the byte order. */
const MOST_ROWS = 512

/** Bytes of the shortest profile. */
const SMALLEST_FILE = 20
const NO_BYTES = new Uint8Array(0)

/** Lowest address of a buffer in a memory dump; a dump of a file starts at 0. */
const LOWEST_MEMORY = 256

interface Order {
  /** Whether the bytes within a group are reversed. */
  readonly reversed: boolean
  readonly characters: number | null
}

/**
 * NuttX restarts its addresses at each part of a file that it reads, and prints that part's offset
 * first.
 */
const TITLE = /^\S.{0,200} at ([0-9a-fA-F]{8}):$/

/** Reads hex dumps with addresses, such as those of xxd, hexdump, od and gdb. */
export class HexDumpReader implements DumpReader {
  readonly #isBeginning: DumpRules['isBeginning']
  readonly #newBytes: () => DumpBytes
  readonly #largest: number
  /** Rows kept until the dump's form is known. */
  #rows: SeenRow[] = []
  #run: HexRun | null = null
  /** The last row of a group that was rejected; the rows that follow it are rejected too. */
  #refused: SeenRow | null = null
  #starred = false
  #base = 0
  #titled = false
  #wanted = TELLING_ROWS
  /** The last line that is not a row. */
  #other: LinePiece | null = null
  /** Whether the first row follows a line that may be a damaged row. */
  #headless = false

  constructor({ isBeginning, newBytes, largest }: DumpRules) {
    this.#isBeginning = isBeginning
    this.#newBytes = newBytes
    this.#largest = largest
  }

  /** Takes a line; see DumpReader. */
  take(piece: LinePiece): 'nothing' | 'open' | EndedDump {
    const state = this.#run ? 'open' : 'nothing'
    const { text, line } = piece
    if (piece.continues || piece.goesOn) return state
    if (text.length < 8 && text.trim() === '*') {
      this.#starred = true
      return state
    }
    const title = text.endsWith(':') ? TITLE.exec(text) : null
    if (title) {
      this.#base = Number.parseInt(title[1] ?? '', 16)
      this.#titled = true
      return state
    }
    const row = parseHexRow(text)
    if (row === null) {
      this.#other = piece
      return state
    }
    const seen = { row, line, starred: this.#starred, base: this.#base, titled: this.#titled }
    this.#starred = false
    this.#titled = false
    return this.#run ? this.#goOn(this.#run, seen, piece) : this.#begin(seen, piece)
  }

  /** Ends the text; see DumpReader. */
  end(): Dump | null {
    if (!this.#run) this.#decide()
    return this.#finish()
  }

  #goOn(run: HexRun, seen: SeenRow, piece: LinePiece): 'open' | EndedDump {
    if (seen.row.ends.length > 0 && !isLike(this.#rows[0]?.row, seen.row)) return 'open'
    const isOther = isAnnounced(seen.row.address, piece, this.#other) && !run.isNext(seen)
    return !isOther && run.take(seen) ? 'open' : { dump: this.#finish(), after: [piece] }
  }

  #begin(seen: SeenRow, piece: LinePiece): 'nothing' | 'open' | EndedDump {
    const last = this.#refused ?? this.#rows.at(-1)
    const isNew = last !== undefined && (!isLike(last.row, seen.row) || !isBehind(last, seen))
    if (seen.row.ends.length === 0 && (this.#rows.length === 0 || isNew)) return 'nothing'
    if (isNew) {
      // The rows so far may be a short dump, and this row not part of it.
      if (this.#refused === null && this.#decide() && this.#run) {
        if (isJustBehind(last, seen)) this.#run.tellUnreadable(last.line)
        return this.#goOn(this.#run, seen, piece)
      }
      this.#rows = []
      this.#wanted = TELLING_ROWS
      this.#refused = null
      this.#headless = isJustBehind(last, seen)
    } else if (this.#rows.length === 0) this.#headless = isAsLong(this.#other, piece)
    if (this.#refused) {
      this.#refused = seen
      return 'nothing'
    }
    this.#rows.push(seen)
    if (!this.#hasEnough()) return 'nothing'
    if (this.#decide(MOST_ROWS)) return 'open'
    if (this.#rows.length >= this.#wanted) this.#refused = seen
    return 'nothing'
  }

  #hasEnough(): boolean {
    const { length } = this.#rows
    return length >= this.#wanted && (length >= DECIDING_BYTES || this.#byteCount() >= DECIDING_BYTES)
  }

  #byteCount(): number {
    let bytes = 0
    for (const { row } of this.#rows) bytes += row.ends.length * unitOf(row).bytes
    return bytes
  }

  /** Whether the rows are enough to be a profile; short runs of rows occur in any log. */
  #mayBegin({ row }: SeenRow): boolean {
    if (this.#byteCount() >= SMALLEST_FILE) return true
    return [false, true].some((reversed) => isMarked(bytesOf(row, row.ends.length, reversed) ?? NO_BYTES))
  }

  /**
   * Whether the rows so far begin a file; if so, starts to read it.
   *
   * @param waitFor rows to wait for while both byte orders are equally likely
   */
  #decide(waitFor = 0): boolean {
    const [first, ...others] = this.#rows
    const layout = first && this.#mayBegin(first) ? layoutOf(this.#rows) : null
    if (layout === null || first === undefined) return false
    const order = this.#orderOf(layout, first, others, this.#rows.length < waitFor)
    if (order === 'more rows') this.#wanted = 2 * this.#rows.length
    if (order === null || order === 'more rows') return false
    const run = new HexRun(first, layout, order, this.#newBytes())
    for (const row of others) run.take(row)
    this.#rows = [first]
    this.#run = run
    return true
  }

  /**
   * Returns the byte order in which the rows begin a file.
   *
   * Words of 32 bits may begin one in both orders. Then the characters decide, or else which header
   * is a usual one. A dump without characters shows numbers in the machine's order, which is mostly
   * little-endian.
   */
  #orderOf(
    layout: HexLayout,
    first: SeenRow,
    others: readonly SeenRow[],
    mayWait: boolean,
  ): Order | 'more rows' | null {
    const orders = layout.unit > 1 ? [false, true] : [false]
    const found = orders.flatMap((reversed) => {
      const characters = findCharacters([first, ...others], layout, reversed)
      const order = { reversed, characters: characters?.gap ?? null }
      const bytes = this.#beginningOf(new HexRun(first, layout, order, this.#newBytes()), others)
      return this.#isStart(bytes, first)
        ? [{ order, shown: characters?.rows ?? 0, isUsual: this.#isBeginning(bytes, 0) }]
        : []
    })
    const [one, other] = found
    if (other === undefined || one === undefined) return one?.order ?? null
    if (one.shown === other.shown && one.shown > 0 && mayWait) return 'more rows'
    if (one.shown !== other.shown) return one.shown > other.shown ? one.order : other.order
    return one.isUsual && !other.isUsual ? one.order : other.order
  }

  /** Without GNU's magic, only the first bytes of a dump count as a beginning. */
  #isStart(bytes: Uint8Array, { row, titled }: SeenRow): boolean {
    if (!this.#isBeginning(bytes, this.#largest)) return false
    if (isMarked(bytes)) return true
    const at = Number.parseInt(row.address, 16)
    return !this.#headless && (titled || at === 0 || at >= LOWEST_MEMORY)
  }

  /** Repeated rows are expanded only once the dump is known to be useful. */
  #beginningOf(run: HexRun, others: readonly SeenRow[]): Uint8Array {
    for (const row of others) {
      if (row.starred) break
      run.take(row)
    }
    run.finish()
    return run.bytes.start(DECIDING_BYTES)
  }

  #finish(): Dump | null {
    const run = this.#run
    this.#run = null
    run?.finish()
    return run && this.#dumpOf(run)
  }

  #dumpOf({ bytes, damage, spare }: HexRun): Dump {
    return { form: 'a hex dump', pieces: bytes.pieces(), size: bytes.size, damage, spare }
  }
}

/** Whether the command on the line before names the address: "=> md 90000000". */
function isAnnounced(address: string, { line }: LinePiece, before: LinePiece | null): boolean {
  const digits = address.replace(/^0+/, '').toLowerCase()
  return (
    digits.length > 2 &&
    before !== null &&
    before.line + 1 === line &&
    before.text.toLowerCase().includes(digits)
  )
}

/** Whether the second row is the next one, or nearly. */
function isJustBehind(one: SeenRow, other: SeenRow): boolean {
  const step = distance(one.row.address, other.row.address, 16)
  return step > 0 && step <= 4 * LOWEST_MEMORY && one.base === other.base
}

/**
 * Whether two rows have the layout of one dump. The last row may have no groups, or part of one.
 */
function isLike(one: HexRow | undefined, other: HexRow): boolean {
  if (one === undefined || one.colon !== other.colon) return false
  const isPart = other.ends.length === 1 && other.width < one.width && other.width % 2 === 0
  return one.width === other.width || other.width === 0 || one.width === 0 || isPart
}

function isBehind(one: SeenRow, other: SeenRow): boolean {
  if (one.base !== other.base) return other.base > one.base
  const [a, b] = [one.row.address, other.row.address]
  return b.length > a.length || (b.length === a.length && b.toLowerCase() > a.toLowerCase())
}
