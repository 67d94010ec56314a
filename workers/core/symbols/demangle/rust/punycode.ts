// Identifiers outside ASCII: Punycode with `_` in place of `-`.
//
// The input is the basic characters and the digits after the last underscore; the result UTF-8.
// Null for an invalid digit. As in GNU's tools, the empty text if the digits end early or encode no
// character. Source: RFC 3492, sections 5 and 6; RFC 2603 for the underscore.
import { isDigit, isLower } from '../parsing.ts'
import { utf8 } from '../../../base/utf8.ts'

const BASE = 36
const LOWEST_THRESHOLD = 1
const HIGHEST_THRESHOLD = 26
const SKEW = 38
const DAMPING = 700
const INITIAL_BIAS = 72
const FIRST_POINT = 0x80
const LAST_POINT = 0x10ffff

/** Longest identifier decoded: inserting takes quadratic time. A longer one counts as invalid. */
const MAX_POINTS = 512

export function decodePunycode(basic: string, digits: string): string | null {
  const points: number[] = []
  for (let at = 0; at < basic.length; at++) points.push(basic.charCodeAt(at))
  let point = FIRST_POINT
  let bias = INITIAL_BIAS
  let index = 0
  let at = 0
  while (at < digits.length) {
    const before = index
    let weight = 1
    for (let step = BASE; ; step += BASE) {
      if (at === digits.length) return ''
      const digit = digitValue(digits.charCodeAt(at++))
      if (digit < 0) return null
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, LOWEST_THRESHOLD), HIGHEST_THRESHOLD)
      if (digit < threshold) break
      weight *= BASE - threshold
      if (weight > LAST_POINT * MAX_POINTS) return ''
    }
    const count = points.length + 1
    bias = adapt(index - before, count, before === 0)
    point += Math.floor(index / count)
    index %= count
    if (point > LAST_POINT || count > MAX_POINTS) return ''
    points.splice(index, 0, point)
    index++
  }
  let text = ''
  for (const each of points) text += utf8(each)
  return text
}

/** 0 to 35, or -1. */
function digitValue(code: number): number {
  if (isLower(code)) return code - 97
  return isDigit(code) ? code - 22 : -1
}

function adapt(distance: number, count: number, isFirst: boolean): number {
  let delta = isFirst ? Math.floor(distance / DAMPING) : distance >> 1
  delta += Math.floor(delta / count)
  let bias = 0
  while (delta > ((BASE - LOWEST_THRESHOLD) * HIGHEST_THRESHOLD) >> 1) {
    delta = Math.floor(delta / (BASE - LOWEST_THRESHOLD))
    bias += BASE
  }
  return bias + Math.floor(((BASE - LOWEST_THRESHOLD + 1) * delta) / (delta + SKEW))
}
