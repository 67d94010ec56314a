// Room for a file's bins, filled again for the next file.
export interface Bins {
  readonly bins: Uint16Array<ArrayBuffer>
  /** They are overwritten when the next file is read. */
  readonly isLent: boolean
}

export class BinRoom {
  #room = new Uint16Array(0)
  /** Bins of this file; most have one record of them. */
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
    const end = this.#used + count
    // What is out of use now stays with the records that lie in it.
    if (end > this.#room.length) this.#room = new Uint16Array(end)
    const bins = this.#room.subarray(this.#used, end)
    this.#used = end
    return { bins, isLent: true }
  }
}
