// Ranks, or processes: what the names of a job's runs differ in.

/** More digits than the number of a process has, and than the column has room for: a date, say. */
const TOO_MANY_DIGITS = 8

/**
 * By run, the number that its name has in place of all others', `3` of `rank3/gmon.out`. Null where the names differ in more than
 * one number, or two in none.
 */
export function runNumbers(names: readonly string[]): readonly number[] | null {
  const [first, ...others] = names
  if (first === undefined || others.length === 0) return null
  let start = first.length
  let end = first.length
  for (const name of others) {
    let at = 0
    while (at < start && name[at] === first[at]) at++
    start = at
    at = 0
    while (at < end && name.at(-1 - at) === first.at(-1 - at)) at++
    end = at
  }
  // What rank10 and rank11 share of their numbers belongs to these.
  while (start > 0 && isDigit(first[start - 1])) start--
  while (end > 0 && isDigit(first[first.length - end])) end--
  const digits = names.map((name) => name.slice(start, name.length - end))
  if (!digits.every((text) => /^\d+$/.test(text) && text.length < TOO_MANY_DIGITS)) return null
  const numbers = digits.map(Number)
  return new Set(numbers).size === numbers.length ? numbers : null
}

const isDigit = (letter: string | undefined): boolean =>
  letter !== undefined && letter >= '0' && letter <= '9'
