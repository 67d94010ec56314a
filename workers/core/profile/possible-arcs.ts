/**
 * A program's code → the arcs that stand in it and not in the profile: calls that are possible and were never taken.
 *
 * A call counts if it leads to the first byte of a function; so does a jump to another function, which is a call in last
 * position, unless it leads to the cold part that a compiler split off. Calls through pointers stay unknown.
 */
import type { ByteSource } from '../bytes/byte-source.ts'
import { SymbolType, type RawExecutable } from '../formats/format.ts'
import { hasThumb, scanFor } from '../formats/machine-code/direct-calls.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import type { ArcIndex, ArcTable, FunctionIndex, FunctionTable } from './tables.ts'

/** Ascending by parent, then as they stand in its code; each once. Items are FunctionIndex. */
export interface PossibleArcs {
  readonly length: number
  readonly parent: Uint32Array<ArrayBuffer>
  readonly child: Uint32Array<ArrayBuffer>
}

/** Bytes of code in hand at a time, unless one function is larger. */
const SLICE = 4 * 1024 * 1024
/** What claims to be a larger function is a gap between symbols. */
const LARGEST_FUNCTION = 64 * 1024 * 1024

/** Null where the file holds no code, or code of a processor whose calls are not known. */
export async function findPossibleArcs(
  source: ByteSource,
  raw: RawExecutable,
  functions: FunctionTable,
  known: ArcTable,
): Promise<PossibleArcs | null> {
  const { machine, wordSize, textOffset, textStart, textLast } = raw
  const scans = { plain: scanFor(machine, wordSize, false), thumb: scanFor(machine, wordSize, true) }
  if (textOffset === null || !scans.plain || !scans.thumb) return null
  const seen = knownPairs(functions, known)
  const rows = rowsByAddress(functions)
  const isThumb = thumbAddresses(raw)
  const parents: number[] = []
  const children: number[] = []
  let from = 0
  let bytes = new Uint8Array(0)
  for (let f = 0; f < functions.length; f++) {
    const parent = f as FunctionIndex
    const start = functions.address[parent]
    const size = Math.min(functions.last[parent], textLast) + 1 - start
    if (start < textStart || size <= 0 || size > LARGEST_FUNCTION) continue
    const offset = textOffset + (start - textStart)
    if (offset + size > source.size) continue
    if (offset < from || offset + size > from + bytes.length) {
      const rest = textOffset + (textLast + 1 - textStart)
      bytes = await source.read(offset, Math.min(Math.max(size, SLICE), rest - offset, source.size - offset))
      from = offset
    }
    const code = bytes.subarray(offset - from, offset - from + size)
    const scan = isThumb.has(start) ? scans.thumb : scans.plain
    scan(code, start, (target, isCall) => {
      const child = rows.get(target)
      if (child === undefined || (!isCall && !isTailCall(functions, parent, child))) return
      const pair = f * functions.length + child
      if (functions.isLeftOut[child] === 1 || seen.has(pair)) return
      seen.add(pair)
      parents.push(parent)
      children.push(child)
    })
  }
  return { length: parents.length, parent: Uint32Array.from(parents), child: Uint32Array.from(children) }
}

function isTailCall(functions: FunctionTable, parent: FunctionIndex, child: FunctionIndex): boolean {
  if (child === parent) return false
  return !/\.cold(\.\d+)?$/.test(stringAt(functions.names, child as number as StringIndex))
}

function knownPairs(functions: FunctionTable, arcs: ArcTable): Set<number> {
  const pairs = new Set<number>()
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    pairs.add(arcs.parent[arc] * functions.length + arcs.child[arc])
  }
  return pairs
}

function rowsByAddress(functions: FunctionTable): Map<number, FunctionIndex> {
  const rows = new Map<number, FunctionIndex>()
  for (let f = 0; f < functions.length; f++)
    rows.set(functions.address[f as FunctionIndex], f as FunctionIndex)
  return rows
}

/** Where functions of Thumb code begin: bit 0 of their symbols says so. */
function thumbAddresses({ machine, format, symbols }: RawExecutable): ReadonlySet<number> {
  const addresses = new Set<number>()
  if (!hasThumb(machine)) return addresses
  for (let row = 0; row < symbols.length; row++) {
    const address = symbols.address[row]
    if (symbols.type[row] !== SymbolType.func) continue
    // Windows programs for Arm are Thumb throughout.
    if (format === 'pe') addresses.add(address)
    else if (address % 2 === 1) addresses.add(address - 1)
  }
  return addresses
}
