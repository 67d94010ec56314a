// Where a name matches a search: the stretches to mark, by the same rules as the search itself.

export interface MarkRange {
  readonly from: number
  readonly to: number
}

/** Whether a search is for a regular expression: those in strokes are. */
export const isExpression = (query: string): boolean => EXPRESSION.test(query.trim())

const EXPRESSION = /^\/(.+)\/$/

/** A function that finds the marks in a text; parse the query once, use it for every row. Bad expressions mark nothing. */
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
    // A few letters change length when lowered; positions would then be wrong.
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
 * The longest text in which an expression finds all of its matches soon, whatever the text says: the page's own thread looks for
 * them, and cannot be stopped. That the worker has found one says nothing of the next.
 *
 * Where something repeats that may itself be matched in several ways, no length is safe. Otherwise a match may begin at every
 * letter, and each repetition end at every letter behind the one before; each choice doubles that.
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
