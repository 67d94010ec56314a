// Dumps without addresses to bytes: plain hex digits, C arrays, base64. Without addresses, only equal
// rows prove that nothing is missing: all but the last have one length, and no other line is between
// them.
import {
  DECIDING_BYTES,
  type Dump,
  type DumpBytes,
  type DumpDamage,
  type DumpReader,
  type DumpRules,
  type EndedDump,
  isMarked,
} from './dump.ts'
import { isAsLong, type LinePiece } from './line-pieces.ts'
import type { StreamForm } from './stream-forms.ts'

/** Lines after a row in which the next row may come, if the one between is damaged. */
const LOOKED_AT = 3

/** Bytes that identify a beginning: the address range, in older BSD profiles. */
const ALIKE = 8

/** Damage from a line on, and the number of bytes before it. */
interface Suspicion {
  readonly damage: DumpDamage
  readonly size: number
}

/** Reads one form of dump without addresses. */
export class StreamReader implements DumpReader {
  readonly #form: StreamForm
  readonly #rules: DumpRules
  #out: DumpBytes
  #state: 'telling' | 'open' | 'refused' = 'telling'
  #unit = 1
  #reversed = false
  /** Symbols of the first row; 0 before there is one, Infinity for a row in pieces. */
  #width = 0
  /** Symbols of an incomplete quantum. */
  #rest = ''
  #firstLine = 0
  /** The last line that is not a row. */
  #other: LinePiece | null = null
  /** Whether that line precedes the first row, and may be an unreadable row. */
  #headless = false
  #lastRow: Suspicion | null = null
  /** The last row differs in length, so it must be the final one. */
  #odd: Suspicion | null = null
  #wrong: Suspicion | null = null
  #isComplete = false
  /** Lines since the last row. */
  #held: LinePiece[] = []

  constructor(form: StreamForm, rules: DumpRules) {
    this.#form = form
    this.#rules = rules
    this.#out = rules.newBytes()
  }

  /** Takes a line; see DumpReader. */
  take(piece: LinePiece): 'nothing' | 'open' | EndedDump {
    const { text, continues, goesOn } = piece
    if (!continues && !goesOn && text.trim() === '') return this.#answer()
    const isPart = continues || goesOn
    const symbols = this.#form.symbolsOf(text, isPart)
    if (symbols === null) return this.#takeOther(piece)
    if (this.#state === 'refused') return 'nothing'
    if (this.#isComplete && !continues) return this.#close([piece])
    if (this.#held.length > 0) return this.#takeAfterOthers(piece, symbols)
    if (this.#needsRestart(symbols, continues)) {
      this.#decide()
      if (this.#answer() === 'nothing') this.#reset()
    }
    this.#takeRow(piece, symbols, isPart)
    if (this.#state === 'telling' && this.#out.size >= DECIDING_BYTES) this.#decide()
    return this.#answer()
  }

  /** Ends the text; see DumpReader. */
  end(): Dump | null {
    this.#decide()
    return this.#state === 'open' ? this.#close([]).dump : null
  }

  #answer(): 'nothing' | 'open' {
    return this.#state === 'open' ? 'open' : 'nothing'
  }

  /** Whether the row so far was only a word: no row is longer than the first. */
  #needsRestart(symbols: string, continues: boolean): boolean {
    if (this.#state !== 'telling' || this.#width === 0 || continues) return false
    return this.#odd !== null || symbols.length > this.#width
  }

  #takeRow(piece: LinePiece, symbols: string, isPart: boolean): void {
    const { text, line, continues } = piece
    if (this.#width === 0) {
      this.#width = isPart ? Infinity : symbols.length
      this.#firstLine = line
      this.#headless = isAsLong(this.#other, piece)
      this.#unit = this.#form.unitOf(text)
    }
    if (this.#wrong) return
    const before = this.#out.size
    const all = this.#rest + symbols
    const isLast = this.#form.isEnd(symbols)
    const whole = isLast ? all.length : all.length - (all.length % (this.#form.quantum * this.#unit))
    const bytes = this.#form.decode(all.slice(0, whole))
    this.#rest = all.slice(whole)
    // A first row of unusual length has lost something.
    if (!continues && before > 0 && this.#width % this.#form.quantum > 0 && this.#width < Infinity)
      this.#wrong = { damage: unreadable(this.#firstLine), size: 0 }
    else if (!continues && this.#odd) this.#wrong = this.#odd
    else if (bytes === null) this.#wrong = { damage: unreadable(line), size: isPart ? 0 : before }
    else {
      this.#isComplete = isLast
      const isOdd = !isPart && symbols.length !== this.#width
      this.#lastRow = { damage: unreadable(line), size: isPart ? 0 : before }
      if (isOdd) this.#odd = this.#lastRow
      this.#append(bytes)
    }
  }

  #append(bytes: Uint8Array): void {
    if (this.#reversed) reverseUnits(bytes, this.#unit)
    this.#out.append(bytes)
  }

  #takeOther(piece: LinePiece): 'nothing' | 'open' | EndedDump {
    if (this.#state === 'telling' && this.#width > 0) this.#decide()
    if (this.#state !== 'open') {
      if (this.#width > 0) this.#reset()
      this.#other = piece
      return 'nothing'
    }
    const announced = this.#form.announced(piece.text)
    if (announced !== null) return this.#closeWith(announced, piece.line)
    // The rest of an overlong line is not another line.
    if (piece.continues && !this.#isComplete)
      this.#wrong ??= { damage: unreadable(piece.line), size: this.#out.size }
    this.#held.push(piece)
    const mayGoOn = this.#held.length <= LOOKED_AT && !this.#isComplete
    return mayGoOn ? 'open' : this.#close(this.#held)
  }

  /**
   * Takes a row after other lines. A row as long as the others belongs to this dump, unless it
   * begins another; then one of the lines between was an unreadable row. A shorter one may be part
   * of a row.
   */
  #takeAfterOthers(piece: LinePiece, symbols: string): 'open' | EndedDump {
    const [first] = this.#held
    const isRow = symbols.length >= this.#width && first !== undefined
    if (!isRow && this.#held.length <= LOOKED_AT) {
      this.#held.push(piece)
      return 'open'
    }
    if (!isRow || this.#isOtherBeginning(symbols)) return this.#close([...this.#held, piece])
    this.#wrong ??= this.#odd ?? { damage: unreadable(first.line), size: this.#out.size }
    this.#held = []
    return 'open'
  }

  /** Whether a row begins like this dump, as profiles of one program do. */
  #isOtherBeginning(symbols: string): boolean {
    const { quantum } = this.#form
    const bytes = this.#form.decode(symbols.slice(0, symbols.length - (symbols.length % quantum)))
    if (bytes === null) return false
    if (this.#reversed) reverseUnits(bytes, this.#unit)
    const start = this.#out.start(ALIKE)
    return isMarked(bytes) || start.every((byte, at) => byte === bytes[at])
  }

  #decide(): void {
    if (this.#state !== 'telling') return
    const start = this.#out.start(DECIDING_BYTES)
    if (start.length === 0 && this.#rest === '') return
    const { isBeginning, largest } = this.#rules
    const turned = start.slice()
    reverseUnits(turned, this.#unit)
    const mayBe = isBeginning(start, largest)
    const mayBeTurned = this.#unit > 1 && isBeginning(turned, largest)
    // If both orders are possible, little-endian numbers are more likely, unless only the other
    // gives a usual header.
    this.#reversed = mayBeTurned && !(mayBe && isBeginning(start, 0) && !isBeginning(turned, 0))
    const isHeadless = this.#headless && !isMarked(this.#reversed ? turned : start)
    this.#state = (mayBe || mayBeTurned) && !isHeadless ? 'open' : 'refused'
    const [first] = this.#reversed ? this.#out.pieces() : []
    if (first) reverseUnits(first, this.#unit)
  }

  #closeWith(announced: number, line: number): EndedDump {
    this.#flush()
    const { size } = this.#out
    if (size === announced) this.#wrong = null
    else
      this.#wrong ??= {
        damage: { line, why: 'length', what: `${size} bytes, where it says ${announced}` },
        // It is unknown which bytes are missing.
        size: 0,
      }
    return this.#close([])
  }

  #close(after: readonly LinePiece[]): EndedDump {
    this.#flush()
    const size = this.#wrong?.size ?? this.#out.size
    const pieces = this.#out.pieces(size)
    const spare = this.#unit - 1
    const dump = { form: this.#form.name, pieces, size, damage: this.#wrong?.damage ?? null, spare }
    this.#reset()
    return { dump, after }
  }

  /** Handles an incomplete quantum. In a form that marks its end, the end or more is missing. */
  #flush(): void {
    if (this.#rest === '' || this.#wrong) return
    const bytes = this.#form.endsAnywhere ? this.#form.decode(this.#rest) : null
    this.#rest = ''
    if (bytes) this.#append(bytes)
    else this.#wrong = this.#lastRow
  }

  #reset(): void {
    this.#out = this.#rules.newBytes()
    this.#state = 'telling'
    this.#reversed = false
    this.#width = 0
    this.#rest = ''
    this.#odd = null
    this.#lastRow = null
    this.#wrong = null
    this.#isComplete = false
    this.#held = []
  }
}

const unreadable = (line: number): DumpDamage => ({ line, why: 'unreadable', what: '' })

function reverseUnits(bytes: Uint8Array, unit: number): void {
  for (let at = 0; at + 1 < bytes.length; at += unit) bytes.subarray(at, at + unit).reverse()
}
