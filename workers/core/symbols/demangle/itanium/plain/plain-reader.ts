/**
 * Reads plain names and writes what they stand for at the same time: nine of ten C++ names need no tree, as they are
 * printed in the order in which they are read, but for a result type.
 *
 * Shape:   bytes, read where they lie and written into the reader's own buffer, until the next name.
 * Errors:  none; false for names that must be read into a tree, and for what is no name: demangleItanium knows.
 * Source:  Itanium C++ ABI, 5.1.1 and 5.1.4; see encoding.ts.
 */
import { isDigit, isLower } from '../../characters.ts'
import { NOT_MANGLED } from '../../not-mangled.ts'
import { LONGEST_NAME } from '../number-cursor.ts'
import { NO_SCOPE, NOT_PLAIN, Shape } from './plain-cursor.ts'
import { PlainNames } from './plain-names.ts'
import * as words from './words.ts'

/** GNU's tools write into a buffer of 255 characters; so much fits with commas held back. */
const SURELY_BUFFERED = 200

let reader: PlainReader | null = null

/**
 * The one for all who need many names, as bytes; those that it turns down are for `readableName` to read. It stands apart
 * from that so that the page, which shows some forty names, need not load it.
 */
export const plainReader = (): PlainReader => (reader ??= new PlainReader())

export class PlainReader extends PlainNames {
  /** Where in `text` that is which the last name stands for, until another is read. */
  from = 0
  get to(): number {
    return this.at
  }

  /** A whole symbol, `_Z` included; none with a version behind an `@`, or with more than ASCII in it. */
  readSymbol(source: Uint8Array, from: number, to: number): boolean {
    const length = to - from
    if (length < 3 || length > LONGEST_NAME || source[from] !== 95 || source[from + 1] !== 90) return false
    for (let at = 2; at < length; at++) {
      const code = source[from + at]
      if (code === 64 || code > 127) return false
      this.input[at] = code
    }
    return this.#readInput(length)
  }

  /** A whole name as a binary string. */
  readString(source: string): boolean {
    const { length } = source
    if (length < 3 || length > LONGEST_NAME || source.charCodeAt(0) !== 95 || source.charCodeAt(1) !== 90)
      return false
    for (let at = 2; at < length; at++) this.input[at] = source.charCodeAt(at)
    return this.#readInput(length)
  }

  #readInput(length: number): boolean {
    this.input[length] = 0
    this.end = length
    this.begin()
    this.from = this.at
    try {
      this.#wholeName()
      return true
    } catch (error) {
      if (error === NOT_PLAIN || error === NOT_MANGLED) return false
      throw error
    }
  }

  #wholeName(): void {
    const code = this.input[this.position]
    if (code === 84 || code === 71) this.#specialName(code)
    else this.encoding(false)
    while (this.position < this.end) this.#cloneSuffix()
    // Longer, it may have commas that GNU's tools do not take back (output.ts).
    if (this.hasEmpty && this.at - this.from > SURELY_BUFFERED) throw NOT_PLAIN
  }

  #specialName(first: number): void {
    const second = this.input[this.position + 1]
    this.position += 2
    const entity = first === 84 ? words.TYPE_ENTITIES[second] : 0
    if (entity !== 0) {
      this.write(entity)
      this.type()
    } else if (first === 71) {
      if (second !== 86) throw NOT_PLAIN
      this.#writeNamed(words.GUARD)
    } else this.#specialFunction(second)
  }

  /** By the letter behind `T`. */
  #specialFunction(letter: number): void {
    switch (letter) {
      case 67: // C
        this.#constructionTable()
        break
      case 104: // h
        this.#skipOffset()
        this.#thunk(words.NON_VIRTUAL_THUNK)
        break
      case 118: // v
        this.#skipOffset()
        this.#skipOffset()
        this.#thunk(words.VIRTUAL_THUNK)
        break
      case 72: // H
        this.#writeNamed(words.TLS_INIT)
        break
      case 87: // W
        this.#writeNamed(words.TLS_WRAPPER)
        break
      default:
        throw NOT_PLAIN
    }
  }

  #writeNamed(word: number): void {
    this.write(word)
    this.name()
  }

  #thunk(word: number): void {
    const code = this.input[this.position]
    if (code === 84 || code === 71) throw NOT_PLAIN
    this.write(word)
    this.encoding(false)
  }

  /** A number that may be negative, and an underscore. */
  #skipOffset(): void {
    this.accept(110)
    while (isDigit(this.input[this.position])) this.position++
    this.expect(95)
  }

  #constructionTable(): void {
    const left = this.goAside()
    this.type()
    const derived = this.comeBack(left)
    this.digits()
    this.expect(95)
    this.write(words.CONSTRUCTION_TABLE)
    this.type()
    this.write(words.IN)
    this.copy(derived, this.asideEnd())
  }

  /** A function or a datum; within a local name its result is not shown. */
  protected encoding(isLocal: boolean): void {
    const { scope } = this
    const from = this.at
    this.scope = NO_SCOPE
    this.nameQualifiers = 0
    const shape = this.name()
    const { nameQualifiers } = this
    if (this.#isAtEnd()) {
      this.scope = scope
      this.#writeQualifiers(nameQualifiers)
      return
    }
    const isTemplate = (shape & Shape.template) !== 0
    const outer = isTemplate ? this.openScope() : 0
    let result = 0
    const hasResult = isTemplate && (shape & Shape.structor) === 0
    if (hasResult) {
      const left = this.goAside()
      this.type()
      result = this.comeBack(left)
    }
    const resultEnd = this.asideEnd()
    this.parameters()
    this.#writeQualifiers(nameQualifiers)
    if (isTemplate) this.closeScope(scope, outer)
    else this.scope = scope
    if (hasResult && !isLocal) this.#putInFront(from, result, resultEnd)
  }

  #isAtEnd(): boolean {
    return this.position >= this.end || this.input[this.position] === 69
  }

  #writeQualifiers(shape: number): void {
    if ((shape & Shape.const) !== 0) this.write(words.CONST)
    if ((shape & Shape.volatile) !== 0) this.write(words.VOLATILE)
    if ((shape & (Shape.reference | Shape.rightReference)) === 0) return
    this.writeByte(32)
    this.writeByte(38)
    if ((shape & Shape.rightReference) !== 0) this.writeByte(38)
  }

  /** The result type and a blank; no substitution is read any more, so that text may move. */
  #putInFront(from: number, result: number, end: number): void {
    const length = end - result
    this.text.copyWithin(from + length + 1, from, this.at)
    this.text.copyWithin(from, result, end)
    this.text[from + length] = 32
    this.at += length + 1
  }

  /** ` [clone .cold]`: a word or a number behind a dot, then any further numbers. */
  #cloneSuffix(): void {
    const from = this.position
    this.expect(46)
    if (!isSuffixLetter(this.input[this.position])) throw NOT_PLAIN
    while (isSuffixLetter(this.input[this.position])) this.position++
    while (this.input[this.position] === 46 && isDigit(this.input[this.position + 1])) {
      this.position++
      while (isDigit(this.input[this.position])) this.position++
    }
    const length = this.position - from
    this.position = from
    this.write(words.CLONE)
    this.writeInput(length)
    this.writeByte(93)
  }
}

function isSuffixLetter(code: number): boolean {
  return isLower(code) || isDigit(code) || code === 95
}
