// A function's name, raw and as people read it; decoded and demangled when first asked for.
import { stringAt, textOfBinary, type StringIndex, type StringTable } from '../../base/string-table.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/tables.ts'
import { mayBeMangled, readableName } from '../../symbols/demangle/demangle.ts'
import { withoutPrefix } from '../../symbols/demangle/name-prefix.ts'
import { isLongAt, shownAt, shownName } from './shown-name.ts'

/** What of functions their names are read from. */
export type Named = Pick<FunctionTable, 'length' | 'names' | 'namePrefix'>

/** The symbol's own bytes, one character each. Identity, order and matching use this. */
export function rawName(functions: Pick<Named, 'names'>, f: FunctionIndex): string {
  return stringAt(functions.names, f as number as StringIndex)
}

/** By the names themselves: a scenario has a function table of its own, with the same names. */
const readable = new WeakMap<StringTable, (string | undefined)[]>()

/** Demangled, as bytes: what gprof prints. */
export function readableBytes(functions: FunctionTable, f: FunctionIndex): string {
  let names = readable.get(functions.names)
  if (!names) {
    names = []
    readable.set(functions.names, names)
  }
  const known = names[f]
  if (known !== undefined) return known
  const name = inOnePiece(readOnce(rawName(functions, f), functions.namePrefix))
  names[f] = name
  return name
}

/** Whether people read the symbol's own bytes, which need not become a text then. */
export function isReadAsItStands({ names, namePrefix }: Omit<Named, 'length'>, f: FunctionIndex): boolean {
  const start = names.start[f]
  return namePrefix === undefined && (start === names.end[f] || !mayBeMangled(names.bytes[start]))
}

/** Demangled for who does not ask again, from the raw name. */
export const readOnce = (raw: string, prefix?: string): string => readableName(withoutPrefix(raw, prefix))

/**
 * The same text, held in one piece. A demangled name is put together from dozens of parts, which engines keep apart
 * until a character is asked for; a listing that prints the name a thousand times would join them a thousand times.
 */
function inOnePiece(text: string): string {
  text.charCodeAt(0)
  return text
}

/** A name as it is printed, if `read` is the demangler (demangle-style.ts has others); binary strings in and out. */
export function printedName(raw: string, read?: (name: string) => string | null): string {
  return inOnePiece(readableName(raw, read))
}

/** Demangled, as text. */
export function readableText(functions: FunctionTable, f: FunctionIndex): string {
  return textOfBinary(readableBytes(functions, f))
}

/** Demangled and whole, nothing hidden: for who copies it, or saves it. */
export function wholeName(functions: FunctionTable, f: FunctionIndex): string {
  return visibleText(readableText(functions, f))
}

/** Demangled, as text for a screen: of a very long name its beginning and its end, and how much stands between. */
export function displayName(functions: FunctionTable, f: FunctionIndex): string {
  if (isLongAt(functions.names, f) && isReadAsItStands(functions, f)) return shownAt(functions.names, f)
  return shownName(readableBytes(functions, f))
}
