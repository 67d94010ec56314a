// A list of more rows than an engine lays out. It is made as high as one can be, and its rows are shifted: those in the middle
// come from further down than the list is scrolled. While it is scrolled bit by bit the shift stays, so that each row comes
// into sight; where it jumps, as when the bar is dragged, the shift follows the bar. At either end a pixel is a pixel.
//
// `all` are the pixels of all rows, `top` is how far the list is scrolled, and what is scrolled to among all rows is
// `top` and the shift together.

/** CSS pixels. Firefox lays out no box as high as 17,895,698, Chromium and Safari none above 33,554,431. */
const MOST_HEIGHT = 15_000_000

/** Without a shift at the beginning, and all of it at the end: more than anybody turns a wheel. */
const END = 1_000_000

/** What a list of so many pixels is high. */
export function listHeight(all: number): number {
  return Math.min(all, MOST_HEIGHT)
}

/** Of rows at the end: none where all can be laid out. */
export function mostShift(all: number): number {
  return all - listHeight(all)
}

/** Of a list that is to show what stands at a place among all rows. */
export function shiftFor(place: number, all: number): number {
  return shiftAlong((place - END) / (all - 2 * END), all)
}

/**
 * Of a list that was scrolled.
 *
 * @param before how far it had been
 * @param shift of it then
 * @param view pixels of rows in sight
 */
export function shiftAfter(before: number, top: number, shift: number, view: number, all: number): number {
  const isBitByBit = Math.abs(top - before) <= view && top > 0 && top + view < MOST_HEIGHT
  return isBitByBit ? Math.min(shift, mostShift(all)) : shiftAlong((top - END) / (MOST_HEIGHT - 2 * END), all)
}

/** @param part how far along between the ends */
function shiftAlong(part: number, all: number): number {
  return Math.round(mostShift(all) * Math.max(0, Math.min(1, part)))
}
