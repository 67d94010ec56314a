// Which local symbols gprof takes for functions, judged by spelling: names that the compiler made up are
// left out.

export const UNDERSCORE = 0x5f

const DOLLAR = 0x24
export const DOT = 0x2e
const PLUS = 0x2b
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const BRACKET = 0x5b

const bytesOf = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0))
const CLONE = bytesOf('.clone.')
const CONSTPROP = bytesOf('.constprop.')
const NEVER = [bytesOf('__gnu_compiled'), bytesOf('___gnu_compiled')]

function startsWith(names: Uint8Array, at: number, prefix: readonly number[]): boolean {
  for (let i = 0; i < prefix.length; i++) {
    if (names[at + i] !== prefix[i]) return false
  }
  return true
}

/** Whether `prefix` is at `at` and the string continues after it. */
function startsLongerThan(names: Uint8Array, at: number, prefix: readonly number[]): boolean {
  return startsWith(names, at, prefix) && byteAt(names, at + prefix.length) !== 0
}

/** With the prefix, or as Objective-C names its methods: "-[Class method]". */
function startsLike(names: Uint8Array, at: number, prefix: string): boolean {
  const first = byteAt(names, at)
  return (
    first === prefix.charCodeAt(0) ||
    ((first === MINUS || first === PLUS) && byteAt(names, at + 1) === BRACKET)
  )
}

const byteAt = (names: Uint8Array, at: number): number => (at < names.length ? names[at] : 0)

/**
 * Whether gprof takes the local name at `offset` of a string table for a function's.
 *
 * A dot may be followed by digits only, or open a `.clone.` or `.constprop.` suffix; a dollar sign is never
 * accepted. GNU gprof's scan has a defect that its output depends on, reproduced here: when a number ends the
 * name, the scan steps over the terminator and judges the next string of the table too.
 *
 * @param prefix what compilers put before every name in this kind of program; a name without it is no
 *   function's Source: docs/formats/elf.md, "Local names"; confirmed against gprof 2.40.
 */
export function isFunctionName(names: Uint8Array, offset: number, prefix = ''): boolean {
  if (byteAt(names, offset) === 0) return false
  if (prefix !== '' && !startsLike(names, offset, prefix)) return false
  if (isMadeUp(names, offset)) return false
  for (let at = offset; ; at++) {
    const byte = byteAt(names, at)
    if (byte === 0) return true
    if (byte === DOLLAR) return false
    if (byte === DOT) return hasOnlySuffixes(names, at)
  }
}

function isMadeUp(names: Uint8Array, offset: number): boolean {
  if (byteAt(names, offset) !== UNDERSCORE || byteAt(names, offset + 1) !== UNDERSCORE) return false
  return NEVER.some((beginning) => startsWith(names, offset, beginning))
}

/** From its first dot on, which few names have. */
function hasOnlySuffixes(names: Uint8Array, dot: number): boolean {
  for (let at = dot; byteAt(names, at) !== 0; at++) {
    const byte = byteAt(names, at)
    if (byte === DOLLAR) return false
    if (byte !== DOT) continue
    if (startsLongerThan(names, at, CLONE)) at += CLONE.length - 1
    else if (startsLongerThan(names, at, CONSTPROP)) at += CONSTPROP.length - 1
    let digits = 0
    for (at++; ; at++) {
      const next = byteAt(names, at)
      if (next === 0) break
      if (next === DOT) {
        if (digits === 0) return false
        // The outer loop looks at this dot again.
        at--
        break
      }
      if (next < ZERO || next > NINE) return false
      digits++
    }
  }
  return true
}
