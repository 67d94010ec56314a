// Names of functions and arcs: raw, and as people read them, decoded and demangled when first asked for, and
// shortened for a screen.
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
  const name = inOnePiece(demangleOnce(rawName(functions, f), functions.namePrefix))
  names[f] = name
  return name
}

/** Whether people read the symbol's own bytes, which need not become a text then. */
export function isAlreadyReadable({ names, namePrefix }: Omit<Named, 'length'>, f: FunctionIndex): boolean {
  const start = names.start[f]
  return namePrefix === undefined && (start === names.end[f] || !mayBeMangled(names.bytes[start]))
}

/** Demangled for who does not ask again, from the raw name. */
export const demangleOnce = (raw: string, prefix?: string): string => readableName(withoutPrefix(raw, prefix))

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
  if (isLongAt(functions.names, f) && isAlreadyReadable(functions, f)) return shownAt(functions.names, f)
  return shownName(readableBytes(functions, f))
}

// The bytes of a name → what of it a screen shows, as text.

/** Bytes. Nobody reads more of a name, and a browser takes seconds to lay out the million that a symbol may have. */
export const MOST_SHOWN = 2000
const END_SHOWN = 500

/** Of a very long name its beginning and its end, and how much stands between. */
export function shownName(bytes: string): string {
  return shownPart(bytes.length, (from, to) => bytes.slice(from, to))
}

/** The same of a table's string, of which only what is shown is read. */
export function shownAt({ bytes, start, end }: StringTable, at: number): string {
  return shownPart(end[at] - start[at], (from, to) => binaryString(bytes, start[at] + from, start[at] + to))
}

/** Whether of a table's string a part is shown only. */
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

/** The start of the letter in UTF-8 that this byte belongs to. */
function letterStart(read: (from: number, to: number) => string, at: number): number {
  let start = at
  while (at - start < 3 && (read(start, start + 1).charCodeAt(0) & 0xc0) === 0x80) start--
  return start
}

// An arc by the names of its ends: as scenarios and gprof's options say it, and as people read it.

export function arcName(analyzed: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { arcs } = analyzed.profile
  return nameBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

export function nameBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): ArcName {
  return { parent: rawName(functions, parent), child: rawName(functions, child) }
}

/** "parse → parse_line" */
export function arcTitle(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const { arcs } = analyzed.profile
  return titleBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

export function titleBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): string {
  return `${displayName(functions, parent)} → ${displayName(functions, child)}`
}
