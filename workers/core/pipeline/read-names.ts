// Where names of functions come from: a program, a list of symbols, or the addresses themselves.
import { buffersIn, detachBuffers } from '../base/buffers.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { attributingTo, type Candidate, type OnProgress, rethrowBug } from '../inputs/candidates.ts'
import { hasLineTables, pairPrograms, type ReadFile } from '../inputs/pair-programs.ts'
import type { RawExecutable } from '../formats/format.ts'
import { NO_SYMBOLS } from '../formats/raw-symbols.ts'
import { hasThumb } from '../formats/machines.ts'
import { readExecutable } from '../formats/registry.ts'
import type { RawSymbolList } from '../formats/raw-symbol-list.ts'
import type { OfferedFile } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { formatCounted } from '../quantities.ts'
import { selectFunctions, type SymbolTable } from '../symbols/symbol-table.ts'
import { nameByAddress } from '../symbols/name-by-address.ts'
import type { TargetRules } from '../symbols/target-rules.ts'
import { guessTarget } from '../formats/gmon/guess-target.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'

/** A program with its functions. */
export interface Program {
  readonly raw: RawExecutable
  readonly symbols: SymbolTable
  /** Whether its symbols come from a list beside it. */
  readonly isListed: boolean
  /** The file with its line tables, if any: itself or its debug file. */
  readonly lines: ReadFile
}

/** A list of symbols, read. */
export interface ListedSymbols {
  readonly file: OfferedFile
  readonly list: RawSymbolList
}

/** All files that can name functions. */
export interface Names {
  /** Undefined without a program among the files. */
  readonly program: Candidate | undefined
  /** The program, read. */
  readonly executable: Program | null
  readonly listed: ListedSymbols | null
}

/** Where a stripped program's symbols may be; the debug file has priority. */
interface BesideProgram {
  readonly debug: ReadFile | null
  readonly list: RawSymbolList | null
}

/**
 * Reads the program, its debug file and lists of symbols, and describes each at its file.
 *
 * @throws ProblemError `input/several-executables`, `elf/no-symbols`, `symbols/none-found` and
 * those of the formats, attributed to the file
 */
export async function readNames(
  candidates: readonly Candidate[],
  targetRules: TargetRules,
  onProgress: OnProgress,
): Promise<Names> {
  const ofKind = (kind: OfferedFile['kind']): readonly Candidate[] =>
    candidates.filter(({ file }) => file.kind === kind)
  const { program, debug } = await pairPrograms(ofKind('executable'), ofKind('debug')[0])
  const listed = await readList(candidates, onProgress)
  const beside = { debug, list: listed?.list ?? null }
  const executable = program ? await readProgram(program, beside, targetRules, onProgress) : null
  return { program, executable, listed }
}

/**
 * Returns the program's functions; without a program those of a list, or else the addresses that the profiles
 * call.
 *
 * @param layoutOf the word size and byte order of a profile
 * @throws ProblemError problems of reading the profiles for a list
 */
export async function chooseSymbols(
  { executable, listed }: Names,
  profiles: readonly Candidate[],
  layoutOf: (source: ByteSource) => Promise<ByteLayout>,
): Promise<SymbolTable> {
  if (executable) return executable.symbols
  return listed ? listedSymbols(listed.list, profiles, layoutOf) : nameless(profiles)
}

async function readProgram(
  candidate: Candidate,
  { debug, list }: BesideProgram,
  targetRules: TargetRules,
  onProgress: OnProgress,
): Promise<Program> {
  const { source } = candidate
  onProgress({ stage: 'symbols', file: source.name, done: 0, total: source.size })
  return attributingTo(candidate, async () => {
    const own = await readExecutable(source, debug !== null || list !== null)
    const select = (raw: RawExecutable): SymbolTable =>
      selectFunctions(targetRules.symbolsOf(raw), raw.textLast)
    let raw = own
    let symbols = select(own)
    if (symbols.length === 0 && debug !== null) {
      raw = { ...own, symbols: debug.raw.symbols }
      symbols = select(raw)
    }
    const isListed = symbols.length === 0 && list !== null
    if (isListed) symbols = select({ ...own, symbols: list.symbols })
    candidate.file = {
      ...candidate.file,
      detail: `${raw.description} · ${formatCounted(symbols.length, 'function')}`,
    }
    if (symbols.length === 0) {
      throw new ProblemError({ code: 'elf/no-symbols', file: source.name, stripped: false })
    }
    onProgress({ stage: 'symbols', file: source.name, done: source.size, total: source.size })
    const { debugSections } = debug?.raw ?? raw
    const lines =
      debug !== null && hasLineTables(debug.raw)
        ? { source: debug.source, raw: { ...raw, debugSections } }
        : { source, raw }
    return { raw, symbols, isListed, lines }
  })
}

/**
 * Returns a program without its symbols, or itself if it may have Thumb code: once functions are chosen, only
 * the search for that needs symbols.
 */
export function withoutSymbols<T extends RawExecutable>(raw: T): T {
  return hasThumb(raw.machine) ? raw : { ...raw, symbols: NO_SYMBOLS }
}

/**
 * Detaches the buffers of the program's symbols, once no notice needs them; their memory equals that of the
 * functions' names. Does nothing for programs that may have Thumb code. The shared empty table stays.
 */
export function dropSymbols({ raw }: Pick<Program, 'raw'>): void {
  if (raw.symbols.length > 0 && !hasThumb(raw.machine)) detachBuffers(buffersIn(raw.symbols))
}

/** Reads the list of symbols among the files; null without one. */
async function readList(
  candidates: readonly Candidate[],
  onProgress: OnProgress,
): Promise<ListedSymbols | null> {
  const lists = candidates.filter(({ file }) => file.kind === 'symbols')
  if (lists.length > 1) {
    const files = lists.map(({ file }) => file.name)
    throw new ProblemError({ code: 'input/several-symbol-lists', files })
  }
  const [candidate] = lists
  if (!candidate) return null
  const { source } = candidate
  return attributingTo(candidate, async () => {
    const { readSymbolList } = await import('../formats/symbol-list.ts')
    const list = await readSymbolList(source, (done) =>
      onProgress({ stage: 'symbols', file: source.name, done, total: source.size }),
    )
    const detail = `${list.description} · ${formatCounted(list.symbols.length, 'symbol')}`
    candidate.file = { ...candidate.file, detail }
    return { file: candidate.file, list }
  })
}

/**
 * Returns the functions of a list. If the list does not show where the code ends, the samples do.
 */
async function listedSymbols(
  list: RawSymbolList,
  profiles: readonly Candidate[],
  layoutOf: (source: ByteSource) => Promise<ByteLayout>,
): Promise<SymbolTable> {
  let { textLast } = list
  const room = new ReadBuffers()
  for (const { source } of textLast === null ? profiles : []) {
    try {
      const { histograms } = await readProfile(source, await layoutOf(source), () => {}, { room })
      for (const { high } of histograms) textLast = Math.max(textLast ?? 0, high - 1)
    } catch (error) {
      rethrowBug(error)
      // Reported when it is added to the others, which may do without it.
    }
  }
  return selectFunctions(list.symbols, textLast ?? Number.MAX_SAFE_INTEGER)
}

/**
 * Returns each address that the profiles call as a function, named by its address. Skips profiles that cannot
 * be read.
 */
export async function nameless(profiles: readonly Candidate[]): Promise<SymbolTable> {
  const callees = new Set<number>()
  let low = Infinity
  let high = -Infinity
  const room = new ReadBuffers()
  for (const { source } of profiles) {
    try {
      const profile = await readProfile(source, await guessTarget(source), () => {}, { room })
      for (const histogram of profile.histograms) {
        low = Math.min(low, histogram.low)
        high = Math.max(high, histogram.high)
      }
      for (const address of profile.arcs.self) callees.add(address)
    } catch (error) {
      rethrowBug(error)
      // Reported when it is added to the others.
    }
  }
  if (low > high) {
    for (const address of callees) {
      low = Math.min(low, address)
      high = Math.max(high, address + 1)
    }
  }
  return nameByAddress(callees, low, high)
}
