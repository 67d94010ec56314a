// A position in a Rust v0 name: reads the numbers or identifiers of the grammar.
//
// Errors:  NOT_MANGLED where the text leaves the grammar.
// Source:  "v0 Symbol Format" of the rustc book: identifiers, common rules.
import { isDigit, isLower, isUpper, lowerHexValue, NOT_MANGLED } from '../parsing.ts'
import { decodePunycode } from './punycode.ts'

/** An identifier of a v0 name. */
export interface Identifier {
  readonly text: string
  /** The text may be empty without, for Punycode that means nothing. */
  readonly isNamed: boolean
  readonly disambiguator: bigint
}

export class V0Cursor {
  protected readonly input: string
  protected position = 2

  constructor(input: string) {
    this.input = input
  }

  protected peek(): number {
    return this.position < this.input.length ? this.input.charCodeAt(this.position) : 0
  }

  protected next(): string {
    if (this.position >= this.input.length) throw NOT_MANGLED
    return this.input.charAt(this.position++)
  }

  protected accept(letter: string): boolean {
    if (this.input.charAt(this.position) !== letter) return false
    this.position++
    return true
  }

  protected hexDigits(): string {
    const from = this.position
    while (lowerHexValue(this.peek()) >= 0) this.position++
    const digits = this.input.slice(from, this.position)
    if (digits === '' || !this.accept('_')) throw NOT_MANGLED
    return digits
  }

  protected identifier(): Identifier {
    const disambiguator = this.disambiguator()
    const isPunycode = this.accept('u')
    const bytes = this.identifierBytes()
    if (!isPunycode) return { text: bytes, isNamed: bytes !== '', disambiguator }
    const split = bytes.lastIndexOf('_')
    const digits = bytes.slice(split + 1)
    const text = digits === '' ? null : decodePunycode(bytes.slice(0, Math.max(split, 0)), digits)
    if (text === null) throw NOT_MANGLED
    return { text, isNamed: true, disambiguator }
  }

  protected plainIdentifier(): string {
    const text = this.identifierBytes()
    if (text === '') throw NOT_MANGLED
    return text
  }

  protected identifierBytes(): string {
    const length = this.decimal()
    this.accept('_')
    const from = this.position
    if (length > this.input.length - from) throw NOT_MANGLED
    this.position = from + length
    for (let at = from; at < this.position; at++) {
      const code = this.input.charCodeAt(at)
      if (!isLower(code) && !isUpper(code) && !isDigit(code) && code !== 95) throw NOT_MANGLED
    }
    return this.input.slice(from, this.position)
  }

  protected decimal(): number {
    if (this.accept('0')) return 0
    let value = 0
    if (!isDigit(this.peek())) throw NOT_MANGLED
    while (isDigit(this.peek())) {
      value = value * 10 + (this.peek() - 48)
      if (value > this.input.length) throw NOT_MANGLED
      this.position++
    }
    return value
  }

  protected disambiguator(): bigint {
    return this.accept('s') ? BigInt.asUintN(64, this.base62() + 1n) : 0n
  }

  /** `_` is 0, `0_` is 1, `Z_` is 62; 64 bits, like the tools, whatever is written. */
  protected base62(): bigint {
    if (this.accept('_')) return 0n
    const from = this.position
    let value = 0
    let wide: bigint | null = null
    while (!this.accept('_')) {
      const digit = base62Value(this.next().charCodeAt(0))
      if (wide === null && this.position - from > 8) wide = BigInt(value)
      if (wide === null) value = value * 62 + digit
      else wide = BigInt.asUintN(64, wide * 62n + BigInt(digit))
    }
    return BigInt.asUintN(64, (wide ?? BigInt(value)) + 1n)
  }
}

function base62Value(code: number): number {
  if (isDigit(code)) return code - 48
  if (isLower(code)) return code - 87
  if (isUpper(code)) return code - 29
  throw NOT_MANGLED
}
