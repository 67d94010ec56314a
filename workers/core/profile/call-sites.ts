// Where callees record themselves, checked against the program's machine code. The second address of an arc is the return
// address of the callee's call of the profiler, to the byte; the first is rounded to up to 16 bytes by glibc and is not
// checked. A rebuild with one more instruction has the call elsewhere.
import type { ByteSource } from '../bytes/byte-source.ts'
import { ARM } from '../formats/executables.ts'
import type { RawExecutable } from '../formats/format.ts'
import { type ScanBranches, scanFor } from '../formats/machine-code.ts'
import { symbolAt, type SymbolTable } from '../symbols/symbol-table.ts'
import { type ArcEvidence, prologueOf } from './match-executable.ts'

/** How many callees were checked, each once, and at how many no call ends where the profile recorded one. */
export interface CallSiteScore {
  readonly total: number
  readonly missing: number
}

/** Callees that are checked, at most. */
const MOST_CALLEES = 256
/** Bytes that one read of the file covers, at most. */
const READ_AT_ONCE = 256 * 1024
/** Assembler code may record itself in its own way. */
const TOLERATED = 0.01

/** Whether the code contradicts the profile: more than one in a hundred of the callees call the profiler elsewhere. */
export const contradictsCode = (sites: CallSiteScore | null): boolean =>
  sites !== null && sites.missing > TOLERATED * sites.total

/**
 * Checks at most 256 callees of the sampled arcs, evenly spaced, by decoding the first bytes of each. A callee without a call in
 * them is not checked: it records itself in another way, or the arc is made by hand.
 *
 * @param evidence in link-time addresses
 * @returns null for machines without a decoder, and where the file holds no code
 */
export async function scoreCallSites(
  source: ByteSource,
  raw: RawExecutable,
  symbols: SymbolTable,
  { self }: ArcEvidence,
): Promise<CallSiteScore | null> {
  const { machine, wordSize, bigEndian, textOffset, textStart, textLast } = raw
  const scans = [scanFor(machine, wordSize, false), machine === ARM ? scanFor(machine, wordSize, true) : null]
  if (bigEndian || textOffset === null || scans[0] === null) return null
  const prologue = prologueOf(machine)
  const callees = [...new Set(self)].toSorted((a, b) => a - b)
  const step = Math.max(1, Math.ceil(callees.length / MOST_CALLEES))
  const checked: { readonly start: number; readonly site: number }[] = []
  for (let at = 0; at < callees.length; at += step) {
    // Bit 0 of Arm's addresses says that code is Thumb.
    const site = machine === ARM ? callees[at] - (callees[at] % 2) : callees[at]
    const f = symbolAt(symbols, site)
    if (f < 0 || symbols.address[f] < textStart || site > textLast + 1) continue
    const start = symbols.address[f]
    if (site > start && site - start <= prologue) checked.push({ start, site })
  }
  let total = 0
  let missing = 0
  for (let first = 0; first < checked.length;) {
    const from = checked[first].start
    let next = first + 1
    while (next < checked.length && checked[next].site + prologue - from <= READ_AT_ONCE) next++
    const end = Math.min(checked[next - 1].site + prologue, textLast + 1)
    const offset = from - textStart + textOffset
    const length = Math.min(end - from, source.size - offset)
    if (length <= 0) break
    const bytes = await source.read(offset, length)
    for (; first < next; first++) {
      const { start, site } = checked[first]
      const ends = callEnds(bytes.subarray(start - from, start - from + prologue), start, scans)
      if (ends.size === 0) continue
      total++
      if (!ends.has(site)) missing++
    }
  }
  return { total, missing }
}

/** Callees whose calls of the profiler are looked at to learn what they call. */
const LEARNT_FROM = 16

/**
 * Returns which functions begin with a call of the profiler: those compiled with -pg, whether they were called or not.
 *
 * @param starts addresses of functions, at most some dozens
 * @param evidence recorded arcs, which show where the profiler is called
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

/** Addresses behind the calls in a piece of code that begins with an instruction. */
function callEnds(
  code: Uint8Array,
  start: number,
  scans: readonly (ScanBranches | null)[],
): ReadonlySet<number> {
  const ends = new Set<number>()
  for (const scan of scans)
    scan?.(code, start, (_, isCall, next) => {
      if (isCall) ends.add(next)
    })
  return ends
}
