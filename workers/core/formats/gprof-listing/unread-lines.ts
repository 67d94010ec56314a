// Lines of a listing that could not be read: counted, and the first one kept. Some wait aside until what follows tells what they are.
import type { UnreadLine } from './types.ts'

/** Of a line that could not be read, so much is kept. */
const QUOTED_CHARACTERS = 120
/** Of lines that may be explanations, so many are kept. */
const MOST_ASIDE = 1000

const quoted = (line: number, text: string): UnreadLine => ({ line, text: text.slice(0, QUOTED_CHARACTERS) })

export class UnreadLines {
  #lines = 0
  #first: UnreadLine | null = null

  /** How many there are. */
  get lines(): number {
    return this.#lines
  }

  get first(): UnreadLine | null {
    return this.#first
  }

  /** @param lines how many, of which this is the first or stands behind them */
  add(line: number, text: string, lines = 1): void {
    this.#lines += lines
    this.#first ??= quoted(line, text)
  }

  addAll(lines: readonly UnreadLine[]): void {
    this.#lines += lines.length
    this.#first ??= lines[0] ?? null
  }

  forget(): void {
    this.#lines = 0
    this.#first = null
  }
}

/** Lines that are explanations, unless the table goes on behind them. */
export class AsideLines {
  readonly #unread: UnreadLines
  #lines: UnreadLine[] = []

  constructor(unread: UnreadLines) {
    this.#unread = unread
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0
  }

  add(line: number, text: string): void {
    if (this.#lines.length < MOST_ASIDE) this.#lines.push(quoted(line, text))
  }

  dropLast(): void {
    this.#lines.pop()
  }

  some(test: (text: string) => boolean): boolean {
    return this.#lines.some(({ text }) => test(text))
  }

  /** They were part of a table. */
  giveUp(): void {
    this.#unread.addAll(this.#lines)
    this.clear()
  }

  clear(): void {
    this.#lines = []
  }
}
