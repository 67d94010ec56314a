// Room for a file's bins, filled again for the next file.
export interface Bins {
  readonly bins: Uint16Array<ArrayBuffer>
  /** They are overwritten when the next file is read. */
  readonly isLent: boolean
}

export class BinRoom {
  #room = new Uint16Array(0)
  /** How much of the room this file's records fill; most have one record. */
  #used = 0
  /** -1 before any. */
  #file = -1

  /** Another file comes. */
  clear(): void {
    this.#used = 0
    this.#file++
  }

  /** The first file's are its own: it may be the only one, and whoever adds bins up can begin with them. */
  take(count: number): Bins {
    if (this.#file < 1) return { bins: new Uint16Array(count), isLent: false }
    if (this.#used + count > this.#room.length) {
      // What is out of use now stays with the records that lie in it; of a file of many there are few such rooms.
      this.#room = new Uint16Array(this.#used === 0 ? count : Math.max(count, 2 * this.#room.length))
      this.#used = 0
    }
    const bins = this.#room.subarray(this.#used, this.#used + count)
    this.#used += count
    return { bins, isLent: true }
  }
}
