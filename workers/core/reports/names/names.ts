// Names of functions and arcs: raw, readable (decoded and demangled on first use), and shortened
// for a screen.
import {
  binaryString,
  stringAt,
  type StringIndex,
  type StringTable,
  textOfBinary,
} from '../../base/string-table.ts'
import { visibleText } from '../../base/text.ts'
import type { ArcIndex, FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import { mayBeMangled, readableName, withoutPrefix } from '../../symbols/demangle/demangle.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcName } from '../../analysis/scenario/scenario.ts'

/** The columns of a function table that names are read from. */
export type Named = Pick<FunctionTable, 'length' | 'names' | 'namePrefix'>

/**
 * Returns the symbol's own bytes, one character per byte. Identity, order and matching use this
 * name.
 */
export function rawName(functions: Pick<Named, 'names'>, f: FunctionIndex): string {
  return stringAt(functions.names, f as number as StringIndex)
}

/** Cached by string table: a scenario has a function table of its own, with the same names. */
const readable = new WeakMap<StringTable, (string | undefined)[]>()

/** Returns the demangled name as a binary string, as gprof prints it. */
export function readableBytes(functions: FunctionTable, f: FunctionIndex): string {
  let names = readable.get(functions.names)
  if (!names) {
    names = []
    readable.set(functions.names, names)
  }
  const known = names[f]
  if (known !== undefined) return known
  const name = inOnePiece(demangleOnce(rawName(functions, f), functions.namePrefix))
  names[f] = name
  return name
}

/** Whether the readable name equals the raw bytes, which then need not be decoded. */
export function isAlreadyReadable({ names, namePrefix }: Omit<Named, 'length'>, f: FunctionIndex): boolean {
  const start = names.start[f]
  return namePrefix === undefined && (start === names.end[f] || !mayBeMangled(names.bytes[start]))
}

/** Demangles a raw name without caching it. */
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
 * Returns a name as gprof prints it. Binary strings in and out.
 *
 * @param read demangler; demangle-style.ts has those of other styles
 */
export function printedName(raw: string, read?: (name: string) => string | null): string {
  return inOnePiece(readableName(raw, read))
}

/** Returns the demangled name as text. */
export function readableText(functions: FunctionTable, f: FunctionIndex): string {
  return textOfBinary(readableBytes(functions, f))
}

/** Returns the full demangled name as text, for copying and saving. */
export function wholeName(functions: FunctionTable, f: FunctionIndex): string {
  return visibleText(readableText(functions, f))
}

/**
 * Returns the demangled name as text for a screen. Of a very long name it contains the beginning,
 * the end, and the length of what is omitted.
 */
export function displayName(functions: FunctionTable, f: FunctionIndex): string {
  if (isLongAt(functions.names, f) && isAlreadyReadable(functions, f)) return shownAt(functions.names, f)
  return shownName(readableBytes(functions, f))
}

// Part of a name that a screen shows.

/**
 * Bytes shown of a name. Longer names are not readable, and a browser takes seconds to lay out
 * the million bytes that a symbol may have.
 */
export const MOST_SHOWN = 2000
const END_SHOWN = 500

/** Returns the beginning and the end of a very long name, and the length of what is omitted. */
export function shownName(bytes: string): string {
  return shownPart(bytes.length, (from, to) => bytes.slice(from, to))
}

/** Does the same for a string of a table, reading only the parts shown. */
export function shownAt({ bytes, start, end }: StringTable, at: number): string {
  return shownPart(end[at] - start[at], (from, to) => binaryString(bytes, start[at] + from, start[at] + to))
}

/** Whether `shownAt` omits part of a string. */
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

// Names of arcs, for scenarios and gprof's options, and for people.

/** Returns the raw names of an arc's ends. */
export function arcName(analyzed: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { arcs } = analyzed.profile
  return nameBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

/** Returns the raw names of a caller and a callee. */
export function nameBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): ArcName {
  return { parent: rawName(functions, parent), child: rawName(functions, child) }
}

/** Returns an arc's readable title: "parse → parse_line". */
export function arcTitle(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const { arcs } = analyzed.profile
  return titleBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

/** Returns the readable title of the arc between two functions. */
export function titleBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): string {
  return `${displayName(functions, parent)} → ${displayName(functions, child)}`
}
