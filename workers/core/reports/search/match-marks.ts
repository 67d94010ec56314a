// Ranges of a name that match a search, by the rules of the search itself.

/** A range of characters to mark: UTF-16 positions, `to` exclusive. */
export interface MarkRange {
  readonly from: number
  readonly to: number
}

/** Whether a query is a regular expression: those between slashes are. */
export const isExpression = (query: string): boolean => EXPRESSION.test(query.trim())

const EXPRESSION = /^\/(.+)\/$/

/**
 * Returns a function that finds the ranges to mark in a text, ascending and without overlap; the query is
 * parsed once. An invalid expression marks nothing, nor does one that could take long on the text.
 *
 * @param query words, each of which is marked in any case, or a regular expression between slashes
 */
export function marker(query: string): (text: string) => readonly MarkRange[] {
  const trimmed = query.trim()
  if (trimmed === '') return () => []
  const expression = EXPRESSION.exec(trimmed)
  if (expression) {
    try {
      const source = expression[1] ?? ''
      const pattern = new RegExp(source, 'gi')
      const mostLetters = mostLettersFor(source)
      return (text) => (text.length > mostLetters ? [] : merge(rangesOf(text, pattern)))
    } catch {
      return () => []
    }
  }
  const terms = trimmed.toLowerCase().split(/\s+/)
  return (text) => {
    const lower = text.toLowerCase()
    // A few letters change length in lower case; positions would then be wrong.
    if (lower.length !== text.length) return []
    const ranges: MarkRange[] = []
    for (const term of terms) {
      for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + term.length)) {
        ranges.push({ from: at, to: at + term.length })
      }
    }
    return merge(ranges)
  }
}

/** Steps that an expression may take on one name: less than a few milliseconds. */
const MOST_STEPS = 1e6

/**
 * Returns the longest text in which an expression finds all its matches quickly, whatever the
 * text is. The page's own thread runs it and cannot be interrupted, and a fast match in the
 * worker guarantees nothing for the next text.
 *
 * If a repetition contains something that can match in several ways, no length is safe. Otherwise
 * a match may begin at every character, and each repetition may end at every character after the
 * previous one; each such choice doubles the exponent.
 */
function mostLettersFor(source: string): number {
  const bare = source.replaceAll(/\\[^1-9k]|\[(?:[^\]\\]|\\.)*\]/g, '.')
  if (/\\|\)[*+{]/.test(bare)) return 0
  const count = (what: RegExp): number => bare.match(what)?.length ?? 0
  let steps = MOST_STEPS / 2 ** count(/[?|]/g)
  const ends = count(/[*+{]/g) + 1
  for (let nth = 2; nth <= ends; nth++) steps *= nth
  return steps ** (1 / ends)
}

function rangesOf(text: string, pattern: RegExp): MarkRange[] {
  const ranges: MarkRange[] = []
  for (const match of text.matchAll(pattern)) {
    if (match[0] !== '') ranges.push({ from: match.index, to: match.index + match[0].length })
  }
  return ranges
}

function merge(ranges: MarkRange[]): readonly MarkRange[] {
  ranges.sort((a, b) => a.from - b.from)
  const merged: MarkRange[] = []
  for (const range of ranges) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) }
    } else merged.push(range)
  }
  return merged
}
