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
