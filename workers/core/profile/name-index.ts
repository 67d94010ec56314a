// Finds functions by raw name without decoding names: by a scan, or by the order of names where it is known.
import { NONE, type None } from '../base/columns.ts'
import { firstPlace } from '../base/binary-search.ts'
import { orderOfStrings } from '../base/order-strings.ts'
import { compareStrings, isStringAt } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import type { FunctionIndex } from './call-graph-profile.ts'

/** All functions (FunctionIndex) sorted by name, ties by index; null where a scan answers. */
export type NamesInOrder = Uint32Array | null

/** Number of scans that take as long as sorting the names. */
const MANY = 100

/** Returns the order of names if so many look-ups are worth it, else null. */
export const orderForLookUps = (names: StringTable, lookUps: number): NamesInOrder =>
  lookUps > MANY ? orderOfStrings(names) : null

/**
 * Returns the lowest function with this raw name, or NONE.
 *
 * @param name binary string
 */
export function firstNamed(
  names: StringTable,
  name: string,
  byName: NamesInOrder = null,
): FunctionIndex | None {
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
export function allNamed(names: StringTable, name: string, byName: NamesInOrder = null): FunctionIndex[] {
  const functions: FunctionIndex[] = []
  if (byName) {
    for (let at = placeOf(names, byName, name); at < byName.length; at++) {
      if (!isStringAt(names, byName[at], name)) break
      functions.push(byName[at] as FunctionIndex)
    }
    return functions
  }
  for (let f = 0; f < names.length; f++) if (isStringAt(names, f, name)) functions.push(f as FunctionIndex)
  return functions
}

/** Whether other functions have the raw name of `f` (static functions of different files). */
export function isNameShared(names: StringTable, f: FunctionIndex, byName: NamesInOrder = null): boolean {
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
