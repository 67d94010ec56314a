/**
 * A position in a plain name, the text written so far, and what of that text substitutions stand for.
 *
 * Shape:   bytes in and out. One buffer holds the fixed words, then the text, and apart from it a result type, which is
 *          read behind the name that it is printed in front of. Nothing is allocated for a name.
 * Errors:  NOT_PLAIN for whatever may have to be printed otherwise than it is read, and for what is no name at all; or
 *          NOT_MANGLED, see NumberCursor.
 * Source:  Itanium C++ ABI, 5.1.10 (compression).
 */
import { LONGEST_NAME, NumberCursor } from '../number-cursor.ts'
import { WORD_START, WORDS } from './words.ts'

/** Thrown where a name must be read into a tree; one object made beforehand, as a throw with a stack is dear. */
export const NOT_PLAIN = new Error('not a plain name')

/** Text longer than this is no plain name's: substitutions may double it with every few characters. */
const LONGEST_TEXT = 1 << 15
/** What one character of a name can add without a substitution: an operator's name, with marks around it. */
const MOST_ADDED = 32
const TEXT = 1 << 12
const ASIDE = TEXT + LONGEST_TEXT + MOST_ADDED * LONGEST_NAME
const CAPACITY = 3 * ASIDE

const MAX_DEPTH = 64

/** What is to be known of a text that was written: the outermost qualifiers and references of a type … */
export const Shape = {
  const: 1,
  volatile: 2,
  reference: 4,
  rightReference: 8,
  /** A reference made of two. */
  collapsed: 16,
  /** … the last component of a name … */
  template: 32,
  structor: 64,
  /** … a name that is nothing but `std::string` or its like … */
  abbreviation: 128,
  /** … or several template arguments in the place of one. */
  pack: 256,
} as const

export const QUALIFIERS = Shape.const | Shape.volatile
export const REFERENCES = Shape.reference | Shape.rightReference

/** Without template arguments that `T_` could mean. */
export const NO_SCOPE = 0
/** Of what reads otherwise for every element of a pack. */
const NO_ONES_SCOPE = 0xffff

export abstract class PlainCursor extends NumberCursor {
  readonly text = new Uint8Array(CAPACITY)
  /** Where the next byte of text goes. */
  protected at = TEXT
  #asideFrom = ASIDE
  #isAside = false
  #depth = 0

  #known = 0
  readonly #knownFrom = new Uint32Array(LONGEST_NAME)
  readonly #knownTo = new Uint32Array(LONGEST_NAME)
  readonly #knownShape = new Uint16Array(LONGEST_NAME)
  /** The scope whose template arguments are in the text, or none. */
  readonly #knownScope = new Uint16Array(LONGEST_NAME)
  readonly #isKnownLocal = new Uint8Array(LONGEST_NAME)

  /** Whose template arguments `T_` means now; numbered in the order in which they come. */
  protected scope: number = NO_SCOPE
  /** Where text that depends on the scope, and local names, were written last. */
  #dependentAt = 0
  protected localAt = 0
  /** Within the parameters of lambdas, which have template parameters of their own. */
  protected isInLambda = false

  constructor() {
    super(new Uint8Array(LONGEST_NAME + 2))
    this.text.set(WORDS)
  }

  protected begin(): void {
    this.position = 2
    this.at = TEXT
    this.#asideFrom = ASIDE
    this.#isAside = false
    this.#depth = 0
    this.#known = 0
    this.scope = NO_SCOPE
    this.#dependentAt = 0
    this.localAt = 0
    this.isInLambda = false
  }

  protected enter(): void {
    if (++this.#depth > MAX_DEPTH) throw NOT_PLAIN
  }

  protected leave(): void {
    this.#depth--
  }

  protected write(word: number): void {
    const to = WORD_START[word + 1]
    for (let from = WORD_START[word]; from < to; from++) this.text[this.at++] = this.text[from]
  }

  protected writeByte(code: number): void {
    this.text[this.at++] = code
  }

  protected writeNumber(value: number): void {
    if (value > 9) this.writeNumber(Math.floor(value / 10))
    this.writeByte(48 + (value % 10))
  }

  /** So many characters of the name. */
  protected writeInput(length: number): void {
    const to = this.position + length
    for (let from = this.position; from < to; from++) this.text[this.at++] = this.input[from]
    this.position = to
  }

  /** What has been written before. */
  protected copy(from: number, to: number): void {
    if (this.at + to - from > (this.#isAside ? ASIDE : TEXT) + LONGEST_TEXT) throw NOT_PLAIN
    for (let next = from; next < to; next++) this.text[this.at++] = this.text[next]
  }

  /** Code of the last character. */
  protected last(): number {
    return this.text[this.at - 1]
  }

  /** Goes on writing apart from the text; answers where that stopped. */
  protected goAside(): number {
    if (this.#isAside) throw NOT_PLAIN
    this.#isAside = true
    const left = this.at
    this.at = this.#asideFrom
    return left
  }

  /** Back to the text. Answers where what was written apart begins. */
  protected comeBack(left: number): number {
    const from = this.#asideFrom
    this.#asideFrom = this.at
    this.#isAside = false
    this.at = left
    return from
  }

  protected asideEnd(): number {
    return this.#asideFrom
  }

  /** What follows would read otherwise in another scope. */
  protected markDependent(): void {
    this.#dependentAt = this.at
  }

  /** The text from there on is a substitution. */
  protected remember(from: number, shape: number): void {
    const index = this.#known++
    if (index >= LONGEST_NAME) throw NOT_PLAIN
    this.#knownFrom[index] = from
    this.#knownTo[index] = this.at
    this.#knownShape[index] = shape
    this.#knownScope[index] = this.#dependentAt >= from ? this.scope : NO_SCOPE
    this.#isKnownLocal[index] = this.localAt >= from ? 1 : 0
  }

  /** Forgets what has been remembered since there were so many. */
  protected forget(known: number): void {
    this.#known = known
  }

  /** Of what has been remembered since there were so many, nothing may be written again. */
  protected seal(known: number): void {
    this.#knownScope.fill(NO_ONES_SCOPE, known, this.#known)
  }

  protected knownCount(): number {
    return this.#known
  }

  /** Writes what a `S_`, `S0_`, `SA_`, … stands for, whose shape is the answer; the cursor is behind the `S`. */
  protected substitution(): number {
    const index = this.sequenceId()
    if (index >= this.#known) throw NOT_PLAIN
    const scope = this.#knownScope[index]
    if (scope !== NO_SCOPE) {
      if (scope !== this.scope) throw NOT_PLAIN
      this.#dependentAt = this.at
    }
    if (this.#isKnownLocal[index] === 1) {
      // What it names may have template parameters, which a lambda would take for its own.
      if (this.isInLambda) throw NOT_PLAIN
      this.localAt = this.at
    }
    this.copy(this.#knownFrom[index], this.#knownTo[index])
    return this.#knownShape[index]
  }
}
