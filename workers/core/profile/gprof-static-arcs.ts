/**
 * Calls found in a program's machine code → arcs with no count, as gprof's `-c` finds them.
 *
 * Only code that a histogram covers is looked at. On x86 every byte that could begin a call is tried, inside other
 * instructions too, and the distance is taken as unsigned, so calls backwards are never found; on AArch64 every word
 * that is a branch or a branch with link. Both are what gprof does; a correct call graph is another thing.
 */
import { lastAtOrBelow } from '../base/sorting.ts'
import { FunctionLocator } from '../symbols/function-locator.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import type { CodeRange } from './sum/sum-histograms.ts'
import type { ArcTally } from './sum/tally-arcs.ts'

const TWO_TO_32 = 2 ** 32
const CALL = 0xe8

export interface ProgramText {
  readonly start: number
  readonly bytes: Uint8Array
}

/**
 * Answers the places a piece of code may call: addresses from `from` up to, not including, `to`. A call that begins
 * there may reach up to `CALL_SIZE` − 1 bytes beyond.
 */
type Scan = (text: ProgramText, from: number, to: number) => Iterable<number>

/** ELF e_machine of processors whose calls are known here. */
const SCANS: Readonly<Record<number, Scan>> = { 3: scanX86, 62: scanX86, 183: scanAarch64 }

/** Bytes of the longest call. */
export const CALL_SIZE = 5

/** @param machine ELF e_machine */
export const canScan = (machine: number): boolean => SCANS[machine] !== undefined

/** What histograms cover, of which no two overlap. There may be as many of them as a file has room for. */
export class CoveredCode {
  readonly #histograms: readonly CodeRange[]
  /** By address: where each stands among the histograms, where it begins and where it ends. */
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

  /** The first over any of the code from `start` up to `end`, in the order of the histograms. */
  firstOver(start: number, end: number): CodeRange | null {
    let first = Infinity
    for (let at = Math.max(0, lastAtOrBelow(this.#low, start)); this.#low[at] < end; at++)
      if (this.#high[at] > start) first = Math.min(first, this.#nth[at])
    return start < end && first < Infinity ? this.#histograms[first] : null
  }

  has(address: number): boolean {
    const at = lastAtOrBelow(this.#low, address)
    return at >= 0 && address < this.#high[at]
  }
}

/**
 * Where gprof takes a function's code, from `start` up to, not including, `end`, to call: in the part of it that the first
 * histogram over any of it covers, and only what lies, by its low 32 bits, in a histogram. Nothing for other processors.
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
 * Adds to `arcs`, without a count, every call to a function's first byte that gprof's search finds in code that histograms cover.
 *
 * @param machine ELF e_machine; of one whose calls are not known nothing is added
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
      // An arc to a function is one to all of its code; with lines, what begins there may be one of them.
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

/** B and BL, at every whole word. */
function* scanAarch64({ start, bytes }: ProgramText, from: number, to: number): Iterable<number> {
  const first = Math.ceil(from / 4) * 4
  const end = Math.min(to - start, bytes.length - 3)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = Math.max(0, first - start); at < end; at += 4) {
    // Instructions are little-endian whatever the order of data.
    const word = view.getUint32(at, true)
    if ((word & 0x7c000000) === 0x14000000) yield start + at + ((word << 6) >> 4)
  }
}
