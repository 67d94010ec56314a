// Parses symspecs, by which gprof’s options name symbols or arcs.

/**
 * One side of a symspec; null where it does not restrict. All three null: every symbol. Names are
 * binary strings.
 */
export interface SymbolPattern {
  readonly file: string | null
  readonly line: number | null
  readonly name: string | null
}

/** A parsed symspec, `left` or `left/right`. `right` is null for a spec without a slash. */
export interface Symspec {
  readonly left: SymbolPattern
  readonly right: SymbolPattern | null
}

/**
 * Parses a symspec: splits it at the first slash, then each side at its last colon. Without a colon, text
 * with a dot is a file, text that begins with a digit is a line (0: any line), anything else is a name. Does
 * not fail; an empty side does not restrict.
 *
 * @param spec binary string
 */
export function parseSymspec(spec: string): Symspec {
  const slash = spec.indexOf('/')
  if (slash < 0) return { left: parsePattern(spec), right: null }
  return { left: parsePattern(spec.slice(0, slash)), right: parsePattern(spec.slice(slash + 1)) }
}

function parsePattern(text: string): SymbolPattern {
  const colon = text.lastIndexOf(':')
  if (colon >= 0) {
    const file = text.slice(0, colon)
    return { ...lineOrName(text.slice(colon + 1)), file: file === '' ? null : file }
  }
  if (text.includes('.')) return { file: text, line: null, name: null }
  return { ...lineOrName(text), file: null }
}

function lineOrName(text: string): { line: number | null; name: string | null } {
  if (text === '') return { line: null, name: null }
  if (!/^\d/.test(text)) return { line: null, name: text }
  const line = Number.parseInt(text, 10)
  // Line 0 means any line.
  return { line: line === 0 ? null : line, name: null }
}
