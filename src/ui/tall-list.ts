// Lists with more rows than a browser engine can lay out. The list gets the maximum height, and its rows
// are shifted: those in the middle come from further down than the scroll position says. While the user
// scrolls in small steps the shift is constant, so that every row comes into view. On a jump, for example
// by dragging the scroll bar, the shift follows the bar. At both ends one pixel is one pixel. `all` is
// the height of all rows in pixels, `top` the scroll position; the position among all rows is `top` plus
// the shift.

/**
 * CSS pixels. Firefox lays out no box as high as 17,895,698, Chromium and Safari none above
 * 33,554,431.
 */
const MOST_HEIGHT = 15_000_000

/**
 * Pixels at the beginning without a shift, and at the end with all of it: more than a user scrolls
 * with a wheel.
 */
const END = 1_000_000

/** Returns the height in pixels of a list whose rows take `all` pixels. */
export function listHeight(all: number): number {
  return Math.min(all, MOST_HEIGHT)
}

/** Returns the shift of the last rows; 0 if all rows can be laid out. */
export function mostShift(all: number): number {
  return all - listHeight(all)
}

/** Returns the shift of a list that is to show the row at a position among all rows. */
export function shiftFor(place: number, all: number): number {
  return shiftAlong((place - END) / (all - 2 * END), all)
}

/**
 * Returns the shift of a list after scrolling.
 *
 * @param before the scroll position before
 * @param shift the shift at that time
 * @param view height of the visible rows in pixels
 */
export function shiftAfter(before: number, top: number, shift: number, view: number, all: number): number {
  const isBitByBit = Math.abs(top - before) <= view && top > 0 && top + view < MOST_HEIGHT
  return isBitByBit ? Math.min(shift, mostShift(all)) : shiftAlong((top - END) / (MOST_HEIGHT - 2 * END), all)
}

/** @param part position between both ends, 0–1 */
function shiftAlong(part: number, all: number): number {
  return Math.round(mostShift(all) * Math.max(0, Math.min(1, part)))
}
