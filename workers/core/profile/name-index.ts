// From a raw name to the functions that bear it, without decoding a name. Made once for each table of names by who has
// many questions; until then few questions are answered by looking through. The page's is made by the worker.
import { NONE, type None } from '../base/brand.ts'
import type { StringTable } from '../base/string-table.ts'
import type { FunctionIndex } from './tables.ts'

export interface NameIndex {
  /** Open addressing: function + 1, or 0. Of functions with one name the lowest stands here. */
  readonly slots: Int32Array<ArrayBuffer>
  /** The next function of the same name, ascending; NONE at the end. */
  readonly next: Int32Array<ArrayBuffer>
  /** 1 where another function has the same name. */
  readonly isShared: Uint8Array
  /** Of functions with one name the highest, at the lowest. */
  readonly last: Int32Array<ArrayBuffer>
  /** Functions that are in it. */
  length: number
  /** Questions that were answered by looking through all names. */
  questions: number
}

/** Looking through all names takes about a hundredth of the time that the index takes. */
const PATIENCE = 100

const indexes = new WeakMap<StringTable, NameIndex>()

/** Of several functions with this name the lowest. */
export function firstNamed(names: StringTable, name: string): FunctionIndex | None {
  if (isPatient(names)) {
    for (let f = 0; f < names.length; f++) if (isNamed(names, f, name)) return f as FunctionIndex
    return NONE
  }
  const { slots } = indexOf(names)
  const mask = slots.length - 1
  for (let slot = hashText(name) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const f = slots[slot] - 1
    if (isNamed(names, f, name)) return f as FunctionIndex
  }
  return NONE
}

/** All functions with this name, ascending. */
export function allNamed(names: StringTable, name: string): FunctionIndex[] {
  const found: FunctionIndex[] = []
  const { next } = indexOf(names)
  for (let f: number = firstNamed(names, name); f !== NONE; f = next[f]) found.push(f as FunctionIndex)
  return found
}

/** Whether several functions have this one's name (static functions of different files). */
export function isNameShared(names: StringTable, f: FunctionIndex): boolean {
  if (isPatient(names)) {
    for (let other = 0; other < names.length; other++) {
      if (other !== f && haveSameName(names, other, f)) return true
    }
    return false
  }
  return indexOf(names).isShared[f] === 1
}

export function isNamed(names: StringTable, f: number, name: string): boolean {
  const start = names.start[f]
  if (names.start[f + 1] - start !== name.length) return false
  for (let at = 0; at < name.length; at++) if (names.bytes[start + at] !== name.charCodeAt(at)) return false
  return true
}

/** An index to be given away, to who may not wait for it. */
export function indexNames(names: StringTable): NameIndex {
  const index = emptyIndex(names)
  addNames(index, names)
  return index
}

/** Takes an index that was made elsewhere of the same names. */
export function adoptNameIndex(names: StringTable, index: NameIndex): void {
  indexes.set(names, index)
}

/** Whether this question is one of the few for which the index is not made. */
function isPatient(names: StringTable): boolean {
  const index = known(names)
  return index.length < names.length && index.questions++ < PATIENCE
}

function indexOf(names: StringTable): NameIndex {
  const index = known(names)
  addNames(index, names)
  return index
}

function known(names: StringTable): NameIndex {
  let index = indexes.get(names)
  if (!index) {
    index = emptyIndex(names)
    indexes.set(names, index)
  }
  return index
}

function emptyIndex({ length }: StringTable): NameIndex {
  let size = 16
  while (size < length * 2) size *= 2
  return {
    slots: new Int32Array(size),
    next: new Int32Array(length).fill(NONE),
    isShared: new Uint8Array(length),
    last: new Int32Array(length),
    length: 0,
    questions: 0,
  }
}

function addNames(index: NameIndex, names: StringTable): void {
  const { slots, next, isShared, last } = index
  const mask = slots.length - 1
  const { length } = names
  for (let f = index.length; f < length; f++) {
    last[f] = f
    let slot = hashBytes(names.bytes, names.start[f], names.start[f + 1]) & mask
    while (slots[slot] !== 0) {
      const other = slots[slot] - 1
      if (haveSameName(names, other, f)) {
        next[last[other]] = f
        last[other] = f
        isShared[other] = 1
        isShared[f] = 1
        break
      }
      slot = (slot + 1) & mask
    }
    if (slots[slot] === 0) slots[slot] = f + 1
  }
  index.length = length
}

// FNV-1a.
const SEED = 0x811c9dc5
const PRIME = 0x01000193

function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at], PRIME)
  return hash >>> 0
}

function hashText(text: string): number {
  let hash = SEED
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME)
  return hash >>> 0
}

function haveSameName(names: StringTable, a: number, b: number): boolean {
  const startA = names.start[a]
  const startB = names.start[b]
  const length = names.start[a + 1] - startA
  if (length !== names.start[b + 1] - startB) return false
  for (let at = 0; at < length; at++) if (names.bytes[startA + at] !== names.bytes[startB + at]) return false
  return true
}
