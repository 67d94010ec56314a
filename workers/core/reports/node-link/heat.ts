// Classes of self time, for colours: the same on the page and in a DOT file.

/** Upper ends of the classes, as shares of the whole; the last class is open. */
export const HEAT_STEPS = [0.001, 0.02, 0.05, 0.1, 0.2] as const

/** Class of a share of self time: 0 (next to nothing) to 5. */
export function heatClass(share: number): number {
  return HEAT_STEPS.filter((step) => share >= step).length
}
