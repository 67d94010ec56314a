// Adds the static calls that gprof's `-c` finds in a program's machine code, as arcs without a count.
//
// Only code that a histogram covers is searched. On x86 every byte that could begin a call is
// tried, even inside other instructions. The distance is taken as unsigned, so backward calls are
// never found. On AArch64 every word that is a branch, or a branch with link, is tried. This
// reproduces gprof; it does not yield a correct call graph (see possible-arcs.ts for that).
import { lastAtOrBelow } from '../base/binary-search.ts'
import { FunctionLocator } from '../symbols/function-locator.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import type { ArcTally } from './tally-arcs.ts'
import type { CodeRange } from './sum-histograms.ts'

const TWO_TO_32 = 2 ** 32
const CALL = 0xe8

/** A piece of machine code and the link-time address where it begins. */
export interface ProgramText {
  readonly start: number
  readonly bytes: Uint8Array
}

/**
 * Yields the addresses that a piece of code may call, for calls that begin in `from`…`to`
 * (exclusive). A call that begins there may reach up to `CALL_SIZE` − 1 bytes beyond `to`.
 */
type Scan = (text: ProgramText, from: number, to: number) => Iterable<number>

/** Searches by ELF e_machine. */
const SCANS: Readonly<Record<number, Scan>> = { 3: scanX86, 62: scanX86, 183: scanAarch64 }

/** Size of the longest call instruction, in bytes. */
export const CALL_SIZE = 5

/**
 * Whether gprof's `-c` finds the calls of a processor.
 *
 * @param machine ELF e_machine
 */
export const canScan = (machine: number): boolean => SCANS[machine] !== undefined

/** Code that histograms cover. Histograms do not overlap; a file may have any number of them. */
export class CoveredCode {
  readonly #histograms: readonly CodeRange[]
  /** Index in the list of histograms, start and end of each range, by address. */
  readonly #nth: readonly number[]
  readonly #low: readonly number[]
  readonly #high: readonly number[]

  constructor(histograms: readonly CodeRange[]) {
    this.#histograms = histograms
    this.#nth = [...histograms.keys()]
      .filter((nth) => histograms[nth].low < histograms[nth].high)
      .sort((left, right) => histograms[left].low - histograms[right].low)
    this.#low = this.#nth.map((nth) => histograms[nth].low)
    this.#high = this.#nth.map((nth) => histograms[nth].high)
  }

  /**
   * Returns the first histogram, in list order, that covers any code in `start`…`end` (link-time addresses,
   * end exclusive); null for none.
   */
  firstOver(start: number, end: number): CodeRange | null {
    let first = Infinity
    for (let at = Math.max(0, lastAtOrBelow(this.#low, start)); this.#low[at] < end; at++)
      if (this.#high[at] > start) first = Math.min(first, this.#nth[at])
    return start < end && first < Infinity ? this.#histograms[first] : null
  }

  /** Whether a histogram covers a link-time address. */
  has(address: number): boolean {
    const at = lastAtOrBelow(this.#low, address)
    return at >= 0 && address < this.#high[at]
  }
}

/**
 * Yields the addresses that gprof takes a function's code to call, in code order; one may come several times.
 * The search covers the part of `start`…`end` (link-time addresses, end exclusive) that lies in the first
 * histogram over any of it. Only targets that lie in a histogram, compared by their low 32 bits, count.
 * Yields nothing for unknown processors.
 *
 * @param machine ELF e_machine
 */
export function* gprofTargets(
  machine: number,
  text: ProgramText,
  covered: CoveredCode,
  start: number,
  end: number,
): Iterable<number> {
  const covering = covered.firstOver(start, end)
  const scan = SCANS[machine]
  if (!covering || !scan) return
  for (const target of scan(text, Math.max(start, covering.low), Math.min(end, covering.high))) {
    if (covered.has(target % TWO_TO_32)) yield target
  }
}

/**
 * Adds to `arcs`, without a count, every call to a function's first byte that gprof's search finds in covered
 * code. Adds nothing for unknown processors, and nothing to arcs that exist.
 *
 * @param machine ELF e_machine
 * @param arcs changed in place; built for the same symbols
 */
export function addStaticArcs(
  machine: number,
  text: ProgramText,
  symbols: SymbolTable,
  histograms: readonly CodeRange[],
  arcs: ArcTally,
): void {
  const covered = new CoveredCode(histograms)
  const locator = new FunctionLocator(symbols)
  for (let parent = 0; parent < symbols.length; parent++) {
    const start = symbols.address[parent]
    const end = parent + 1 < symbols.length ? symbols.address[parent + 1] : symbols.lastIsOpen ? Infinity : 0
    for (const target of gprofTargets(machine, text, covered, start, end)) {
      const child = locator.at(target)
      if (child < 0 || symbols.address[child] !== target) continue
      // An arc to a function covers all its code. With line symbols, a line may begin at that
      // address.
      const around = arcs.functionAt(child)
      const isWithin = around >= 0 && around !== child && symbols.last[around] >= target
      if (!isWithin || !arcs.has(parent, around)) arcs.addStatic(parent, child)
    }
  }
}

/** Calls with a 32-bit distance, at any byte. */
function* scanX86({ start, bytes }: ProgramText, from: number, to: number): Iterable<number> {
  const end = Math.min(to - start, bytes.length - 4)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = Math.max(0, from - start); at < end; at++) {
    if (bytes[at] === CALL) yield start + at + 5 + view.getUint32(at + 1, true)
  }
}

/** B and BL, at every aligned word. */
function* scanAarch64({ start, bytes }: ProgramText, from: number, to: number): Iterable<number> {
  const first = Math.ceil(from / 4) * 4
  const end = Math.min(to - start, bytes.length - 3)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = Math.max(0, first - start); at < end; at += 4) {
    // Instructions are little-endian, whatever the order of data.
    const word = view.getUint32(at, true)
    if ((word & 0x7c000000) === 0x14000000) yield start + at + ((word << 6) >> 4)
  }
}
