// Names of functions as the profile has them, as people read them, or as much of them as a screen shows.
import { binaryString, stringAt, type StringIndex, textOfBinary } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import { visibleText } from '../base/visible-text.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { mayBeMangled, readableName, withoutPrefix } from '../symbols/demangle/demangle.ts'
import { fortranName } from './name-parts.ts'

/** The columns of a function table that names are read from. */
export type Named = Pick<FunctionTable, 'length' | 'names' | 'namePrefix'>

/**
 * Returns a symbol's own bytes as a binary string, one character per byte. Identity, order and matching use
 * this name.
 */
export function rawName(functions: Pick<Named, 'names'>, f: FunctionIndex): string {
  return stringAt(functions.names, f as number as StringIndex)
}

/**
 * Returns the demangled name as a binary string, as gprof prints it; the raw name without its prefix if it
 * is not mangled.
 */
export function readableBytes(functions: FunctionTable, f: FunctionIndex): string {
  return inOnePiece(demangleOnce(rawName(functions, f), functions.namePrefix))
}

/**
 * Whether the readable name is known to equal the raw bytes, which then need not be decoded. False does not
 * mean that it differs: a name may only look mangled by its first character, or the program has a prefix.
 */
export function isAlreadyReadable({ names, namePrefix }: Omit<Named, 'length'>, f: FunctionIndex): boolean {
  const start = names.start[f]
  return namePrefix === undefined && (start === names.end[f] || !mayBeMangled(names.bytes[start]))
}

/**
 * Demangles a raw name. Binary strings in and out.
 *
 * @param raw raw name; returned without the prefix if it is not mangled
 * @param prefix prefix that compilers of this kind of program add to every name
 *   (`FunctionTable.namePrefix`)
 */
export const demangleOnce = (raw: string, prefix?: string): string => readableName(withoutPrefix(raw, prefix))

/**
 * Returns the same text as one flat string. Engines keep a demangled name as dozens of parts
 * until a character is read; a listing that prints it a thousand times would join them a thousand
 * times.
 */
function inOnePiece(text: string): string {
  text.charCodeAt(0)
  return text
}

/**
 * Returns a name as gprof prints it. Binary strings in and out; a name that is not mangled comes back
 * unchanged.
 *
 * @param read demangler; demangle-style.ts has those of other styles. By default Rust, then C++
 */
export function printedName(raw: string, read?: (name: string) => string | null): string {
  return inOnePiece(readableName(raw, read))
}

/** Returns the demangled name as text, decoded as UTF-8. It may contain control characters. */
export function readableText(functions: FunctionTable, f: FunctionIndex): string {
  return textOfBinary(readableBytes(functions, f))
}

/** Returns the full demangled name as text with control characters escaped, for copying and saving. */
export function wholeName(functions: FunctionTable, f: FunctionIndex): string {
  return visibleText(readableText(functions, f))
}

/**
 * Returns the demangled name as text for a screen, with control characters escaped. Of a name of more than
 * 2000 bytes it contains the beginning, the end, and the length of what is omitted.
 */
export function displayName(functions: FunctionTable, f: FunctionIndex): string {
  if (isLongAt(functions.names, f) && isAlreadyReadable(functions, f)) return shownAt(functions.names, f)
  return shownName(fortranName(readableBytes(functions, f)))
}

/**
 * Bytes shown of a name. Longer names are not readable, and a browser takes seconds to lay out
 * the million bytes that a symbol may have.
 */
export const MOST_SHOWN = 2000
const END_SHOWN = 500

/**
 * Returns a name as text for a screen, with control characters escaped. Of more than 2000 bytes it contains
 * the beginning, the end, and the length of what is omitted.
 *
 * @param bytes a binary string
 */
export function shownName(bytes: string): string {
  return shownPart(bytes.length, (from, to) => bytes.slice(from, to))
}

/**
 * Returns a string of a table as text for a screen, as `shownName` does, reading only the parts shown.
 *
 * @param at row of the table
 */
export function shownAt({ bytes, start, end }: StringTable, at: number): string {
  return shownPart(end[at] - start[at], (from, to) => binaryString(bytes, start[at] + from, start[at] + to))
}

/**
 * Whether `shownAt` omits part of a string: whether it has more than 2000 bytes.
 *
 * @param at row of the table
 */
export function isLongAt({ start, end }: StringTable, at: number): boolean {
  return end[at] - start[at] > MOST_SHOWN
}

function shownPart(length: number, read: (from: number, to: number) => string): string {
  const text = (from: number, to: number): string => visibleText(textOfBinary(read(from, to)))
  if (length <= MOST_SHOWN) return text(0, length)
  const head = letterStart(read, MOST_SHOWN - END_SHOWN)
  const tail = letterStart(read, length - END_SHOWN)
  return `${text(0, head)}… ${(tail - head).toLocaleString('en')} more …${text(tail, length)}`
}

/** Returns the start of the UTF-8 character that contains this byte. */
function letterStart(read: (from: number, to: number) => string, at: number): number {
  let start = at
  while (at - start < 3 && (read(start, start + 1).charCodeAt(0) & 0xc0) === 0x80) start--
  return start
}
