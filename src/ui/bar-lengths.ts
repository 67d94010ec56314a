// The lengths of the parts of a time bar.

export interface BarLengths {
  /** Fractions of the whole length, 0–1, each from the left end. */
  readonly total: number
  /** By default all of it. */
  readonly self?: number
  /** What is certain, self time among it; by default the self time. */
  readonly certain?: number
  /** The possible range, drawn as a whisker; null for none. */
  readonly whisker?: { readonly least: number; readonly most: number } | null
}
