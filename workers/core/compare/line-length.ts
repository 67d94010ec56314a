// How much room a line of a listing takes on screen: as it is, and with one space for several.
import type { LineLength } from '../reports/comparison.ts'

const SPACE = 0x20

export function lengthOfLine(bytes: Uint8Array, from: number, to: number): LineLength {
  let spared = 0
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === SPACE) spared++
  return { letters: to - from, squeezed: to - from - spared }
}

/** Of either the longer one. */
export function longer(one: LineLength, other: LineLength): LineLength {
  if (other.letters <= one.letters && other.squeezed <= one.squeezed) return one
  return {
    letters: Math.max(one.letters, other.letters),
    squeezed: Math.max(one.squeezed, other.squeezed),
  }
}
