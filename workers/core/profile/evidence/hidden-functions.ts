/**
 * Functions that the program has and gprof leaves out, by what was called: those are counted for the function before them.
 *
 * gprof takes a local symbol for a function by its spelling, and passes over the pieces that compilers split off
 * (`scan.part.0`, `scan.isra.0`) and others with a dot or a dollar sign in them.
 */
import { binaryString } from '../../base/string-table.ts'
import { SymbolPlace, SymbolType, type RawSymbols } from '../../formats/format.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import { symbolAt } from '../../symbols/function-locator.ts'
import type { ArcEvidence } from './match-executable.ts'

export interface HiddenFunctions {
  /** How many were met as the child of an arc. */
  readonly count: number
  /** The names of the first few, as they stand in the program. */
  readonly names: readonly string[]
  /** Arcs of the evidence that lead to them. */
  readonly arcs: number
}

const NAMES_TOLD = 3

/** Looks only at arcs whose child begins nowhere near a function that is counted: more than `prologue` bytes before. */
export function findHiddenFunctions(
  evidence: ArcEvidence,
  counted: SymbolTable,
  symbols: RawSymbols,
  prologue: number,
): HiddenFunctions {
  const strays: number[] = []
  for (let arc = 0; arc < evidence.length; arc++) {
    const self = evidence.self[arc]
    const child = symbolAt(counted, self)
    const isNear = child >= 0 && self - counted.address[child] <= prologue
    if (!isNear && symbolAt(counted, evidence.from[arc]) >= 0) strays.push(self)
  }
  const rows = new Map<number, number>()
  let arcs = 0
  const code = strays.length === 0 ? [] : codeByAddress(symbols)
  for (const self of strays) {
    const row = lastAtOrBelowRow(code, symbols, self)
    if (row < 0 || self - symbols.address[row] > prologue) continue
    rows.set(symbols.address[row], row)
    arcs++
  }
  const told = [...rows.values()].slice(0, NAMES_TOLD)
  return { count: rows.size, names: told.map((row) => nameOf(symbols, row)), arcs }
}

/** Rows of symbols that may be functions, ascending. */
function codeByAddress(symbols: RawSymbols): readonly number[] {
  const rows: number[] = []
  for (let row = 0; row < symbols.length; row++) {
    const type = symbols.type[row]
    if (symbols.place[row] !== SymbolPlace.code) continue
    if (type === SymbolType.func || type === SymbolType.none) rows.push(row)
  }
  return rows.sort((left, right) => symbols.address[left] - symbols.address[right])
}

function lastAtOrBelowRow(rows: readonly number[], { address }: RawSymbols, wanted: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (address[rows[middle]] <= wanted) low = middle + 1
    else high = middle
  }
  return low > 0 ? rows[low - 1] : -1
}

function nameOf({ names, nameOffset }: RawSymbols, row: number): string {
  const end = names.indexOf(0, nameOffset[row])
  return binaryString(names, nameOffset[row], end < 0 ? names.length : end)
}
