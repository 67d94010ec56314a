// Functions of a program that gprof leaves out, whose samples count for their neighbours.
import { type RawSymbols, SymbolBinding, SymbolPlace, SymbolType } from '../../formats/raw-symbols.ts'
import type { HistogramSum } from '../../profile/sum-histograms.ts'
import { binaryString, stringAt, type StringIndex } from '../../base/string-table.ts'
import { isFunctionName } from '../../symbols/local-name-filter.ts'
import { symbolAt } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { assignTicks } from '../../profile/assign-ticks.ts'
import type { ArcEvidence } from '../../profile/arc-evidence.ts'

/**
 * Functions that the program has and gprof leaves out, by what was called and sampled: their samples and
 * calls count for the function before them.
 *
 * gprof takes a local symbol for a function by its spelling, and skips the pieces that compilers split off
 * (`scan.part.0`, `scan.isra.0`, `scan._omp_fn.0`) and others with a dot or a dollar sign in them.
 */

export interface HiddenFunctions {
  /** How many were found: at either end of an arc, or by a sample. */
  readonly count: number
  /** Raw names of the first few, those with most samples first; binary strings. */
  readonly names: readonly string[]
  /** For each of `names`, the raw name of the function for which it counts. */
  readonly neighbours: readonly string[]
  /** Samples in all of them, in ticks; 0 without histograms. */
  readonly ticks: number
  /** Ticks by the address of the function for which they count. */
  readonly ticksIn: ReadonlyMap<number, number>
  /** Arcs of the evidence that lead to them, and begin nowhere near a function that is counted. */
  readonly arcs: number
}

const NAMES_TOLD = 3
/** Marks of the assembler, within functions. */
const MARKS = [0x24, 0x2e]

/**
 * Finds functions whose symbols gprof does not take, and that were sampled or are at either end of an arc.
 * Without histograms only arcs count. If there are none, all counts are 0 and the lists are empty.
 *
 * @param evidence in link-time addresses
 * @param counted the symbols that gprof takes
 * @param symbols all symbols of the program
 * @param prologue bytes from a function's start within which its call to the profiler lies: `prologueOf`
 */
export function findHiddenFunctions(
  evidence: ArcEvidence,
  counted: SymbolTable,
  symbols: RawSymbols,
  prologue: number,
  { records, scale }: Pick<HistogramSum, 'records' | 'scale'> = { records: [], scale: 1 },
): HiddenFunctions {
  const rows = passedOver(counted, symbols)
  const length = rows.length
  const start = Float64Array.from(rows, (row) => symbols.address[row])
  /** Where each starts, and where it ends. */
  const address = new Float64Array(2 * length)
  const neighbour = rows.map((row) => symbolAt(counted, symbols.address[row]))
  for (let at = 0; at < length; at++) {
    address[2 * at] = start[at]
    address[2 * at + 1] = Math.min(start[at + 1] ?? Infinity, counted.last[neighbour[at]] + 1)
  }
  const extents = { length: 2 * length, address, lastIsOpen: false }
  const { selfTicks } = assignTicks(length > 0 ? records : [], scale, extents, new Uint8Array(2 * length))

  const met = new Set<number>()
  const hiddenAt = (where: number): number => {
    const at = lastAtOrBelow(start, where, length)
    return at >= 0 && where < address[2 * at + 1] ? at : -1
  }
  let arcs = 0
  for (let arc = 0; length > 0 && arc < evidence.length; arc++) {
    const from = evidence.from[arc]
    const self = evidence.self[arc]
    if (symbolAt(counted, from) < 0) continue
    const parent = hiddenAt(from)
    if (parent >= 0) met.add(parent)
    const child = hiddenAt(self)
    if (child < 0 || self - start[child] > prologue) continue
    met.add(child)
    if (self - counted.address[neighbour[child]] > prologue) arcs++
  }
  let ticks = 0
  const ticksIn = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    const own = selfTicks[2 * at]
    if (own === 0) continue
    met.add(at)
    ticks += own
    const where = counted.address[neighbour[at]]
    ticksIn.set(where, (ticksIn.get(where) ?? 0) + own)
  }
  const told = [...met].sort((a, b) => selfTicks[2 * b] - selfTicks[2 * a] || a - b).slice(0, NAMES_TOLD)
  return {
    count: met.size,
    names: told.map((at) => nameOf(symbols, rows[at])),
    neighbours: told.map((at) => stringAt(counted.names, neighbour[at] as StringIndex)),
    ticks,
    ticksIn,
    arcs,
  }
}

/** Rows of local symbols that may be functions and are not for their names, ascending by address, one for each. */
function passedOver(counted: SymbolTable, symbols: RawSymbols): readonly number[] {
  const { address, type, binding, place, names, nameOffset, prefix } = symbols
  const rows: number[] = []
  for (let row = 0; row < symbols.length; row++) {
    if (binding[row] !== SymbolBinding.local || place[row] !== SymbolPlace.code) continue
    if (type[row] !== SymbolType.func && type[row] !== SymbolType.none) continue
    const name = nameOffset[row]
    if (names[name] === 0 || MARKS.includes(names[name]) || isFunctionName(names, name, prefix)) continue
    const before = symbolAt(counted, address[row])
    // Another name of a function that counts; bit 0 may mean its encoding.
    if (before >= 0 && address[row] - counted.address[before] > 1) rows.push(row)
  }
  rows.sort((left, right) => address[left] - address[right])
  return rows.filter((row, at) => at === 0 || address[row] !== address[rows[at - 1]])
}

function nameOf({ names, nameOffset }: RawSymbols, row: number): string {
  const end = names.indexOf(0, nameOffset[row])
  return binaryString(names, nameOffset[row], end < 0 ? names.length : end)
}
