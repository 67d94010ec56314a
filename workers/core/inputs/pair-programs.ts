// Pairs a program with its debug file, when there are two executables among the files.
//
// Tools that split a program (`objcopy --only-keep-debug`, then `strip`) put code in one file, symbols
// and line tables in the other. The two match by build id, or by the debug file’s name in the program.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawExecutable } from '../formats/format.ts'
import { baseName } from '../base/file-names.ts'
import { readDebugLink } from '../formats/debug-link.ts'
import { sameProgram } from '../formats/dwarf/read.ts'
import { readExecutable } from '../formats/registry.ts'
import { type Candidate, attributingTo, describedBy, withFindings } from './candidates.ts'

/** A program or a debug file, without debugging information read. */
export interface ReadFile {
  readonly source: ByteSource
  readonly raw: RawExecutable
}

/** A program and its debug file. */
export interface ProgramFiles {
  /** All files; the debug file is one of kind 'debug'. */
  readonly files: readonly Candidate[]
  /** Undefined without a program among the files. */
  readonly program: Candidate | undefined
  readonly debug: ReadFile | null
}

/**
 * Returns the program among the files, and its debug file; null for several programs that do not belong
 * together. A file that is a debug file already is used with at most one executable.
 *
 * @throws OpeningError problems of reading two programs
 */
export async function pairPrograms(files: readonly Candidate[]): Promise<ProgramFiles | null> {
  const [first, second, ...others] = files.filter(({ file }) => file.kind === 'executable')
  if (!second) {
    const debugFile = files.find(({ file }) => file.kind === 'debug')
    return { files, program: first, debug: debugFile ? await readOne(files, debugFile) : null }
  }
  if (!first || others.length > 0) return null
  const [left, right] = [await readOne(files, first), await readOne(files, second)]
  const isPair =
    sameProgram(left.raw, right.raw) || (await isLinked(left, right)) || (await isLinked(right, left))
  const [leftHasCode, rightHasCode] = [hasCode(left.raw), hasCode(right.raw)]
  // If both have code, one was stripped later and the other has what it lost. If it lost nothing,
  // it is a copy.
  const more = debugInfoScore(left.raw) - debugInfoScore(right.raw)
  const isOne = leftHasCode === rightHasCode && (!leftHasCode || more === 0)
  if (!isPair || isOne) return null
  const leftIsDebug = leftHasCode === rightHasCode ? more > 0 : !leftHasCode
  const [program, other] = leftIsDebug ? [second, first] : [first, second]
  const debug = leftIsDebug ? left : right
  const detail = `${debug.raw.description} · of ${program.file.name}`
  return { files: withFindings(files, [describedBy(other, { kind: 'debug', detail })]), program, debug }
}

/** Whether an executable has line tables, of DWARF or stabs. */
export function hasLineTables({ debugSections }: RawExecutable): boolean {
  return debugSections.some(({ name }) => /^\.(?:z?debug_line|stab)$/.test(name))
}

/** Whether an executable has code, which a debug file lacks. */
export const hasCode = ({ textOffset }: RawExecutable): boolean => textOffset !== null

/**
 * Returns how much debugging information an executable has, 0–3: symbols count 2, line tables 1.
 */
export const debugInfoScore = (raw: RawExecutable): number =>
  (raw.symbols.length > 0 ? 2 : 0) + (hasLineTables(raw) ? 1 : 0)

function readOne(files: readonly Candidate[], candidate: Candidate): Promise<ReadFile> {
  const { source } = candidate
  return attributingTo(files, candidate, async () => ({ source, raw: await readExecutable(source, true) }))
}

/** Whether two executables have the same machine and code range; their code is not compared. */
export const haveSameText = (a: RawExecutable, b: RawExecutable): boolean =>
  a.machine === b.machine && a.textStart === b.textStart && a.textLast === b.textLast

/** Whether the program names the other as its debug file, and nothing contradicts that. */
async function isLinked(program: ReadFile, other: ReadFile): Promise<boolean> {
  const [a, b] = [program.raw, other.raw]
  if (!haveSameText(a, b) || (a.buildId !== '' && b.buildId !== '')) return false
  const link = await readDebugLink(program.source, program.raw)
  return link !== null && new TextDecoder().decode(link.name) === baseName(other.source.name)
}
