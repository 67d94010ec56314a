// Finds functions by raw name without decoding names. Uses the order of names, which listings
// need anyway; until it exists, the first few queries scan all names.
import { NONE, type None } from '../base/columns.ts'
import { firstPlace } from '../base/binary-search.ts'
import { orderOfStrings } from '../base/order-strings.ts'
import { compareStrings, isStringAt } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import type { FunctionIndex } from './call-graph-profile.ts'

/**
 * Number of scans before the names are sorted. A scan takes about a hundredth of the time of
 * sorting.
 */
const PATIENCE = 100

interface Known {
  /** Functions sorted by name, ties by index; null until needed. */
  byName: Uint32Array | null
  /** Queries answered by a scan so far. */
  questions: number
}

const known = new WeakMap<StringTable, Known>()

/**
 * Returns the lowest function with this raw name, or NONE. Builds an order of the names once it was asked
 * often.
 *
 * @param name binary string
 */
export function firstNamed(names: StringTable, name: string): FunctionIndex | None {
  const byName = orderUnlessPatient(names)
  if (byName) {
    const f = byName[placeOf(names, byName, name)]
    return f !== undefined && isStringAt(names, f, name) ? (f as FunctionIndex) : NONE
  }
  for (let f = 0; f < names.length; f++) if (isStringAt(names, f, name)) return f as FunctionIndex
  return NONE
}

/**
 * Returns all functions with this raw name, ascending; empty if there is none.
 *
 * @param name binary string
 */
export function allNamed(names: StringTable, name: string): FunctionIndex[] {
  const byName = orderUnlessPatient(names)
  const found: FunctionIndex[] = []
  if (byName) {
    for (let at = placeOf(names, byName, name); at < byName.length; at++) {
      if (!isStringAt(names, byName[at], name)) break
      found.push(byName[at] as FunctionIndex)
    }
    return found
  }
  for (let f = 0; f < names.length; f++) if (isStringAt(names, f, name)) found.push(f as FunctionIndex)
  return found
}

/** Whether other functions have the raw name of `f` (static functions of different files). */
export function isNameShared(names: StringTable, f: FunctionIndex): boolean {
  const byName = orderUnlessPatient(names)
  if (byName) {
    const at = rankOf(names, byName, f)
    const isAlike = (other: number | undefined): boolean =>
      other !== undefined && compareStrings(names, other, f) === 0
    return isAlike(byName[at - 1]) || isAlike(byName[at + 1])
  }
  for (let other = 0; other < names.length; other++) {
    if (other !== f && haveSameLength(names, other, f) && compareStrings(names, other, f) === 0) return true
  }
  return false
}

/**
 * Sets the order of names, if it was computed elsewhere; the functions of this file then use it for `names`.
 *
 * @param byName all functions sorted by name, ties by index
 */
export function setNameOrder(names: StringTable, byName: Uint32Array): void {
  known.set(names, { byName, questions: 0 })
}

function knownOf(names: StringTable): Known {
  let found = known.get(names)
  if (!found) {
    found = { byName: null, questions: 0 }
    known.set(names, found)
  }
  return found
}

/** Returns null while a scan is cheaper than sorting. */
function orderUnlessPatient(names: StringTable): Uint32Array | null {
  const found = knownOf(names)
  if (found.byName === null && found.questions++ < PATIENCE) return null
  return (found.byName ??= orderOfStrings(names))
}

/** Returns the first place whose name is not below `name`. */
function placeOf(names: StringTable, byName: Uint32Array, name: string): number {
  return firstPlace(byName.length, (at) => compareWith(names, byName[at], name) < 0)
}

function rankOf(names: StringTable, byName: Uint32Array, f: number): number {
  return firstPlace(byName.length, (at) => (compareStrings(names, byName[at], f) || byName[at] - f) < 0)
}

/** Compares like `compareStrings`, with a binary string. */
function compareWith({ bytes, start, end }: StringTable, f: number, name: string): number {
  const from = start[f]
  const length = end[f] - from
  for (let at = 0; at < length && at < name.length; at++) {
    const difference = bytes[from + at] - name.charCodeAt(at)
    if (difference !== 0) return difference
  }
  return length - name.length
}

function haveSameLength({ start, end }: StringTable, a: number, b: number): boolean {
  return end[a] - start[a] === end[b] - start[b]
}
