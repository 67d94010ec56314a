// From a function's name to the function, and whether a name alone tells it. Raw names; nothing is decoded.
import { NONE, type None } from '../base/brand.ts'
import type { StringTable } from '../base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../profile/tables.ts'

interface NameIndex {
  /** Open addressing: function + 1, or 0. Of functions with one name the lowest stands here. */
  readonly slots: Int32Array
  /** 1 where another function has the same name. */
  readonly isShared: Uint8Array
}

const indexes = new WeakMap<FunctionTable, NameIndex>()

/** Of several functions with this name the one at `address`; without or with another address, the first. */
export function findFunction(
  functions: FunctionTable,
  name: string,
  address: number | null,
): FunctionIndex | None {
  if (address !== null) {
    const at = functionAt(functions, address)
    if (at !== NONE && (name === '' || isNamed(functions.names, at, name))) return at
  }
  const { slots } = indexOf(functions)
  const mask = slots.length - 1
  for (let slot = hashText(name) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const f = (slots[slot] as number) - 1
    if (isNamed(functions.names, f, name)) return f as FunctionIndex
  }
  return NONE
}

/** Whether several functions have this one's name (static functions of different files). */
export function isNameShared(functions: FunctionTable, f: FunctionIndex): boolean {
  return indexOf(functions).isShared[f] === 1
}

function functionAt(functions: FunctionTable, address: number): FunctionIndex | None {
  let low = 0
  let high = functions.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (functions.address[middle as FunctionIndex] < address) low = middle + 1
    else high = middle
  }
  const f = low as FunctionIndex
  return low < functions.length && functions.address[f] === address ? f : NONE
}

function indexOf(functions: FunctionTable): NameIndex {
  const known = indexes.get(functions)
  if (known) return known
  const { names } = functions
  let size = 16
  while (size < functions.length * 2) size *= 2
  const slots = new Int32Array(size)
  const isShared = new Uint8Array(functions.length)
  const mask = size - 1
  for (let f = 0; f < functions.length; f++) {
    let slot = hashBytes(names.bytes, names.start[f] as number, names.start[f + 1] as number) & mask
    while (slots[slot] !== 0) {
      const other = (slots[slot] as number) - 1
      if (haveSameName(names, other, f)) {
        isShared[other] = 1
        isShared[f] = 1
        break
      }
      slot = (slot + 1) & mask
    }
    if (slots[slot] === 0) slots[slot] = f + 1
  }
  const index = { slots, isShared }
  indexes.set(functions, index)
  return index
}

// FNV-1a.
const SEED = 0x811c9dc5
const PRIME = 0x01000193

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), PRIME)
  return hash >>> 0
}

function hashText(text: string): number {
  let hash = SEED
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash >>> 0
}

function haveSameName(names: StringTable, a: number, b: number): boolean {
  const startA = names.start[a] as number
  const startB = names.start[b] as number
  const length = (names.start[a + 1] as number) - startA
  if (length !== (names.start[b + 1] as number) - startB) return false
  for (let at = 0; at < length; at++) if (names.bytes[startA + at] !== names.bytes[startB + at]) return false
  return true
}

function isNamed(names: StringTable, f: number, name: string): boolean {
  const start = names.start[f] as number
  if ((names.start[f + 1] as number) - start !== name.length) return false
  for (let at = 0; at < name.length; at++) if (names.bytes[start + at] !== name.charCodeAt(at)) return false
  return true
}
