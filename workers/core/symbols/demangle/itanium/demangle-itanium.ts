/**
 * C++ names of the Itanium ABI, as GNU's tools print them.
 *
 * Shape:   the name behind `_Z`, or a constructor table of a whole file (`_GLOBAL__I_…`), to text or null.
 * Errors:  null for whatever is not such a name, or passes a bound (cursor.ts, output.ts).
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { EncodingParser } from './encoding.ts'
import { LONGEST_NAME } from './number-cursor.ts'
import { NamePrinter } from './print-names.ts'

/** The mangling is shared by languages that write names in their own ways. */
export interface Dialect {
  readonly Parser: typeof EncodingParser
  readonly Printer: typeof NamePrinter
}

const CPLUSPLUS: Dialect = { Parser: EncodingParser, Printer: NamePrinter }

export function demangleItanium(name: string, dialect: Dialect = CPLUSPLUS): string | null {
  if (name.charCodeAt(0) !== 95 || name.length > LONGEST_NAME) return null
  const second = name.charCodeAt(1)
  if (second === 90) return readName(name, 2, true, dialect)
  if (second === 71) return readFileConstructors(name, dialect)
  return null
}

function readName(name: string, from: number, whole: boolean, dialect: Dialect): string | null {
  return (
    attempt(name, from, whole, false, dialect) ??
    (name.includes('sr', from) ? attempt(name, from, whole, true, dialect) : null)
  )
}

function attempt(
  name: string,
  from: number,
  whole: boolean,
  scopesAreLevels: boolean,
  dialect: Dialect,
): string | null {
  try {
    const parser = new dialect.Parser(name, from, scopesAreLevels)
    const tree = whole ? parser.wholeName() : parser.leadingName()
    return new dialect.Printer().printWhole(tree)
  } catch (error) {
    if (error === NOT_MANGLED) return null
    throw error
  }
}

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
  const key = name.startsWith('_Z', 11) ? readName(name, 13, false, dialect) : name.slice(11)
  if (key === null) return null
  return `global ${kind === 'I' ? 'constructors' : 'destructors'} keyed to ${key}`
}
