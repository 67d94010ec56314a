/**
 * The text being printed, the bounds on it, and the commas of lists.
 *
 * A comma is held back until something follows it, for empty argument packs at the end of a list leave none. The last
 * character counts as a blank then: this is how GNU's tools come to print `A<B<int>>`, without the usual blank, where
 * an empty pack follows `B<int>`.
 *
 * GNU's tools write into a buffer of 255 characters and cannot take back a comma once the buffer has been emptied, so
 * now and then one stays: `A<B, >`. To know when, the places where that buffer is emptied are counted here.
 *
 * Unit:    characters, each one byte of the name.
 * Errors:  NOT_MANGLED past a bound; short names can stand for texts that double with every few characters.
 */
import { NOT_MANGLED } from '../not-mangled.ts'

/** Of the whole text; c++filt would go on. */
const MAX_LENGTH = 1 << 18

/** Nodes visited for one name. */
const MAX_STEPS = 1 << 17

/** Nested calls; the parser allows fewer levels, but substitutions can stack them. */
const MAX_DEPTH = 768

const BUFFER_LENGTH = 255

const SEPARATOR = ', '

export class Output {
  #text = ''
  /** Commas held back, and for each how often the buffer had been emptied then. */
  #held = 0
  readonly #emptiedBefore: number[] = []
  /** Where in the text the buffer now begins, and how often it has been emptied. */
  #bufferStart = 0
  #emptied = 0
  #steps = 0
  #depth = 0
  /** Code of the last character, commas held back or taken back included. */
  protected last = 0

  protected append(text: string): void {
    if (text.length === 0) return
    if (this.#held > 0) this.#release()
    this.#text += text
    this.last = text.charCodeAt(text.length - 1)
    if (this.#text.length - this.#bufferStart > BUFFER_LENGTH) this.#overflow()
  }

  #overflow(): void {
    if (this.#text.length > MAX_LENGTH) throw NOT_MANGLED
    do {
      this.#bufferStart += BUFFER_LENGTH
      this.#emptied++
    } while (this.#text.length - this.#bufferStart > BUFFER_LENGTH)
  }

  #release(): void {
    for (; this.#held > 0; this.#held--) this.#text += SEPARATOR
  }

  protected length(): number {
    return this.#text.length
  }

  protected separate(): void {
    const at = this.#text.length + this.#held * SEPARATOR.length
    if (at - this.#bufferStart + SEPARATOR.length > BUFFER_LENGTH) {
      // The buffer is emptied beforehand, to have the comma in one piece.
      this.#bufferStart = at
      this.#emptied++
    }
    this.#emptiedBefore[this.#held++] = this.#emptied
    this.last = 32
  }

  protected heldBack(): number {
    return this.#held
  }

  /** Ends a list that began at this length, so many commas being held back: takes back those at its end. */
  protected endList(length: number, heldBefore: number): void {
    const keep = this.#text.length === length ? heldBefore : 0
    while (this.#held > keep) {
      if (this.#emptiedBefore[this.#held - 1] !== this.#emptied) {
        this.#release()
        return
      }
      this.#held--
    }
  }

  protected enter(): void {
    if (++this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) throw NOT_MANGLED
  }

  protected leave(): void {
    this.#depth--
  }

  protected result(): string {
    return this.#text
  }
}
