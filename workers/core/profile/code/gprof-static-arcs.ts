/**
 * Calls found in a program's machine code → arcs with no count, as gprof's `-c` finds them.
 *
 * Only code that a histogram covers is looked at. On x86 every byte that could begin a call is tried, inside other
 * instructions too, and the distance is taken as unsigned, so calls backwards are never found; on AArch64 every word
 * that is a branch or a branch with link. Both are what gprof does; a correct call graph is another thing.
 */
import { FunctionLocator } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/select-functions.ts'
import type { CodeRange } from '../sum/sum-histograms.ts'
import type { ArcTally } from '../sum/tally-arcs.ts'

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

export const canScan = (machine: number): boolean => SCANS[machine] !== undefined

/**
 * Where gprof takes a function's code, from `start` up to, not including, `end`, to call: in the part of it that the first
 * histogram over any of it covers, and only what lies, by its low 32 bits, in a histogram. Nothing for other processors.
 */
export function* gprofTargets(
  machine: number,
  text: ProgramText,
  histograms: readonly CodeRange[],
  start: number,
  end: number,
): Iterable<number> {
  const covering = histograms.find(({ low, high }) => Math.max(low, start) < Math.min(high, end))
  const scan = SCANS[machine]
  if (!covering || !scan) return
  for (const target of scan(text, Math.max(start, covering.low), Math.min(end, covering.high))) {
    const low32 = target % TWO_TO_32
    if (histograms.some(({ low, high }) => low <= low32 && low32 < high)) yield target
  }
}

export function addStaticArcs(
  machine: number,
  text: ProgramText,
  symbols: SymbolTable,
  histograms: readonly CodeRange[],
  arcs: ArcTally,
): void {
  const locator = new FunctionLocator(symbols)
  for (let parent = 0; parent < symbols.length; parent++) {
    const start = symbols.address[parent]
    const end = parent + 1 < symbols.length ? symbols.address[parent + 1] : symbols.lastIsOpen ? Infinity : 0
    for (const target of gprofTargets(machine, text, histograms, start, end)) {
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
