// Rows of a long list → DOM elements that show them.

/**
 * Assigns rows to DOM elements. Rows that were visible before keep theirs, and the focus with it;
 * new rows reuse the elements of rows that went. Changing text costs a frame far less than creating
 * elements.
 */
export class RowElements {
  #keys: ReadonlyMap<number, number> = new Map()

  /**
   * Returns the element keys by row index, in the same order. A repeated call returns the same
   * keys.
   */
  keysOf(indexes: readonly number[]): ReadonlyMap<number, number> {
    const before = this.#keys
    const stay = new Set(indexes)
    const free = [...before].filter(([index]) => !stay.has(index)).map(([, key]) => key)
    let made = Math.max(-1, ...before.values()) + 1
    let taken = 0
    this.#keys = new Map(indexes.map((index) => [index, before.get(index) ?? free[taken++] ?? made++]))
    return this.#keys
  }
}
