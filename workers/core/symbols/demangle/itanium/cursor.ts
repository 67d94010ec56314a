/**
 * A position in a name that is read into a tree, and the dictionary of substitutions.
 *
 * Errors:  NOT_MANGLED where the text leaves the grammar or a bound is passed.
 * Source:  Itanium C++ ABI, 5.1.10 (compression).
 */
import { isDigit } from '../characters.ts'
import { NOT_MANGLED } from '../not-mangled.ts'
import type { Node } from './node.ts'
import { LONGEST_NAME, NumberCursor } from './number-cursor.ts'

/** Constructs read for one name. Only where two readings are tried can there be more of them than characters. */
const MAX_STEPS = 1 << 14

/** Nested constructs; deeper names are shown raw. Real ones stay below 100; the stack holds several times as many. */
const MAX_DEPTH = 384

/** One for all names, as each is read to its end before the next: making an array for each takes a quarter of the time. */
const bytes = new Uint8Array(LONGEST_NAME + 1)

export class Cursor extends NumberCursor {
  protected readonly text: string
  protected readonly substitutions: Node[] = []
  #depth = 0
  #steps = 0

  /** @param text a binary string of at most LONGEST_NAME characters, of which `position` characters are read already */
  constructor(text: string, position: number) {
    super(loaded(text))
    this.text = text
    this.end = text.length
    this.position = position
  }

  /** The next character code; 0 at the end. */
  protected peek(): number {
    return this.peekAfter(0)
  }

  protected peekAfter(distance: number): number {
    const at = this.position + distance
    return at < this.end ? this.input[at] : 0
  }

  protected enter(): void {
    if (++this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) throw NOT_MANGLED
  }

  protected leave(): void {
    this.#depth--
  }

  protected remember(item: Node): Node {
    this.substitutions.push(item)
    return item
  }

  /** A number that may be negative, or none at all: it is never shown. */
  protected skipSignedNumber(): void {
    this.accept(110)
    while (isDigit(this.peek())) this.position++
  }

  /** The node a `S_`, `S0_`, `SA_`, … stands for; the cursor is behind the `S`. */
  protected substitution(): Node {
    const found = this.substitutions[this.sequenceId()]
    if (found === undefined) throw NOT_MANGLED
    return found
  }
}

function loaded(text: string): Uint8Array {
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  bytes[text.length] = 0
  return bytes
}
