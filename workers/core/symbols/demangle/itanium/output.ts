/**
 * The text being printed, and the bounds on it.
 *
 * Separators of lists are held back until something follows them, for an empty argument pack at the end of a list
 * leaves none. The last character still counts as a blank then: this is how GNU's tools come to print
 * `A<B<int>>` without the usual blank when an empty pack follows `B<int>`.
 *
 * Unit:    characters, each one byte of the name.
 * Errors:  NOT_MANGLED past a bound; short names can stand for texts that double with every few characters.
 */
import { NOT_MANGLED } from './cursor.ts'

const MAX_LENGTH = 1 << 18

/** Nodes visited for one name. */
const MAX_STEPS = 1 << 17

/** Nested calls; the parser allows fewer levels, but substitutions can stack them. */
const MAX_DEPTH = 768

export class Output {
  private text = ''
  private separators = 0
  private steps = 0
  private depth = 0
  /** Code of the last character, held back separators included. */
  protected last = 0

  protected append(text: string): void {
    if (text.length === 0) return
    while (this.separators > 0) {
      this.text += ', '
      this.separators--
    }
    this.text += text
    this.last = text.charCodeAt(text.length - 1)
    if (this.text.length > MAX_LENGTH) throw NOT_MANGLED
  }

  protected length(): number {
    return this.text.length
  }

  protected separate(): void {
    this.separators++
    this.last = 32
  }

  protected pendingSeparators(): number {
    return this.separators
  }

  /** Ends a list that began with this length and so many separators pending: those at its end fall away. */
  protected endList(length: number, separators: number): void {
    this.separators = this.text.length === length ? separators : 0
  }

  protected enter(): void {
    if (++this.depth > MAX_DEPTH || ++this.steps > MAX_STEPS) throw NOT_MANGLED
  }

  protected leave(): void {
    this.depth--
  }

  protected result(): string {
    return this.text
  }
}
