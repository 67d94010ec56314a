// Numbers in the names of runs: ranks, or process ids.

/** More digits than a process id has, and than the column has room for: a date, for example. */
const TOO_MANY_DIGITS = 8

/**
 * Returns the number of each run, in the order of `names`: the one in which its name differs from the
 * others, `3` of `rank3/gmon.out`. Returns null for fewer than two runs, if names differ in more than one
 * number or in other letters, if two have the same number, and for numbers of eight digits or more.
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
  // Digits that rank10 and rank11 share belong to their numbers.
  while (start > 0 && isDigit(first[start - 1])) start--
  while (end > 0 && isDigit(first[first.length - end])) end--
  const digits = names.map((name) => name.slice(start, name.length - end))
  if (!digits.every((text) => /^\d+$/.test(text) && text.length < TOO_MANY_DIGITS)) return null
  const numbers = digits.map(Number)
  return new Set(numbers).size === numbers.length ? numbers : null
}

const isDigit = (letter: string | undefined): boolean =>
  letter !== undefined && letter >= '0' && letter <= '9'

/** Sentence beside times of runs under a scenario with faster functions. */
export const RUNS_AS_MEASURED = 'Runs show times as measured, without the faster functions.'
