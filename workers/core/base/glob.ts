// Glob patterns over whole names: `*` matches any text, `?` one character.

/**
 * Whether a whole name matches a glob pattern: `*` is any text, also none, and `?` any one character. All
 * others match themselves; case counts.
 *
 * Linear space; time at most the product of both lengths.
 */
export function isGlobMatch(name: string, pattern: string): boolean {
  let at = 0
  let p = 0
  let star = -1
  let resume = 0
  while (at < name.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++
      resume = at
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === name[at])) {
      at++
      p++
    } else if (star >= 0) {
      p = star + 1
      at = ++resume
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}
