// The call sites of a profile, checked against the program's machine code.
//
// The second address of an arc is the return address of the callee's call of the profiler, to the byte. The first is the return
// address of the call of the callee, rounded down by glibc. A rebuild with one more instruction has either elsewhere.
import type { ByteSource } from '../../bytes/byte-source.ts'
import { isStringAt, stringAt, type StringIndex } from '../../base/string-table.ts'
import { ARM } from '../../formats/machines.ts'
import type { RawExecutable } from '../../formats/format.ts'
import type { FoundBranch } from '../../formats/branch.ts'
import { scanFor } from '../../formats/machine-code.ts'
import { symbolAt } from '../../symbols/function-locator.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import type { ArcEvidence } from '../../profile/arc-evidence.ts'
import { prologueOf } from './match-executable.ts'

/** How many call sites were checked, and how many of them the code contradicts. */
export interface Checked {
  readonly total: number
  readonly missing: number
}

/** How far the program's code agrees with recorded arcs, at both ends. */
export interface CallSiteScore {
  /** Callees, each once. Missing: no call ends where the callee called the profiler. */
  readonly callees: Checked
  /** Arcs whose caller counts calls. Missing: no call near the recorded address can have led to the callee. */
  readonly callers: Checked
  /** Arcs whose call site calls another function, from which jumps lead to the callee; each three functions once. */
  readonly tailCalls: readonly TailCallSite[]
  /** Arcs missing among `callers`, by their ends as rows of symbols; each pair once. */
  readonly unexplained: readonly ArcEnds[]
  /**
   * By row of symbols: where functions call the profiler again behind their first call of it. What was
   * inlined there, or has no symbol, counts as a call of the function.
   */
  readonly inlined: ReadonlyMap<number, readonly number[]>
}

/** Ends of an arc, as rows of symbols. */
type ArcEnds = readonly [caller: number, callee: number]

/** A tail call of an arc, as rows of symbols. */
export interface TailCallSite {
  /** Ends of the arc. */
  readonly caller: number
  readonly callee: number
  /** The function that jumps to the callee. */
  readonly jumper: number
}

/** Callees that are checked, at most. */
const MOST_CALLEES = 256
/** Bytes that one read of the file covers, at least. */
const READ_AT_ONCE = 256 * 1024
/** Assembler code may record itself in its own way. */
const TOLERATED = 0.01
/** Bytes decoded before a call site, at most: a decoder that begins within an instruction is soon in step. */
const LEAD = 256
/** Functions followed from one call site through jumps, at most; more are taken as leading anywhere. */
const MOST_JUMPS = 64
/** Functions of gcc and clang that jump to an address in a register by way of a return, against speculation. */
const THUNK = /^__(?:x86_indirect_thunk|llvm_(?:retpoline|lvi_thunk))_/
/** Functions whose jumps are decoded, at most, and the bytes of each. */
const MOST_JUMPING = 4096
const LARGEST_JUMPING = 64 * 1024

/**
 * Whether the code contradicts the profile: more than one in a hundred of the checked call sites are missing.
 * False if none was checked.
 */
export const contradicts = ({ total, missing }: Checked): boolean => missing > TOLERATED * total

/**
 * Returns the bytes to which glibc rounds callers' addresses down: two of its indexes of arcs, which are as
 * wide as a pointer.
 *
 * @param wordSize of the program, in bytes
 */
export const callerGrain = (wordSize: 4 | 8): number => 2 * wordSize

/**
 * Checks the sampled arcs at both ends against the program's code.
 *
 * A callee without a call in its first bytes is not checked: it records itself in another way, or the arc is
 * made by hand. Nor is an arc from a function that no arc leads to, other than `main`: signal handlers return
 * to code without a call.
 *
 * @param evidence in link-time addresses
 * @param grain bytes to which callers' addresses are rounded down; 0 if unknown: callers are not checked then
 * @returns null for machines without a decoder or big-endian ones, and where the file holds no code
 * @throws ProblemError `bytes/…` of the source
 */
export async function scoreCallSites(
  source: ByteSource,
  raw: RawExecutable,
  symbols: SymbolTable,
  evidence: ArcEvidence,
  grain: number,
): Promise<CallSiteScore | null> {
  if (raw.bigEndian || raw.textOffset === null || !scanFor(raw.machine, raw.wordSize, false)) return null
  const inlined = new Map<number, number[]>()
  const callees = await checkCallees(new Code(source, raw), symbols, evidence, inlined)
  const tailCalls: TailCallSite[] = []
  const unexplained: ArcEnds[] = []
  const callers =
    grain > 0
      ? await checkCallers(source, raw, symbols, evidence, grain, tailCalls, unexplained)
      : { total: 0, missing: 0 }
  return { callees, callers, tailCalls, unexplained, inlined }
}

/** @param inlined receives the later calls of the profiler */
async function checkCallees(
  code: Code,
  symbols: SymbolTable,
  { self }: ArcEvidence,
  inlined: Map<number, number[]>,
): Promise<Checked> {
  const { machine, textStart, textLast } = code.raw
  const prologue = prologueOf(machine)
  const callees = [...new Set(self)].toSorted((a, b) => a - b)
  const step = Math.max(1, Math.ceil(callees.length / MOST_CALLEES))
  let total = 0
  let missing = 0
  let [before, counter] = [-1, new Set<number>()]
  for (let at = 0; at < callees.length; at += step) {
    const site = withoutMode(machine, callees[at])
    const f = symbolAt(symbols, site)
    if (f < 0 || symbols.address[f] < textStart || site > textLast + 1) continue
    const start = symbols.address[f]
    const isAgain = f === before && site - start <= LARGEST_JUMPING
    if (site <= start || (site - start > prologue && !isAgain)) continue
    // What each call leads to, by where it comes back to. A call through memory has no target, which is a target like others here.
    const targets = new Map<number, number>()
    await code.scan(start, Math.max(start + prologue, isAgain ? site : 0), (target, isCall, next) => {
      if (isCall) targets.set(next, target)
    })
    const target = targets.get(site)
    if (isAgain && target !== undefined && counter.has(target)) {
      const sites = inlined.get(f)
      if (sites) sites.push(site)
      else inlined.set(f, [site])
      continue
    }
    if (site - start > prologue) continue
    if (targets.size === 0) continue
    total++
    if (target === undefined) missing++
    else [before, counter] = [f, new Set([target])]
  }
  return { total, missing }
}

/** Callees whose calls of the profiler are looked at to learn what they call. */
const LEARNT_FROM = 16

/**
 * Returns which of these functions begin with a call of the profiler: those compiled with -pg, whether they
 * were called or not. Empty for machines without a decoder, for Arm and big-endian ones, and where the file
 * holds no code.
 *
 * @param starts link-time addresses of functions, at most some dozens
 * @param evidence recorded arcs in link-time addresses, which show where the profiler is called
 * @returns a subset of `starts`
 * @throws ProblemError `bytes/…` of the source
 */
export async function findCounting(
  source: ByteSource,
  { machine, wordSize, bigEndian, textOffset, textStart, textLast }: RawExecutable,
  starts: readonly number[],
  symbols: SymbolTable,
  { self }: ArcEvidence,
): Promise<ReadonlySet<number>> {
  const scan = scanFor(machine, wordSize, false)
  if (bigEndian || textOffset === null || scan === null || machine === ARM) return new Set()
  const prologue = prologueOf(machine)
  const codeAt = async (start: number): Promise<Uint8Array> => {
    const offset = start - textStart + textOffset
    const length = Math.min(prologue, textLast + 1 - start, source.size - offset)
    return start >= textStart && length > 0 ? source.read(offset, length) : new Uint8Array(0)
  }
  // A call through memory has no target, which is a target like others here.
  const profilers = new Set<number>()
  const sites = [...new Set(self)].toSorted((a, b) => a - b)
  const step = Math.max(1, Math.ceil(sites.length / LEARNT_FROM))
  for (let at = 0; at < sites.length; at += step) {
    const f = symbolAt(symbols, sites[at])
    if (f < 0) continue
    scan(await codeAt(symbols.address[f]), symbols.address[f], (target, isCall, next) => {
      if (isCall && next === sites[at]) profilers.add(target)
    })
  }
  const counting = new Set<number>()
  for (const start of starts) {
    let first: number | null = null
    scan(await codeAt(start), start, (target, isCall) => {
      if (isCall) first ??= target
    })
    if (first !== null && profilers.has(first)) counting.add(start)
  }
  return counting
}

/** Bit 0 of Arm's addresses says that code is Thumb. */
const withoutMode = (machine: number, address: number): number =>
  machine === ARM ? address - (address % 2) : address

async function checkCallers(
  source: ByteSource,
  raw: RawExecutable,
  symbols: SymbolTable,
  { length, from, self }: ArcEvidence,
  grain: number,
  tailCalls: TailCallSite[],
  unexplained: ArcEnds[],
): Promise<Checked> {
  const { machine, textStart, textLast } = raw
  const code = new Code(source, raw)
  const jumps = new Jumps(source, raw, symbols)
  const counting = new Set(Array.from(self, (address) => symbolAt(symbols, address)))
  for (let f = 0; f < symbols.length; f++) if (isStringAt(symbols.names, f, 'main')) counting.add(f)
  const profilerCalls = new Set(Array.from(self, (address) => withoutMode(machine, address)))
  const order = Array.from({ length }, (_, arc) => arc).toSorted((a, b) => from[a] - from[b])
  let total = 0
  let missing = 0
  let decoded = NaN
  let isHeld = false
  let targets: readonly number[] = []
  for (const arc of order) {
    const low = from[arc]
    const high = low + grain
    const child = symbolAt(symbols, self[arc])
    if (child < 0 || low < textStart || high > textLast + 1) continue
    // A sum that gprof wrote: its arcs lead from function to function, not from call site to call site.
    if (withoutMode(machine, self[arc]) === symbols.address[child]) continue
    // The return address may lie in the function behind; behind a call that never returns, even if the caller is the one before.
    const [first, last] = [symbolAt(symbols, Math.max(textStart, low - 1)), symbolAt(symbols, high - 1)]
    if (first < 0 || !counting.has(first) || !counting.has(last)) continue
    if (low !== decoded) {
      const found: number[] = []
      const note: FoundBranch = (target, isCall, next) => {
        if (isCall && next >= low && next < high && !profilerCalls.has(next)) found.push(target)
      }
      isHeld = await code.scan(Math.max(symbols.address[first], low - LEAD), high, note)
      for (let f = first + 1; f <= last; f++) await code.scan(symbols.address[f], high, note)
      decoded = low
      targets = found
    }
    if (!isHeld) continue
    total++
    const way = await jumps.lead(targets, child, self[arc])
    if (way === NO_WAY) {
      missing++
      const caller = symbolAt(symbols, low)
      if (!unexplained.some(([one, other]) => one === caller && other === child))
        unexplained.push([caller, child])
    }
    if (way < 0) continue
    const isKnown = tailCalls.some(
      ({ caller, callee, jumper }) => caller === last && callee === child && jumper === way,
    )
    if (!isKnown) tailCalls.push({ caller: last, callee: child, jumper: way })
  }
  return { total, missing }
}

/** No call and no jump leads to a function. */
const NO_WAY = -2
/** A call leads there, or one that may lead anywhere. */
const BY_CALL = -1

/** Where functions jump to: a tail call is counted as a call by the caller of the function that jumps. */
class Jumps {
  readonly #code: Code
  readonly #symbols: SymbolTable
  /** By function: those that it jumps to, and whether to the first byte; null if it may jump anywhere. */
  readonly #known = new Map<number, ReadonlyMap<number, boolean> | null>()

  constructor(source: ByteSource, raw: RawExecutable, symbols: SymbolTable) {
    this.#code = new Code(source, raw)
    this.#symbols = symbols
  }

  /**
   * Returns how one of these call targets may lead to `child`: NO_WAY; BY_CALL if it is the function
   * itself or an unknown one; else the function that jumps to the first byte of `child`.
   */
  async lead(targets: readonly number[], child: number, recorded: number): Promise<number> {
    // By function, whether it was reached by first bytes only.
    const reached = new Map<number, boolean>()
    for (const target of targets) {
      const f = this.#at(target)
      if (f < 0 || (f === child && (await this.#enters(child, target, recorded)))) return BY_CALL
      reached.set(f, target === this.#symbols.address[f])
    }
    // A map visits what is added to it meanwhile.
    for (const [f, isWhole] of reached) {
      const next = await this.#from(f)
      if (next === null || reached.size > MOST_JUMPS) return BY_CALL
      const isExact = next.get(child)
      // Jumps to other bytes lead to code without a name of its own.
      if (isExact !== undefined) return isExact && isWhole ? f : BY_CALL
      for (const [other, isFirst] of next) if (!reached.has(other)) reached.set(other, isFirst && isWhole)
    }
    return NO_WAY
  }

  /**
   * Whether a call of `target`, an address in `child`, leads to where it calls the profiler: to one of the
   * bytes before it, or to code behind it that jumps to them. Such code has a symbol that gprof leaves out,
   * as `.constprop.0`.
   */
  async #enters(child: number, target: number, recorded: number): Promise<boolean> {
    if (target <= recorded) return true
    const { address, last } = this.#symbols
    const end = Math.min(last[child], this.#code.raw.textLast) + 1
    if (end - target > LARGEST_JUMPING) return true
    let isFound = false
    const isRead = await this.#code.scan(target, end, (to, isCall) => {
      if (!isCall && to >= address[child] && to < recorded) isFound = true
    })
    return isFound || !isRead
  }

  /** The function at an address; -1 for an unknown target, and for stubs that lead out of the program. */
  #at(target: number): number {
    const { textStart, textLast } = this.#code.raw
    return target >= textStart && target <= textLast ? symbolAt(this.#symbols, target) : -1
  }

  async #from(f: number): Promise<ReadonlyMap<number, boolean> | null> {
    const known = this.#known.get(f)
    if (known !== undefined) return known
    const { address, last } = this.#symbols
    const start = address[f]
    const end = Math.min(last[f], this.#code.raw.textLast) + 1
    const found = new Map<number, boolean>()
    let isAnywhere =
      this.#known.size >= MOST_JUMPING ||
      end - start > LARGEST_JUMPING ||
      THUNK.test(stringAt(this.#symbols.names, f as StringIndex))
    const note: FoundBranch = (target, isCall) => {
      if (isCall || (target >= start && target < end)) return
      const other = this.#at(target)
      if (other < 0) isAnywhere = true
      else found.set(other, found.get(other) === true || target === address[other])
    }
    if (!isAnywhere && !(await this.#code.scan(start, end, note))) isAnywhere = true
    const jumps = isAnywhere ? null : found
    this.#known.set(f, jumps)
    return jumps
  }
}

/** A program's code by address, read a slice of the file at a time. */
class Code {
  readonly raw: RawExecutable
  readonly #source: ByteSource
  #from = 0
  #slice = new Uint8Array(0)

  constructor(source: ByteSource, raw: RawExecutable) {
    this.raw = raw
    this.#source = source
  }

  /**
   * Decodes the code from `start`, where an instruction begins, up to `end` or the end of all code. Returns false if the file does
   * not hold that code.
   */
  async scan(start: number, end: number, found: FoundBranch): Promise<boolean> {
    const { machine, wordSize, textOffset, textStart, textLast } = this.raw
    const stop = Math.min(end, textLast + 1)
    if (textOffset === null || start < textStart || stop <= start) return false
    if (start < this.#from || stop > this.#from + this.#slice.length) {
      const offset = start - textStart + textOffset
      const length = Math.min(
        Math.max(stop - start, READ_AT_ONCE),
        textLast + 1 - start,
        this.#source.size - offset,
      )
      this.#from = start
      this.#slice = length > 0 ? await this.#source.read(offset, length) : new Uint8Array(0)
    }
    if (stop > this.#from + this.#slice.length) return false
    const bytes = this.#slice.subarray(start - this.#from, stop - this.#from)
    scanFor(machine, wordSize, false)?.(bytes, start, found)
    if (machine === ARM) scanFor(machine, wordSize, true)?.(bytes, start, found)
    return true
  }
}
