// Reads stabs, the debugging information of old compilers, on demand. Layout and sources:
// docs/formats/stabs.md.
import { lastAtOrBelow } from '../base/binary-search.ts'
import { TextList } from '../base/string-table.ts'
import { type ByteSource, requireTable } from '../bytes/byte-source.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { Problem } from '../problems/problem.ts'
import { buildRuns, newStretches } from './stretches.ts'
import type {
  CodeStretch,
  SourceLines,
  SourceLinesOptions,
  SourceLocations,
  SourceRuns,
} from './source-lines.ts'
import type { RawExecutable } from './format.ts'
import { type StabsLines, decodeStabs } from './stabs-decode.ts'

/**
 * Opens an executable's stabs (sections `.stab` and `.stabstr`, which it must have). They are read on demand,
 * so the source must stay open; `notices` of the result reports unreadable parts. Does not throw.
 *
 * Source: docs/formats/stabs.md.
 */
export function readStabs(
  source: ByteSource,
  executable: RawExecutable,
  options: SourceLinesOptions = {},
): SourceLines {
  return new StabsReader(source, executable, options)
}

class StabsReader implements SourceLines {
  readonly #source: ByteSource
  readonly #executable: RawExecutable
  readonly #beyondEnds: boolean
  #problem: Problem | null = null
  #lines: Promise<StabsLines> | null = null

  constructor(source: ByteSource, executable: RawExecutable, { gprofQuirks = false }: SourceLinesOptions) {
    this.#source = source
    this.#executable = executable
    this.#beyondEnds = gprofQuirks
  }

  notices(): ReturnType<SourceLines['notices']> {
    return this.#problem ? [{ code: 'sources-left-out', problem: this.#problem }] : []
  }

  async locate(addresses: ArrayLike<number>): Promise<SourceLocations> {
    const { stretches, files } = await this.#read()
    const { length } = addresses
    const file = new Int32Array(length).fill(-1)
    const line = new Uint32Array(length)
    for (let row = 0; row < length; row++) {
      const found = lastAtOrBelow(stretches.start, addresses[row])
      if (found < 0 || addresses[row] >= stretches.end[found]) continue
      file[row] = stretches.file[found]
      line[row] = stretches.line[found]
    }
    return { length, file, line, files: files.table() }
  }

  async runs(from: number, to: number): Promise<SourceRuns> {
    const { stretches, files, names } = await this.#read()
    return buildRuns(stretches, from, to, files.table(), names.table())
  }

  runsOf(stretches: readonly CodeStretch[]): Promise<readonly SourceRuns[]> {
    return Promise.all(stretches.map(({ from, to }) => this.runs(from, to)))
  }

  #read(): Promise<StabsLines> {
    this.#lines ??= this.#decode().catch((error: unknown) => {
      if (!(error instanceof ProblemError)) throw error
      this.#problem = error.problem
      return { stretches: newStretches(), files: new TextList(), names: new TextList() }
    })
    return this.#lines
  }

  async #decode(): Promise<StabsLines> {
    const entries = await this.#section('.stab')
    const strings = await this.#section('.stabstr')
    const { bigEndian } = this.#executable
    return decodeStabs({ file: this.#source.name, entries, strings, bigEndian }, this.#beyondEnds)
  }

  /** Errors: `dwarf/damaged`, `bytes/table-too-large`; those of the source. */
  async #section(name: string): Promise<Uint8Array> {
    const file = this.#source.name
    const section = this.#executable.debugSections.find((one) => one.name === name)
    const { offset = 0, size = 0 } = section ?? {}
    if (offset + size > this.#source.size)
      throw new ProblemError({ code: 'dwarf/damaged', file, section: name, offset: 0, what: 'end of file' })
    requireTable(file, `section ${name}`, size)
    return this.#source.read(offset, size)
  }
}
