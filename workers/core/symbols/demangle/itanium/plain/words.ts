/**
 * The fixed words of plain names, as bytes: they stand at the beginning of the text that is being written, so that
 * writing one is copying within it.
 *
 * Shape:   a word is its number; by code of a letter, 0 is none.
 */
import { BUILTINS, D_BUILTINS } from '../builtins.ts'
import { LiteralStyle } from '../node.ts'
import { OPERATORS } from '../operators.ts'
import { ABBREVIATIONS, operatorNode } from '../unqualified-names.ts'

/** Where the words are: word `i` is `WORDS[START[i] .. START[i + 1])`. */
const start: number[] = [0, 0]
const codes: number[] = []

function word(text: string): number {
  for (let at = 0; at < text.length; at++) codes.push(text.charCodeAt(at))
  start.push(codes.length)
  return start.length - 2
}

export const STD = word('std')
export const ANONYMOUS_NAMESPACE = word('(anonymous namespace)')
export const STRING_LITERAL = word('::string literal')
export const UNNAMED_TYPE = word('{unnamed type#')
export const LAMBDA = word('{lambda')
export const TAG = word('[abi:')
export const CLONE = word(' [clone ')
export const IN = word('-in-')
export const LITERAL_OPERATOR = word('operator"" ')
export const TRUE = word('true')
export const FALSE = word('false')
export const CONST = word(' const')
export const VOLATILE = word(' volatile')
export const NON_VIRTUAL_THUNK = word('non-virtual thunk to ')
export const VIRTUAL_THUNK = word('virtual thunk to ')
export const GUARD = word('guard variable for ')
export const TLS_INIT = word('TLS init function for ')
export const TLS_WRAPPER = word('TLS wrapper function for ')
export const CONSTRUCTION_TABLE = word('construction vtable for ')

/** By the letter behind `T`: what a type has. */
export const TYPE_ENTITIES = new Uint8Array(256)
TYPE_ENTITIES[86] = word('vtable for ')
TYPE_ENTITIES[84] = word('VTT for ')
TYPE_ENTITIES[73] = word('typeinfo for ')
TYPE_ENTITIES[83] = word('typeinfo name for ')

/** By letter. */
export const BUILTIN_WORDS = new Uint8Array(256)
/** By the letter of a builtin type: the suffix of a literal, if it is written as a number alone. */
export const LITERAL_SUFFIXES = new Uint8Array(256)
/** By the letter of a builtin type. */
export const IS_FLOATING = new Uint8Array(256)
const SUFFIXES = new Map<number, number>([
  [LiteralStyle.int, word('')],
  [LiteralStyle.unsigned, word('u')],
  [LiteralStyle.long, word('l')],
  [LiteralStyle.unsignedLong, word('ul')],
  [LiteralStyle.longLong, word('ll')],
  [LiteralStyle.unsignedLongLong, word('ull')],
])
BUILTINS.forEach((builtin, letter) => {
  if (builtin === null) return
  BUILTIN_WORDS[97 + letter] = word(builtin.text)
  LITERAL_SUFFIXES[97 + letter] = SUFFIXES.get(builtin.number) ?? 0
  IS_FLOATING[97 + letter] = builtin.number === LiteralStyle.floating ? 1 : 0
})

/** By the letter behind `D`. */
export const D_BUILTIN_WORDS = new Uint8Array(256)
for (const [code, { text }] of D_BUILTINS) D_BUILTIN_WORDS[code] = word(text)

/** By the letter behind `S`; and what constructors call these, and their scope. */
export const ABBREVIATION_WORDS = new Uint8Array(256)
export const ABBREVIATION_NAMES = new Uint8Array(256)
export const ABBREVIATION_SCOPES = new Uint8Array(256)
for (const [code, { text, left, right }] of ABBREVIATIONS) {
  ABBREVIATION_WORDS[code] = word(text)
  ABBREVIATION_NAMES[code] = word(left?.text ?? '')
  ABBREVIATION_SCOPES[code] = word(right?.text ?? '')
}

const SECOND_LETTERS = 128

/** By both letters; 0 for those that are no plain operators. */
const OPERATOR_WORDS = new Uint8Array(26 * SECOND_LETTERS)
for (const [code, { text }] of OPERATORS) {
  if (code === 0x6376 || code === 0x6c69) continue
  OPERATOR_WORDS[((code >> 8) - 97) * SECOND_LETTERS + (code & 255)] = word(operatorNode(code, text).text)
}

/** The first is a small letter. */
export const operatorWord = (first: number, second: number): number =>
  second < SECOND_LETTERS ? OPERATOR_WORDS[(first - 97) * SECOND_LETTERS + second] : 0

export const WORDS = Uint8Array.from(codes)
export const WORD_START = Uint32Array.from(start)
