// What all demanglers share: classes of character codes, the error thrown for a name that is not mangled.

/** Classes of character codes. */

/** Whether a character code is a digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether a character code is a lower-case ASCII letter. */
export function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}

/** Whether a character code is an upper-case ASCII letter. */
export function isUpper(code: number): boolean {
  return code >= 65 && code <= 90
}

/** Returns 0 to 15 for the character code of `0`…`9` and `a`…`f`, else −1. */
export function lowerHexValue(code: number): number {
  if (isDigit(code)) return code - 48
  return code >= 97 && code <= 102 ? code - 87 : -1
}

/**
 * Thrown wherever a name leaves its grammar or passes a bound; the entry point of each scheme turns it into null.
 *
 * It is one object made beforehand: a throw without a stack trace costs next to nothing, and nothing but this object
 * is ever caught.
 */
export const NOT_MANGLED = new Error('not a mangled name')
