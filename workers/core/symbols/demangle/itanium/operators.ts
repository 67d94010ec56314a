// The operators of C++ names by their two letters.

/**
 * The operators: their two-letter code, how they are written, and how many operands an expression gives them.
 *
 * Source:  Itanium C++ ABI, 5.1.3 (operator encodings).
 */
export interface Operator {
  /** As written; a trailing space parts a word from its operand. */
  readonly text: string
  readonly operands: 1 | 2 | 3
}

const TABLE: readonly (readonly [code: string, text: string, operands: 1 | 2 | 3])[] = [
  ['aN', '&=', 2],
  ['aS', '=', 2],
  ['aa', '&&', 2],
  ['ad', '&', 1],
  ['an', '&', 2],
  ['at', 'alignof ', 1],
  ['aw', 'co_await ', 1],
  ['az', 'alignof ', 1],
  ['cc', 'const_cast', 2],
  ['cl', '()', 2],
  ['cm', ',', 2],
  ['co', '~', 1],
  ['dV', '/=', 2],
  ['dX', '[...]=', 3],
  ['da', 'delete[] ', 1],
  ['dc', 'dynamic_cast', 2],
  ['de', '*', 1],
  ['di', '=', 2],
  ['dl', 'delete ', 1],
  ['ds', '.*', 2],
  ['dt', '.', 2],
  ['dv', '/', 2],
  ['dx', ']=', 2],
  ['eO', '^=', 2],
  ['eo', '^', 2],
  ['eq', '==', 2],
  ['fL', '...', 3],
  ['fR', '...', 3],
  ['fl', '...', 2],
  ['fr', '...', 2],
  ['ge', '>=', 2],
  ['gs', '::', 1],
  ['gt', '>', 2],
  ['ix', '[]', 2],
  ['lS', '<<=', 2],
  ['le', '<=', 2],
  ['li', '"" ', 1],
  ['ls', '<<', 2],
  ['lt', '<', 2],
  ['mI', '-=', 2],
  ['mL', '*=', 2],
  ['mi', '-', 2],
  ['ml', '*', 2],
  ['mm', '--', 1],
  ['na', 'new[]', 3],
  ['ne', '!=', 2],
  ['ng', '-', 1],
  ['nt', '!', 1],
  ['nw', 'new', 3],
  ['oR', '|=', 2],
  ['oo', '||', 2],
  ['or', '|', 2],
  ['pL', '+=', 2],
  ['pl', '+', 2],
  ['pm', '->*', 2],
  ['pp', '++', 1],
  ['ps', '+', 1],
  ['pt', '->', 2],
  ['qu', '?', 3],
  ['rM', '%=', 2],
  ['rS', '>>=', 2],
  ['rc', 'reinterpret_cast', 2],
  ['rm', '%', 2],
  ['rs', '>>', 2],
  ['sP', 'sizeof...', 1],
  ['sZ', 'sizeof...', 1],
  ['sc', 'static_cast', 2],
  ['ss', '<=>', 2],
  ['st', 'sizeof ', 1],
  ['sz', 'sizeof ', 1],
  ['tr', 'throw', 1],
  ['tw', 'throw ', 1],
]

/**
 * Returns two character codes as one number, the first in the upper byte.
 *
 * @param first below 256, as `second`
 */
export function operatorCode(first: number, second: number): number {
  return (first << 8) | second
}

/**
 * Returns the `operatorCode` of the first two characters of a text.
 *
 * @param letters at least two characters, ASCII
 */
export function codeOf(letters: string): number {
  return operatorCode(letters.charCodeAt(0), letters.charCodeAt(1))
}

/** The operators, by operatorCode. */
export const OPERATORS: ReadonlyMap<number, Operator> = new Map(
  TABLE.map(([code, text, operands]) => [codeOf(code), { text, operands }]),
)
