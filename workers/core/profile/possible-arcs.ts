// Finds static calls: calls in a program's code that were not counted.
//
// A call counts if its target is the first byte of a function. So does a jump to another function
// (a tail call), unless it leads to the cold part that a compiler split off. Calls through
// pointers stay unknown.
//
// A tail call is counted for the caller of the function that jumps, because the callee returns
// there. So a jump without a count may have been taken: recorded arcs show whether.
//
// The search also records what `gprof -c` finds in the same bytes (see gprof-static-arcs.ts), to
// say whether gprof's `-c` would show the same arcs.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawExecutable } from '../formats/format.ts'
import { SymbolType } from '../formats/raw-symbols.ts'
import { scanFor } from '../formats/machine-code.ts'
import { hasThumb } from '../formats/machines.ts'
import { isStringAt, stringAt, type StringIndex } from '../base/string-table.ts'
import {
  type ArcIndex,
  type CallGraphProfile,
  type FunctionIndex,
  type FunctionTable,
  Tail,
} from './call-graph-profile.ts'
import { CALL_SIZE, canScan, CoveredCode, gprofTargets } from './gprof-static-arcs.ts'
import type { CodeRange } from './sum-histograms.ts'
import { CodeReader } from './code-reader.ts'

/**
 * Static arcs, ascending by parent, then in code order; each pair once. Columns hold
 * FunctionIndex.
 */
export interface PossibleArcs {
  readonly length: number
  readonly parent: Uint32Array<ArrayBuffer>
  readonly child: Uint32Array<ArrayBuffer>
  /** Tail of each arc; absent if unknown, as in older saved profiles. */
  readonly tails?: Uint8Array<ArrayBuffer>
  /** Result of gprof's search; null if it was not run. */
  readonly gprof: GprofSearch | null
}

/** What `gprof -c` finds in the code beside the recorded arcs. */
export interface GprofSearch {
  /** Whether gprof finds exactly these arcs, in this order. */
  readonly isSame: boolean
  /** How many of these arcs gprof finds. */
  readonly found: number
  /**
   * How many other arcs gprof finds: bytes that only look like a call, and calls of the
   * profiler's own functions.
   */
  readonly others: number
}

/** Receives the bytes of code searched so far and the total. Returning false stops the search. */
export type GoOn = (done: number, total: number) => boolean

/**
 * Bytes beyond a function's end that gprof's search may read: a call may begin inside and end
 * outside.
 */
const BEYOND = CALL_SIZE - 1
/** Largest size of a function, in bytes. A larger "function" is a gap between symbols. */
export const LARGEST_FUNCTION = 64 * 1024 * 1024

/**
 * Searches a program's code for calls that are not among the recorded arcs, and compares them with what
 * `gprof -c` finds.
 *
 * @param histograms ranges that gprof's search is limited to
 * @param goOn receives the progress; returning false stops the search
 * @returns null if the file has no code, if the processor is unknown, or if the search was stopped
 * @throws ProblemError `bytes/…` of the source
 */
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
  const branches = new Branches(functions.length)
  const total = textLast + 1 - textStart
  // Calls of libraries lead out of the code.
  const isUnknown = (target: number): boolean =>
    Number.isNaN(target) || (target >= textStart && target <= textLast)
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
    // The first call of a function that counts its calls is that of the profiler.
    let isProfilers = functions.calls[parent] > 0 || isStringAt(functions.names, parent, 'main')
    scan(reader.bytes(start, size), start, (target, isCall) => {
      const child = rows.get(target)
      if (isCall && !isProfilers && child === undefined && isUnknown(target)) branches.addIndirect(parent)
      if (isCall) isProfilers = false
      if (child === undefined || (!isCall && !isTailCall(functions, parent, child))) return
      if (!isCounted(functions, child)) return
      ours.add(parent, child)
      branches.add(parent, child, isCall)
    })
    search(reader.bytes(start, size + BEYOND), parent, size, gprofs)
  }
  goOn(total, total)
  return {
    length: ours.parents.length,
    parent: Uint32Array.from(ours.parents),
    child: Uint32Array.from(ours.children),
    tails: findTails(ours, branches, profile),
    gprof: compare(ours, gprofs),
  }
}

/** Branches of all code, by the functions at both ends. */
class Branches {
  readonly #functions: number
  /** Pairs of functions joined by a call. */
  readonly #calls = new Set<number>()
  /** Pairs joined by a jump. */
  readonly #jumps = new Set<number>()
  /** By function: those that jump to its beginning. */
  readonly #jumpers = new Map<number, number[]>()
  /** Functions that call what the code does not name. */
  readonly #indirect = new Set<number>()

  constructor(functions: number) {
    this.#functions = functions
  }

  add(parent: number, child: number, isCall: boolean): void {
    const pair = this.#pair(parent, child)
    if (isCall) this.#calls.add(pair)
    else if (!this.#jumps.has(pair)) {
      this.#jumps.add(pair)
      push(this.#jumpers, child, parent)
    }
  }

  /** Notes a call of `parent` whose target the code does not name. */
  addIndirect(parent: number): void {
    this.#indirect.add(parent)
  }

  /** Whether only jumps lead from `parent` to `child`. */
  isJump(parent: number, child: number): boolean {
    const pair = this.#pair(parent, child)
    return !this.#calls.has(pair) && this.#jumps.has(pair)
  }

  /** Whether the code of `parent` holds a branch that may lead to `child`. */
  mayReach(parent: number, child: number): boolean {
    const pair = this.#pair(parent, child)
    return this.#calls.has(pair) || this.#jumps.has(pair) || this.#indirect.has(parent)
  }

  /** Returns the function and those that jump to it, directly or through others. */
  chainTo(f: number): ReadonlySet<number> {
    const chain = new Set([f])
    // A set visits what is added to it meanwhile.
    for (const one of chain) {
      if (chain.size > LONGEST_CHAIN) break
      for (const jumper of this.#jumpers.get(one) ?? []) chain.add(jumper)
    }
    return chain
  }

  #pair(parent: number, child: number): number {
    return parent * this.#functions + child
  }
}

/** Functions that are followed from one jump backwards, at most. */
const LONGEST_CHAIN = 64
/** Pairs of a caller and a jump that are compared for one callee, at most; beyond, each jump may have been taken. */
const MOST_WAYS = 1 << 16

/**
 * Returns the tail of each new pair.
 *
 * A jump from M to C was taken if a caller of M has a recorded arc to C, no call of C in its code,
 * and no other way to C through jumps. It may have been taken if there are other ways.
 */
function findTails(
  { parents, children }: NewPairs,
  branches: Branches,
  { functions, arcs }: Pick<CallGraphProfile, 'functions' | 'arcs'>,
): Uint8Array<ArrayBuffer> {
  const tails = new Uint8Array(parents.length)
  const rowsInto = new Map<number, number[]>()
  for (const [row, child] of children.entries())
    if (branches.isJump(parents[row], child)) push(rowsInto, child, row)
  if (rowsInto.size === 0) return tails
  const recorded = knownPairs({ functions, arcs })
  const hasArc = (parent: number, child: number): boolean => recorded.has(parent * functions.length + child)
  const isCounting = (f: number): boolean => functions.calls[f as FunctionIndex] > 0
  const callers = new Uint32Array(functions.length)
  const crowded = new Set<number>()
  for (let a = 0; a < arcs.length; a++) callers[arcs.child[a as ArcIndex]]++
  const chains = new Map<number, ReadonlySet<number>>()
  for (let a = 0; a < arcs.length; a++) {
    const [caller, child] = [arcs.parent[a as ArcIndex], arcs.child[a as ArcIndex]]
    const ways: number[] = []
    const rows = rowsInto.get(child) ?? []
    if (rows.length * callers[child] > MOST_WAYS) {
      if (!crowded.has(child)) for (const row of rows) tails[row] = Tail.possible
      crowded.add(child)
      continue
    }
    for (const row of rows) {
      const jumper = parents[row]
      const chain = chains.get(jumper) ?? branches.chainTo(jumper)
      chains.set(jumper, chain)
      const isWay = [...chain].some((one) =>
        isCounting(one) ? one !== child && hasArc(caller, one) : branches.mayReach(caller, one),
      )
      if (isWay) ways.push(row)
    }
    const isOnlyWay = ways.length === 1 && !branches.mayReach(caller, child)
    for (const row of ways) {
      tails[row] = isOnlyWay ? Tail.taken : Math.max(tails[row], Tail.possible)
      // Jumps on the way to functions that count no calls leave no trace of their own.
      for (const through of chains.get(parents[row]) ?? [])
        if (!isCounting(through))
          for (const before of rowsInto.get(through) ?? [])
            tails[before] = Math.max(tails[before], Tail.possible)
    }
  }
  return tails
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** Returns gprof's search of one function's code; it finds nothing for processors unknown to it. */
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

/** Collects pairs of functions that are not recorded, in the order of discovery. */
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
 * Whether calls from and to `f` count. The profiler's own functions, labels that count for the
 * function before them, and a last symbol beyond the code do not.
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

/**
 * Returns the link-time addresses of functions in Thumb code, which bit 0 of their symbol values marks;
 * without that bit. Empty for other machines than Arm.
 */
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
