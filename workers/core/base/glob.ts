// `*` for any text, `?` for one character, everything else for itself; over whole names, in linear space and no more than
// the product of both lengths in time.

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
