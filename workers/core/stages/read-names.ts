// Where the names of functions come from: a program, a list of symbols beside it or in its place, or the addresses
// themselves.
import { listedSymbols, nameless } from './symbols-without-program.ts'
import { buffersIn, letGo } from '../base/buffers.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { blaming, type Candidate, type OnStep } from '../offered/candidates.ts'
import { hasLineTables, pairPrograms, type ReadFile } from '../offered/debug-file.ts'
import { NO_SYMBOLS, type RawExecutable } from '../formats/format.ts'
import { hasThumb } from '../formats/machine-code/thumb.ts'
import { readExecutable } from '../formats/registry.ts'
import type { RawSymbolList } from '../formats/symbol-list/types.ts'
import type { OfferedFile } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { formatCounted } from '../reports/quantities.ts'
import { selectFunctions, type SymbolTable } from '../symbols/select-functions.ts'
import type { TargetRules } from '../symbols/target-rules.ts'

export interface Program {
  readonly raw: RawExecutable
  readonly symbols: SymbolTable
  /** Its symbols come from a list beside it. */
  readonly isListed: boolean
  /** Where its line tables are, if it has any: in itself, or in its debug file. */
  readonly lines: ReadFile
}

export interface ListedSymbols {
  readonly file: OfferedFile
  readonly list: RawSymbolList
}

/** All among the files that can name functions. */
export interface Names {
  /** Nothing if there is no program among the files. */
  readonly program: Candidate | undefined
  /** The program, read. */
  readonly executable: Program | null
  readonly listed: ListedSymbols | null
}

/** Where a stripped program's symbols may be instead; the debug file is asked first. */
interface BesideProgram {
  readonly debug: ReadFile | null
  readonly list: RawSymbolList | null
}

/**
 * Notes with each file what it was found to be.
 *
 * Errors: `input/several-executables`, `elf/no-symbols`, `symbols/none-found`, those of the formats; with the file that they belong to.
 */
export async function readNames(
  candidates: readonly Candidate[],
  targetRules: TargetRules,
  onStep: OnStep,
): Promise<Names> {
  const ofKind = (kind: OfferedFile['kind']): readonly Candidate[] =>
    candidates.filter(({ file }) => file.kind === kind)
  const { program, debug } = await pairPrograms(ofKind('executable'), ofKind('debug')[0])
  const listed = await readList(candidates, onStep)
  const beside = { debug, list: listed?.list ?? null }
  const executable = program ? await readProgram(program, beside, targetRules, onStep) : null
  return { program, executable, listed }
}

/** The program's functions, else those of a list, else whatever the profiles call, by its address. */
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
  onStep: OnStep,
): Promise<Program> {
  const { source } = candidate
  onStep({ stage: 'symbols', file: source.name, done: 0, total: source.size })
  return blaming(candidate, async () => {
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
    onStep({ stage: 'symbols', file: source.name, done: source.size, total: source.size })
    const { debugSections } = debug?.raw ?? raw
    const lines =
      debug !== null && hasLineTables(debug.raw)
        ? { source: debug.source, raw: { ...raw, debugSections } }
        : { source, raw }
    return { raw, symbols, isListed, lines }
  })
}

/** The same once its functions are chosen: nobody asks for its symbols then, but who looks for Thumb code. */
export function withoutSymbols<T extends RawExecutable>(raw: T): T {
  return hasThumb(raw.machine) ? raw : { ...raw, symbols: NO_SYMBOLS }
}

/**
 * Once nothing more is to be told of symbols that are no functions: they take as much memory as the functions' names. Where
 * there are none all programs have the same nothing, which stays.
 */
export function letGoOfSymbols({ raw }: Pick<Program, 'raw'>): void {
  if (raw.symbols.length > 0 && !hasThumb(raw.machine)) letGo(buffersIn(raw.symbols))
}

/** The list of symbols among the files, read; null if there is none. */
async function readList(candidates: readonly Candidate[], onStep: OnStep): Promise<ListedSymbols | null> {
  const lists = candidates.filter(({ file }) => file.kind === 'symbols')
  if (lists.length > 1) {
    const files = lists.map(({ file }) => file.name)
    throw new ProblemError({ code: 'input/several-symbol-lists', files })
  }
  const [candidate] = lists
  if (!candidate) return null
  const { source } = candidate
  return blaming(candidate, async () => {
    const { readSymbolList } = await import('../formats/symbol-list/read.ts')
    const list = await readSymbolList(source, (done) =>
      onStep({ stage: 'symbols', file: source.name, done, total: source.size }),
    )
    const detail = `${list.description} · ${formatCounted(list.symbols.length, 'symbol')}`
    candidate.file = { ...candidate.file, detail }
    return { file: candidate.file, list }
  })
}
