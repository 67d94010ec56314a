/**
 * C++ names of the Itanium ABI, as GNU's tools print them.
 *
 * Shape:   the name behind `_Z`, or a constructor table of a whole file (`_GLOBAL__I_…`), to text or null.
 * Errors:  null for whatever is not such a name, or passes a bound (parser.ts, printer.ts).
 */
import { binaryString } from '../../../base/string-table.ts'
import { NOT_MANGLED } from '../parsing.ts'
import { LONGEST_NAME, Parser } from './parser.ts'
import { Printer } from './printer.ts'

/**
 * How one language reads and prints names of this mangling, which several languages share. A dialect is
 * reused for all names.
 */
export interface Dialect {
  readonly parser: Parser
  readonly printer: Printer
}

/** A readable name as bytes: the first `length` of `bytes`, until the next name is read. */
export interface ReadableBytes {
  readonly bytes: Uint8Array
  readonly length: number
}

const CPLUSPLUS: Dialect = { parser: new Parser(), printer: new Printer() }

/**
 * Demangles a C++ name, `_Z…` or `_GLOBAL_…`. Binary strings in and out. Returns null for any other name, and
 * for one longer than 1024 characters or past another limit.
 *
 * @param dialect of another language with this mangling; C++ unless given
 */
export function demangleItanium(name: string, dialect = CPLUSPLUS): string | null {
  const { length } = name
  if (name.charCodeAt(0) !== 95 || length > LONGEST_NAME) return null
  const second = name.charCodeAt(1)
  if (second !== 90 && second !== 71) return null
  const { input } = dialect.parser
  for (let at = 0; at < length; at++) input[at] = name.charCodeAt(at)
  if (second === 71) return readFileConstructors(name, dialect)
  return readName(length, 2, true, dialect) ? readText(dialect) : null
}

/**
 * Demangles a C++ symbol in the bytes from `from` up to `to`, exclusive, `_Z` included.
 *
 * @returns the readable name, in memory that the next call overwrites; null for anything else, and for a name
 *   that must be read as text: one with a version behind an `@`, with more than ASCII in it, or that may be
 *   one of Rust
 */
export function demangleSymbol(source: Uint8Array, from: number, to: number): ReadableBytes | null {
  const length = to - from
  if (length < 3 || length > LONGEST_NAME || source[from] !== 95 || source[from + 1] !== 90) return null
  const { input } = CPLUSPLUS.parser
  for (let at = 0; at < length; at++) {
    const code = source[from + at]
    if (code === 64 || code > 127) return null
    input[at] = code
    // `17h` is in front of the hash of Rust's names.
    if (code === 104 && input[at - 1] === 55 && input[at - 2] === 49) return null
  }
  return readName(length, 2, true, CPLUSPLUS) ? CPLUSPLUS.printer : null
}

/** Reads the parser's input, and prints it. Answers whether it is a name. */
function readName(length: number, from: number, whole: boolean, dialect: Dialect): boolean {
  return (
    attempt(length, from, whole, false, dialect) ||
    (hasScopedName(dialect.parser.input, from, length) && attempt(length, from, whole, true, dialect))
  )
}

function attempt(
  length: number,
  from: number,
  whole: boolean,
  scopesAreLevels: boolean,
  { parser, printer }: Dialect,
): boolean {
  try {
    const tree = whole
      ? parser.wholeName(from, length, scopesAreLevels)
      : parser.leadingName(from, length, scopesAreLevels)
    printer.printWhole(tree, parser.input)
    return true
  } catch (error) {
    if (error === NOT_MANGLED) return false
    throw error
  }
}

/** `sr` can be read in two ways. */
function hasScopedName(input: Uint8Array, from: number, length: number): boolean {
  for (let at = from + 1; at < length; at++) if (input[at] === 114 && input[at - 1] === 115) return true
  return false
}

const readText = ({ printer }: Dialect): string => binaryString(printer.bytes, 0, printer.length)

/** `_GLOBAL__I_x`, `_GLOBAL_.D_x`, `_GLOBAL_$I_x`: what runs before main, or after it, for the file that has x. */
function readFileConstructors(name: string, dialect: Dialect): string | null {
  if (name.length <= 11 || !name.startsWith('_GLOBAL_')) return null
  const mark = name.charAt(8)
  const kind = name.charAt(9)
  if (
    (mark !== '_' && mark !== '.' && mark !== '$') ||
    (kind !== 'I' && kind !== 'D') ||
    name.charAt(10) !== '_'
  ) {
    return null
  }
  const what = `global ${kind === 'I' ? 'constructors' : 'destructors'} keyed to `
  if (!name.startsWith('_Z', 11)) return what + name.slice(11)
  return readName(name.length, 13, false, dialect) ? what + readText(dialect) : null
}
