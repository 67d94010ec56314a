// A cursor in a mangled D name: the grammar’s numbers, its back references, the text so far.
//
// A back reference points at characters, which are read again from there. One met while another is
// followed must precede it, or it could loop.
//
// Throws NOT_MANGLED where the name leaves the grammar or exceeds a limit. Source: "Application
// Binary Interface" of the D language: Name Mangling, Back references.
import { isDigit, isLower, isUpper, NOT_MANGLED } from '../parsing.ts'

/** Constructs read for one name; back references and second readings make them many more than characters. */
const MAX_STEPS = 1 << 16

/** Nested constructs; deeper names are shown raw. */
const MAX_DEPTH = 384

/** Of all text made for one name; c++filt would go on. */
const MAX_LENGTH = 1 << 18

export class Cursor {
  protected readonly input: string
  protected position: number
  /** The text so far of the name, or of the part of it that is being put together on its own. */
  protected text = ''
  /** Back references can only be followed from before here. */
  #referencesEnd: number
  #depth = 0
  #steps = 0
  #written = 0

  constructor(input: string, position: number) {
    this.input = input
    this.position = position
    this.#referencesEnd = input.length
  }

  /** The next character code; 0 at the end. */
  protected peek(): number {
    return this.position < this.input.length ? this.input.charCodeAt(this.position) : 0
  }

  protected nextIs(letters: string): boolean {
    return this.input.startsWith(letters, this.position)
  }

  protected accept(letters: string): boolean {
    if (!this.nextIs(letters)) return false
    this.position += letters.length
    return true
  }

  protected enter(): void {
    if (++this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) throw NOT_MANGLED
  }

  protected leave(): void {
    this.#depth--
  }

  protected append(text: string): void {
    this.#written += text.length
    if (this.#written > MAX_LENGTH) throw NOT_MANGLED
    this.text += text
  }

  /** What `read` prints, apart from the text so far. */
  protected apart(read: () => void): string {
    const outer = this.text
    this.text = ''
    try {
      read()
      return this.text
    } finally {
      this.text = outer
    }
  }

  /**
   * Whether `read` succeeded; if not, nothing has happened. Only, as in GNU's tools, the text is cut to its former
   * length: what was put in front of it stays.
   */
  protected attempt(read: () => void): boolean {
    const { position, text } = this
    const depth = this.#depth
    const referencesEnd = this.#referencesEnd
    try {
      read()
      return true
    } catch (error) {
      if (error !== NOT_MANGLED || this.#steps > MAX_STEPS || this.#written > MAX_LENGTH) throw error
      this.position = position
      this.text = this.text.slice(0, text.length)
      this.#depth = depth
      this.#referencesEnd = referencesEnd
      return false
    }
  }

  /** The digits themselves, as many as there are. */
  protected digits(): string {
    const from = this.position
    while (isDigit(this.peek())) this.position++
    return this.input.slice(from, this.position)
  }

  /** A length or a count: at least one digit, and not the end of the name. */
  protected count(): number {
    const digits = this.digits()
    if (digits === '' || this.position >= this.input.length) throw NOT_MANGLED
    return Number(digits)
  }

  /** Where the `Q…` at this position points, and where it ends; null if it is none. */
  protected referenceAt(position: number): { readonly target: number; readonly end: number } | null {
    let distance = 0
    for (let at = position + 1; at < this.input.length; at++) {
      const code = this.input.charCodeAt(at)
      if (isLower(code)) {
        distance = distance * 26 + (code - 97)
        return distance === 0 || distance > position ? null : { target: position - distance, end: at + 1 }
      }
      if (!isUpper(code)) return null
      distance = distance * 26 + (code - 65)
      if (distance > position) return null
    }
    return null
  }

  /** Reads what the back reference here points at, and goes on behind it. */
  protected follow(read: () => void): void {
    const { position } = this
    const referencesEnd = this.#referencesEnd
    const reference = this.referenceAt(position)
    if (reference === null || position >= referencesEnd) throw NOT_MANGLED
    this.#referencesEnd = position
    this.position = reference.target
    read()
    this.position = reference.end
    this.#referencesEnd = referencesEnd
  }
}
