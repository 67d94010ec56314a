/**
 * A position in a mangled name, the numbers of the grammar, and the dictionary of substitutions.
 *
 * Errors:  NOT_MANGLED where the text leaves the grammar or a bound is passed.
 * Source:  Itanium C++ ABI, 5.1.2 (numbers, sequence ids) and 5.1.10 (compression).
 */
import { isDigit } from '../characters.ts'
import { NOT_MANGLED } from '../not-mangled.ts'
import type { Node } from './node.ts'

/** Constructs read for one name. Only where two readings are tried can there be more of them than characters. */
const MAX_STEPS = 1 << 14

/** Nested constructs; deeper names are shown raw. Real ones stay below 100; the stack holds several times as many. */
const MAX_DEPTH = 384

export class Cursor {
  protected readonly input: string
  protected readonly end: number
  protected position: number
  protected readonly substitutions: Node[] = []
  private depth = 0
  private steps = 0

  constructor(input: string, position: number) {
    this.input = input
    this.end = input.length
    this.position = position
  }

  /** The next character code; 0 at the end. */
  protected peek(): number {
    return this.position < this.end ? this.input.charCodeAt(this.position) : 0
  }

  protected peekAfter(distance: number): number {
    const at = this.position + distance
    return at < this.end ? this.input.charCodeAt(at) : 0
  }

  protected accept(code: number): boolean {
    if (this.position < this.end && this.input.charCodeAt(this.position) === code) {
      this.position++
      return true
    }
    return false
  }

  protected expect(code: number): void {
    if (!this.accept(code)) throw NOT_MANGLED
  }

  protected enter(): void {
    if (++this.depth > MAX_DEPTH || ++this.steps > MAX_STEPS) throw NOT_MANGLED
  }

  protected leave(): void {
    this.depth--
  }

  protected remember(item: Node): Node {
    this.substitutions.push(item)
    return item
  }

  /** Digits, at least one. */
  protected digits(): number {
    let code = this.peek()
    if (!isDigit(code)) throw NOT_MANGLED
    let value = 0
    while (isDigit(code)) {
      value = value * 10 + (code - 48)
      // Larger than any name or count there is: no need to be exact, only to stay finite.
      if (value > 0x7fffffff) throw NOT_MANGLED
      this.position++
      code = this.peek()
    }
    return value
  }

  /** A number that may be negative, as its digits; the empty text if there are none. */
  protected skipSignedNumber(): void {
    this.accept(110)
    while (isDigit(this.peek())) this.position++
  }

  /** `_` is 0, `0_` is 1 and so on: the decimal ordinals of parameters, lambdas and unnamed types. */
  protected ordinal(): number {
    if (this.accept(95)) return 0
    const value = this.digits()
    this.expect(95)
    return value + 1
  }

  /** `_`, `_7` or `__12_` behind a local name; never shown. */
  protected discriminator(): void {
    if (!this.accept(95)) return
    if (this.accept(95)) {
      if (!isDigit(this.peek())) return
      if (this.digits() < 10) throw NOT_MANGLED
      this.expect(95)
    } else while (isDigit(this.peek())) this.position++
  }

  /** The node a `S_`, `S0_`, `SA_`, … stands for; the cursor is behind the `S`. */
  protected substitution(): Node {
    let index = 0
    if (!this.accept(95)) {
      do {
        const code = this.peek()
        if (isDigit(code)) index = index * 36 + (code - 48)
        else if (code >= 65 && code <= 90) index = index * 36 + (code - 55)
        else throw NOT_MANGLED
        if (index > this.end) throw NOT_MANGLED
        this.position++
      } while (!this.accept(95))
      index++
    }
    const found = this.substitutions[index]
    if (found === undefined) throw NOT_MANGLED
    return found
  }
}
