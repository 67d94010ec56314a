// How a listing looked that was opened: what is needed to write the same one again. Plain data.

/** gprof's own width of the index. */
export const INDEX_WIDTH = 80

export interface ListedText {
  readonly traditional: boolean
  readonly explained: boolean
  readonly showUnused: boolean
  /** Its parts; the index belongs to the graph. */
  readonly flat: boolean
  readonly graph: boolean
  /** Of the page that the index was laid out for, in characters. */
  readonly width: number
}
