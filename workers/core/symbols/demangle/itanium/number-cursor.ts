/**
 * A position in a mangled name and the numbers of the grammar, for whoever reads the name into a tree (cursor.ts) and whoever
 * writes it while reading (plain/plain-cursor.ts).
 *
 * Errors:  NOT_MANGLED where the text leaves the grammar.
 * Source:  Itanium C++ ABI, 5.1.2 (numbers, sequence ids).
 */
import { isDigit } from '../characters.ts'
import { NOT_MANGLED } from '../not-mangled.ts'

/** Characters; longer names are shown raw, by GNU's tools too. */
export const LONGEST_NAME = 1024

export abstract class NumberCursor {
  /** The name, and behind its last character a 0. */
  protected readonly input: Uint8Array
  protected end = 0
  protected position = 0

  constructor(input: Uint8Array) {
    this.input = input
  }

  protected accept(code: number): boolean {
    if (this.input[this.position] !== code) return false
    this.position++
    return true
  }

  protected expect(code: number): void {
    if (this.input[this.position++] !== code) throw NOT_MANGLED
  }

  /** Digits, at least one. */
  protected digits(): number {
    let code = this.input[this.position]
    if (!isDigit(code)) throw NOT_MANGLED
    let value = 0
    do {
      value = value * 10 + (code - 48)
      // Larger than any name or count there is: no need to be exact, only to stay finite.
      if (value > 0x7fffffff) throw NOT_MANGLED
      code = this.input[++this.position]
    } while (isDigit(code))
    return value
  }

  /** `_` is 0, `0_` is 1 and so on: the decimal ordinals of parameters, lambdas and unnamed types. */
  protected ordinal(): number {
    if (this.accept(95)) return 0
    const value = this.digits()
    this.expect(95)
    return value + 1
  }

  /** Which substitution a `S_`, `S0_`, `SA_`, … means, from 0; the cursor is behind the `S`. */
  protected sequenceId(): number {
    if (this.accept(95)) return 0
    let index = 0
    do {
      const code = this.input[this.position]
      if (isDigit(code)) index = index * 36 + (code - 48)
      else if (code >= 65 && code <= 90) index = index * 36 + (code - 55)
      else throw NOT_MANGLED
      // There are no more substitutions than characters.
      if (index > this.end) throw NOT_MANGLED
      this.position++
    } while (!this.accept(95))
    return index + 1
  }

  /** `_`, `_7` or `__12_` behind a local name; never shown. */
  protected discriminator(): void {
    if (!this.accept(95)) return
    if (this.accept(95)) {
      if (!isDigit(this.input[this.position])) return
      if (this.digits() < 10) throw NOT_MANGLED
      this.expect(95)
    } else while (isDigit(this.input[this.position])) this.position++
  }
}
