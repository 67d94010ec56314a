// An equation as a structure, from which plain text or MathML is made.

/** One part of an equation. */
export type Term =
  /** A number with its unit ("0.56 s", "6,000"), or a few words ("main shown"). */
  | { readonly kind: 'number'; readonly text: string }
  /** A quantity: a letter of `LETTERS`, and the function, cycle or pair that it is of. */
  | { readonly kind: 'symbol'; readonly letter: Letter; readonly of: string }
  | { readonly kind: 'sign'; readonly text: '=' | '+' | '×' | '÷' }
  /** Sum over all values of an index; what follows is added up. */
  | { readonly kind: 'sum'; readonly over: string }
  /** Plain text has `word` between both parts. */
  | {
      readonly kind: 'fraction'
      readonly part: readonly Term[]
      readonly whole: readonly Term[]
      readonly word: 'of' | '÷'
    }

/** What the letters of symbols mean. */
export const LETTERS = {
  T: 'time in the function and what it calls',
  S: 'self time',
  D: 'time inherited from what it calls',
  C: 'calls',
  n: 'samples',
  r: 'samples per second',
} as const

/** Letter of a symbol. */
export type Letter = keyof typeof LETTERS

/** How a number is worked out: in symbols, and with the operands of this profile. */
export interface Equation {
  readonly symbols: readonly Term[]
  /** The first term is the number itself; each side has the same value, up to the rounding of operands. */
  readonly operands: readonly Term[]
  /** What the indexes of the symbols are: "i" and "main", "j" and "each function that main calls". */
  readonly where: readonly (readonly [index: string, meaning: string])[]
}

/** Returns terms as plain text: "0.336 s = 0.56 s × 6,000 of 10,000 calls", "S_j × C(i→j) ÷ C(j)". */
export function equationText(terms: readonly Term[]): string {
  return terms.map(termText).join(' ')
}

function termText(term: Term): string {
  switch (term.kind) {
    case 'number':
    case 'sign':
      return term.text
    case 'symbol':
      if (term.of === '') return term.letter
      return term.letter === 'C' ? `C(${term.of})` : `${term.letter}_${term.of}`
    case 'sum':
      return `Σ_${term.over}`
    case 'fraction':
      return `${bracketed(term.part)} ${term.word} ${bracketed(term.whole)}`
  }
}

function bracketed(terms: readonly Term[]): string {
  const text = equationText(terms)
  return terms.some(({ kind }) => kind === 'sign') ? `(${text})` : text
}
