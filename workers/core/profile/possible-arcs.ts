/**
 * A program's code → the arcs that stand in it and not in the profile: calls that are possible and were never taken.
 *
 * A call counts if it leads to the first byte of a function; so does a jump to another function, which is a call in last
 * position, unless it leads to the cold part that a compiler split off. Calls through pointers stay unknown.
 *
 * What gprof's own search makes of the same bytes is looked at on the way (gprof-static-arcs.ts says how that goes): who wants
 * gprof to show the same has to know whether its `-c` would do.
 */
import type { ByteSource } from '../bytes/byte-source.ts'
import { type RawExecutable, SymbolType } from '../formats/format.ts'
import { scanFor } from '../formats/machine-code.ts'
import { hasThumb } from '../formats/executables.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex, FunctionTable } from './call-graph-profile.ts'
import { CALL_SIZE, canScan, CoveredCode, gprofTargets } from './gprof-static-arcs.ts'
import type { CodeRange } from './sum/sum-histograms.ts'

/** Ascending by parent, then as they stand in its code; each once. Items are FunctionIndex. */
export interface PossibleArcs {
  readonly length: number
  readonly parent: Uint32Array<ArrayBuffer>
  readonly child: Uint32Array<ArrayBuffer>
  /** Null if nobody looked. */
  readonly gprof: GprofSearch | null
}

/** What `gprof -c` finds in the code beside the recorded arcs. */
export interface GprofSearch {
  /** These arcs, no others, and in this order. */
  readonly isSame: boolean
  /** How many of these arcs. */
  readonly found: number
  /** How many others: bytes that only look like a call, calls of the profiler's own functions. */
  readonly others: number
}

/** Told how many bytes of the code are done. False ends the search. */
export type GoOn = (done: number, total: number) => boolean

/** gprof's search looks at calls that begin in a function and end beyond it. */
const BEYOND = CALL_SIZE - 1
/** What claims to be a larger function is a gap between symbols. */
export const LARGEST_FUNCTION = 64 * 1024 * 1024

/** Null where the file holds no code, code of a processor whose calls are not known, or when told to stop. */
export async function findPossibleArcs(
  source: ByteSource,
  raw: RawExecutable,
  profile: Pick<CallGraphProfile, 'functions' | 'arcs'>,
  histograms: readonly CodeRange[],
  goOn: GoOn = () => true,
): Promise<PossibleArcs | null> {
  const { machine, wordSize, textStart, textLast } = raw
  const { functions } = profile
  const scans = { plain: scanFor(machine, wordSize, false), thumb: scanFor(machine, wordSize, true) }
  const reader = CodeReader.of(source, raw)
  if (!reader || !scans.plain || !scans.thumb) return null
  const rows = rowsByAddress(functions)
  const isThumb = thumbAddresses(raw)
  const known = knownPairs(profile)
  const ours = new NewPairs(functions.length, known)
  const gprofs = new NewPairs(functions.length, known)
  const search = gprofSearch(machine, histograms, functions, rows)
  const total = textLast + 1 - textStart
  for (let f = 0; f < functions.length; f++) {
    const parent = f as FunctionIndex
    const start = functions.address[parent]
    const size = Math.min(functions.last[parent], textLast) + 1 - start
    if (start < textStart || size <= 0 || size > LARGEST_FUNCTION) continue
    if (!reader.has(start, size, BEYOND)) {
      if (!goOn(start - textStart, total)) return null
      if (!(await reader.load(start, size, BEYOND))) continue
    }
    const scan = isThumb.has(start) ? scans.thumb : scans.plain
    scan(reader.bytes(start, size), start, (target, isCall) => {
      const child = rows.get(target)
      if (child === undefined || (!isCall && !isTailCall(functions, parent, child))) return
      if (isCounted(functions, child)) ours.add(parent, child)
    })
    search(reader.bytes(start, size + BEYOND), parent, size, gprofs)
  }
  goOn(total, total)
  return {
    length: ours.parents.length,
    parent: Uint32Array.from(ours.parents),
    child: Uint32Array.from(ours.children),
    gprof: compare(ours, gprofs),
  }
}

/** What gprof's own search does with one function's code; nothing where it knows no calls. */
function gprofSearch(
  machine: number,
  histograms: readonly CodeRange[],
  functions: FunctionTable,
  rows: ReadonlyMap<number, FunctionIndex>,
): (bytes: Uint8Array, parent: FunctionIndex, size: number, found: NewPairs) => void {
  if (!canScan(machine) || histograms.length === 0) return () => {}
  const covered = new CoveredCode(histograms)
  return (bytes, parent, size, found) => {
    const start = functions.address[parent]
    for (const target of gprofTargets(machine, { start, bytes }, covered, start, start + size)) {
      const child = rows.get(target)
      if (child !== undefined && functions.last[child] >= target) found.add(parent, child)
    }
  }
}

function compare(ours: NewPairs, gprofs: NewPairs): GprofSearch {
  let found = 0
  for (const pair of ours.pairs) if (gprofs.pairs.has(pair)) found++
  const others = gprofs.pairs.size - found
  const { parents, children } = ours
  const isSame =
    others === 0 &&
    found === parents.length &&
    parents.every((parent, at) => parent === gprofs.parents[at] && children[at] === gprofs.children[at])
  return { isSame, found, others }
}

/** Pairs of functions that are not known yet, in the order in which they are met. */
class NewPairs {
  readonly parents: number[] = []
  readonly children: number[] = []
  readonly pairs = new Set<number>()
  readonly #functions: number
  readonly #known: ReadonlySet<number>

  constructor(functions: number, known: ReadonlySet<number>) {
    this.#functions = functions
    this.#known = known
  }

  add(parent: number, child: number): void {
    const pair = parent * this.#functions + child
    if (this.#known.has(pair) || this.pairs.has(pair)) return
    this.pairs.add(pair)
    this.parents.push(parent)
    this.children.push(child)
  }
}

/**
 * Calls of the profiler's own functions, of labels that count for the function before them, and of a last symbol beyond
 * the code say nothing.
 */
function isCounted(functions: FunctionTable, f: FunctionIndex): boolean {
  const isInCode = functions.last[f] >= functions.address[f]
  return functions.isLeftOut[f] === 0 && functions.isFunction[f] === 1 && isInCode
}

function isTailCall(functions: FunctionTable, parent: FunctionIndex, child: FunctionIndex): boolean {
  if (child === parent) return false
  return !/\.cold(\.\d+)?$/.test(stringAt(functions.names, child as number as StringIndex))
}

function knownPairs({ functions, arcs }: Pick<CallGraphProfile, 'functions' | 'arcs'>): Set<number> {
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
export function thumbAddresses({ machine, format, symbols }: RawExecutable): ReadonlySet<number> {
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

// The bytes of a program's code by address, a slice of the file at a time.

/** Bytes in hand at a time, unless more are asked for at once. */
const SLICE = 4 * 1024 * 1024

export class CodeReader {
  readonly #source: ByteSource
  readonly #start: number
  /** From an address to its place in the file. */
  readonly #shift: number
  /** First address beyond the code. */
  readonly #end: number
  #from = 0
  #slice = new Uint8Array(0)

  private constructor(source: ByteSource, start: number, end: number, shift: number) {
    this.#source = source
    this.#start = start
    this.#end = end
    this.#shift = shift
  }

  /** Null where the file holds no code. */
  static of(source: ByteSource, { textOffset, textStart, textLast }: RawExecutable): CodeReader | null {
    if (textOffset === null) return null
    const shift = textOffset - textStart
    return new CodeReader(source, textStart, Math.min(textLast + 1, source.size - shift), shift)
  }

  /** Whether these bytes are in hand, and as many as `margin` beyond where there are any. */
  has(address: number, size: number, margin: number): boolean {
    const end = address + size
    const beyond = Math.min(end + margin, this.#end)
    return address >= this.#from && Math.max(end, beyond) <= this.#from + this.#slice.length
  }

  /** Brings them to hand; false if the file does not hold them. */
  async load(address: number, size: number, margin: number): Promise<boolean> {
    if (address < this.#start || address + size > this.#end) return false
    const length = Math.min(Math.max(size + margin, SLICE), this.#end - address)
    this.#slice = await this.#source.read(address + this.#shift, length)
    this.#from = address
    return true
  }

  /** As many of these bytes as are in hand. */
  bytes(address: number, size: number): Uint8Array {
    return this.#slice.subarray(address - this.#from, address - this.#from + size)
  }
}
