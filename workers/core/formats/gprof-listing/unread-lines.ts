// Lines of a listing that could not be read: how many, which was first. Some wait until later lines
// explain them.
import type { UnreadLine } from './types.ts'

/** Of a line that could not be read, so much is kept. */
const QUOTED_CHARACTERS = 120
/** Of lines that may be explanations, so many are kept. */
const MOST_ASIDE = 1000

const quoted = (line: number, text: string): UnreadLine => ({ line, text: text.slice(0, QUOTED_CHARACTERS) })

/** Counts unreadable lines and keeps the first. */
export class UnreadLines {
  #lines = 0
  #first: UnreadLine | null = null

  /** How many there are. */
  get lines(): number {
    return this.#lines
  }

  /** The first unreadable line; null without one. */
  get first(): UnreadLine | null {
    return this.#first
  }

  /**
   * Counts an unreadable line, or several of which this is the first.
   *
   * @param line its number in the text, from 1
   * @param lines how many to count
   */
  add(line: number, text: string, lines = 1): void {
    this.#lines += lines
    this.#first ??= quoted(line, text)
  }

  /** Counts unreadable lines, in the order of the text. */
  addAll(lines: readonly UnreadLine[]): void {
    this.#lines += lines.length
    this.#first ??= lines[0] ?? null
  }

  /** Forgets all lines. */
  forget(): void {
    this.#lines = 0
    this.#first = null
  }
}

/**
 * Keeps lines that are explanations, unless the table goes on behind them. Lines beyond a limit are ignored.
 */
export class PendingLines {
  readonly #unread: UnreadLines
  #lines: UnreadLine[] = []

  constructor(unread: UnreadLines) {
    this.#unread = unread
  }

  /** Whether no line is kept. */
  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  /**
   * Keeps a line.
   *
   * @param line its number in the text, from 1
   */
  add(line: number, text: string): void {
    if (this.#lines.length < MOST_ASIDE) this.#lines.push(quoted(line, text))
  }

  /** Removes the last line kept, if any. */
  dropLast(): void {
    this.#lines.pop()
  }

  /** Whether a test holds for the beginning of some line kept. */
  some(test: (text: string) => boolean): boolean {
    return this.#lines.some(({ text }) => test(text))
  }

  /** Counts all lines as unreadable and removes them: they were part of a table. */
  giveUp(): void {
    this.#unread.addAll(this.#lines)
    this.clear()
  }

  /** Removes all lines: they were explanations. */
  clear(): void {
    this.#lines = []
  }
}
