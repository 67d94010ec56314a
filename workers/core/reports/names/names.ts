// A function's name, raw and as people read it; decoded and demangled when first asked for.
import {
  binaryString,
  stringAt,
  textOfBinary,
  type StringIndex,
  type StringTable,
} from '../../base/string-table.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/tables.ts'
import { mayBeMangled, readableName } from '../../symbols/demangle/demangle.ts'
import { withoutPrefix } from '../../symbols/demangle/name-prefix.ts'

/** The symbol's own bytes, one character each. Identity, order and matching use this. */
export function rawName(functions: FunctionTable, f: FunctionIndex): string {
  return stringAt(functions.names, f as number as StringIndex)
}

/** How many bytes that are. */
export const rawLength = ({ names }: FunctionTable, f: FunctionIndex): number =>
  names.start[f + 1] - names.start[f]

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
export function isReadAsItStands({ names, namePrefix }: FunctionTable, f: FunctionIndex): boolean {
  const start = names.start[f]
  return namePrefix === undefined && (start === names.start[f + 1] || !mayBeMangled(names.bytes[start]))
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

/**
 * Bytes of a name that a screen shows. Nobody reads more of it, and a browser takes seconds to lay out the million that a
 * symbol may have.
 */
export const MOST_SHOWN = 2000
const END_SHOWN = 500

/** Demangled, as text for a screen: of a very long name its beginning and its end, and how much stands between. */
export function displayName(functions: FunctionTable, f: FunctionIndex): string {
  if (rawLength(functions, f) > MOST_SHOWN && isReadAsItStands(functions, f)) return displayRaw(functions, f)
  const bytes = readableBytes(functions, f)
  return shown(bytes.length, (from, to) => bytes.slice(from, to))
}

/** The symbol as it stands in the program, as text for a screen; of a long one only what is shown is looked at. */
export function displayRaw(functions: FunctionTable, f: FunctionIndex): string {
  const { bytes, start } = functions.names
  return shown(rawLength(functions, f), (from, to) => binaryString(bytes, start[f] + from, start[f] + to))
}

function shown(length: number, read: (from: number, to: number) => string): string {
  const text = (from: number, to: number): string => visibleText(textOfBinary(read(from, to)))
  if (length <= MOST_SHOWN) return text(0, length)
  const head = letterStart(read, MOST_SHOWN - END_SHOWN)
  const tail = letterStart(read, length - END_SHOWN)
  return `${text(0, head)}… ${(tail - head).toLocaleString('en')} more …${text(tail, length)}`
}

/** The start of the letter in UTF-8 that this byte belongs to. */
function letterStart(read: (from: number, to: number) => string, at: number): number {
  let start = at
  while (at - start < 3 && (read(start, start + 1).charCodeAt(0) & 0xc0) === 0x80) start--
  return start
}
