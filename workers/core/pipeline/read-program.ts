// Reads what names the functions: a program with its debug file, a list of symbols, or neither.
import {
  attributingTo,
  type Candidate,
  describedBy,
  type OnProgress,
  OpeningError,
  withFindings,
} from '../inputs/candidates.ts'
import { hasLineTables, pairPrograms, type ProgramFiles, type ReadFile } from '../inputs/pair-programs.ts'
import type { RawExecutable } from '../formats/format.ts'
import type { RawSymbolList } from '../formats/raw-symbol-list.ts'
import { readExecutable } from '../formats/registry.ts'
import type { Notice } from '../problems/problem.ts'
import { formatCounted } from '../quantities.ts'
import { selectFunctions, type SymbolTable } from '../symbols/symbol-table.ts'
import { CORRECTED, type TargetRules } from '../symbols/target-rules.ts'
import { fallbackSymbols } from './fallback-symbols.ts'

/** A program with its functions. */
export interface Program extends ReadFile {
  readonly symbols: SymbolTable
  /** Whether its symbols come from a list beside it. */
  readonly isListed: boolean
  /** The file with its line tables, if any: itself or its debug file. */
  readonly lines: ReadFile
}

/** What names the functions of the profiles. */
export interface Names {
  /** All files, with what was found out about those that name functions. */
  readonly files: readonly Candidate[]
  readonly program: Program | null
  /** The list of symbols among the files. */
  readonly list: RawSymbolList | null
  /** The functions: the program's, those of the list or, without both, the addresses that are called. */
  readonly symbols: SymbolTable
  readonly notices: readonly Notice[]
}

/** How names are read. */
export interface NameOptions {
  /** Goes on without a program and without a list. */
  readonly withoutNames: boolean
  /** By default CORRECTED. */
  readonly targetRules?: TargetRules
}

/**
 * Reads the program, its debug file and the list of symbols among the files.
 *
 * @throws OpeningError `input/several-executables`, `elf/no-symbols`, `symbols/none-found` and those of the
 *   formats; the result of `describeMissingInput` if profiles or names are missing
 */
export async function readProgram(
  inputs: readonly Candidate[],
  { withoutNames, targetRules = CORRECTED }: NameOptions,
  onProgress: OnProgress,
): Promise<Names> {
  const { files: withDebug, program: candidate, debug } = await findProgram(inputs, onProgress)
  const { files: withList, list } = await readList(withDebug, onProgress)
  const { files, program } = candidate
    ? await readFunctions(withList, candidate, { debug, list, targetRules }, onProgress)
    : { files: withList, program: null }
  const profiles = files.filter(({ file }) => file.kind === 'profile')
  if (profiles.length === 0 || !(program || list || withoutNames)) {
    // A missing file is rare, so its diagnosis is loaded on demand.
    const { describeMissingInput } = await import('../inputs/missing-input.ts')
    throw await describeMissingInput(files, program?.raw ?? null, onProgress)
  }
  const symbols = program?.symbols ?? (await fallbackSymbols(list, profiles))
  return { files, program, list, symbols, notices: noticesOf(program, list) }
}

/** Returns the program among the files; of several, the one that has written the profiles. */
async function findProgram(inputs: readonly Candidate[], onProgress: OnProgress): Promise<ProgramFiles> {
  let files = inputs
  for (;;) {
    const pair = await pairPrograms(files)
    if (pair) return pair
    // Several programs are rare, so the code that compares them is loaded on demand.
    const { narrowPrograms } = await import('./match-programs.ts')
    const fewer = await narrowPrograms(files, onProgress)
    if (!fewer.isFewer) {
      const several = files.flatMap(({ file }) => (file.kind === 'executable' ? [file.name] : []))
      throw new OpeningError({ code: 'input/several-executables', files: several }, fewer.files)
    }
    files = fewer.files
  }
}

/** What a stripped program's symbols may be read from; the debug file has priority. */
interface BesideProgram {
  readonly debug: ReadFile | null
  readonly list: RawSymbolList | null
  readonly targetRules: TargetRules
}

async function readFunctions(
  files: readonly Candidate[],
  candidate: Candidate,
  { debug, list, targetRules }: BesideProgram,
  onProgress: OnProgress,
): Promise<Pick<Names, 'files'> & { readonly program: Program }> {
  const { source } = candidate
  onProgress({ stage: 'symbols', file: source.name, done: 0, total: source.size })
  const { raw, symbols, isListed } = await attributingTo(files, candidate, async () => {
    const own = await readExecutable(source, debug !== null || list !== null)
    const select = (from: RawExecutable): SymbolTable =>
      selectFunctions(targetRules.symbolsOf(from), from.textLast)
    const functions = select(own)
    if (functions.length > 0) return { raw: own, symbols: functions, isListed: false }
    const split = debug && { ...own, symbols: debug.raw.symbols }
    const others = split ? select(split) : functions
    if (others.length > 0 || !list) return { raw: split ?? own, symbols: others, isListed: false }
    return { raw: split ?? own, symbols: select({ ...own, symbols: list.symbols }), isListed: true }
  })
  const detail = `${raw.description} · ${formatCounted(symbols.length, 'function')}`
  if (symbols.length === 0) {
    const problem = { code: 'elf/no-symbols', file: source.name, stripped: false } as const
    throw new OpeningError(problem, withFindings(files, [describedBy(candidate, { detail, problem })]))
  }
  onProgress({ stage: 'symbols', file: source.name, done: source.size, total: source.size })
  const { debugSections } = debug?.raw ?? raw
  const lines =
    debug !== null && hasLineTables(debug.raw)
      ? { source: debug.source, raw: { ...raw, debugSections } }
      : { source, raw }
  return {
    files: withFindings(files, [describedBy(candidate, { detail })]),
    program: { source, raw, symbols, isListed, lines },
  }
}

async function readList(
  files: readonly Candidate[],
  onProgress: OnProgress,
): Promise<Pick<Names, 'files' | 'list'>> {
  const [candidate, ...others] = files.filter(({ file }) => file.kind === 'symbols')
  if (!candidate) return { files, list: null }
  if (others.length > 0) {
    const names = [candidate, ...others].map(({ file }) => file.name)
    throw new OpeningError({ code: 'input/several-symbol-lists', files: names }, files)
  }
  const { source } = candidate
  const list = await attributingTo(files, candidate, async () => {
    const { readSymbolList } = await import('../formats/symbol-list.ts')
    return readSymbolList(source, (done) =>
      onProgress({ stage: 'symbols', file: source.name, done, total: source.size }),
    )
  })
  const detail = `${list.description} · ${formatCounted(list.symbols.length, 'symbol')}`
  return { files: withFindings(files, [describedBy(candidate, { detail })]), list }
}

/** Returns notices about missing names, and about the use of a list of symbols. */
function noticesOf(program: Program | null, list: RawSymbolList | null): readonly Notice[] {
  if (!list) return program ? [] : [{ code: 'no-names' }]
  return [
    { code: program && !program.isListed ? 'symbol-list-unused' : 'symbols-from-list', file: list.file },
  ]
}
