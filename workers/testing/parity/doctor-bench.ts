// Programs and profiles for the doctor: compiled and run here, each once, and profiles rewritten as other systems would have
// written them.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { RawHistogram, RawProfile } from '../../core/formats/format.ts'
import { readProfile } from '../../core/formats/gmon/read.ts'
import { buildGmon, type GmonRecord, type GmonSpec } from '../builders/build-gmon.ts'
import { runTool } from '../gprof/live-gprof.ts'
import { PROGRAMS_FOLDER } from '../run-program.ts'

/** A program of one or two files, as gcc builds it; the second is compiled on its own. */
export interface Built {
  readonly compiler?: 'gcc' | 'g++' | 'gfortran'
  readonly main: string
  /** `-pg` is added unless `withoutProfiler` is set. */
  readonly flags?: readonly string[]
  readonly part?: string
  readonly partFlags?: readonly string[]
  readonly withoutProfiler?: boolean
  /** Changes the linked program, `program`; its folder is the working folder. */
  readonly after?: readonly (readonly [tool: string, ...args: string[]])[]
}

/** How a program is run. */
export interface Run {
  readonly args?: readonly string[]
  /** A profile for each process. */
  readonly ofEach?: boolean
  /** Largest file that the run may write, in blocks of 512 bytes, as on a full disk. */
  readonly blocks?: number
  /** Distinguishes runs that are alike. */
  readonly nth?: number
}

/** Builds and runs programs in one folder. */
export class DoctorBench {
  readonly #folder: string
  readonly #built = new Map<Built, Promise<string>>()
  readonly #measured = new Map<string, Promise<ByteSource[]>>()
  #runs = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Builds a program; returns its folder. Each is built once. */
  build(built: Built): Promise<string> {
    const folder = this.#built.get(built) ?? this.#make(join(this.#folder, `built${this.#built.size}`), built)
    this.#built.set(built, folder)
    return folder
  }

  /** Returns a program and what a run of it wrote, in the order of the processes. Each run takes place once. */
  async measure(built: Built, run: Run = {}): Promise<ByteSource[]> {
    const folder = await this.build(built)
    const key = `${folder} ${JSON.stringify(run)}`
    const files = this.#measured.get(key) ?? this.#run(folder, run)
    this.#measured.set(key, files)
    return files
  }

  /** The program alone. */
  async program(built: Built): Promise<ByteSource> {
    return fileOf(join(await this.build(built), 'program'), 'program')
  }

  /** What a tool prints when it runs beside the program `program` and its only profile `gmon.out`. */
  async printed(built: Built, tool: string, ...args: readonly string[]): Promise<string> {
    const folder = await this.build(built)
    const [, profile] = await this.measure(built)
    if (profile) await writeFile(join(folder, 'gmon.out'), await profile.read(0, profile.size))
    return mustRun(tool, args, folder)
  }

  async #make(folder: string, built: Built): Promise<string> {
    const { compiler = 'gcc', main, flags = [], part, partFlags = [], withoutProfiler, after = [] } = built
    await mkdir(folder)
    const inputs: string[] = []
    const suffix = { gcc: 'c', 'g++': 'cc', gfortran: 'f90' }[compiler]
    const compile = (args: readonly string[]): Promise<string> =>
      mustRun(compiler, ['-I', PROGRAMS_FOLDER, ...args], folder)
    if (part !== undefined) {
      await writeFile(join(folder, `part.${suffix}`), part)
      const isShared = partFlags.includes('-shared')
      await compile([...partFlags, ...(isShared ? [] : ['-c', '-o', 'part.o']), `part.${suffix}`])
      inputs.push(isShared ? 'libpart.so' : 'part.o')
    }
    if (main !== '') {
      await writeFile(join(folder, `main.${suffix}`), main)
      inputs.unshift(`main.${suffix}`)
    }
    await compile([...flags, ...(withoutProfiler ? [] : ['-pg']), '-o', 'program', ...inputs])
    for (const [tool, ...args] of after) await mustRun(tool, args, folder)
    return folder
  }

  async #run(folder: string, { args = [], ofEach, blocks }: Run): Promise<ByteSource[]> {
    const own = join(folder, `run${this.#runs++}`)
    await mkdir(own)
    const environment = ofEach ? { GMON_OUT_PREFIX: 'gmon' } : {}
    const program = join(folder, 'program')
    // A write beyond the limit fails as on a full disk, unless the signal ends the program.
    if (blocks === undefined) await mustRun(program, args, own, environment)
    else
      await mustRun('sh', ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh', program, ...args], own)
    const written = (await readdir(own)).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    return Promise.all([fileOf(program, 'program'), ...written.map((name) => fileOf(join(own, name), name))])
  }
}

async function mustRun(
  tool: string,
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { status, stdout, stderr } = await runTool(tool, args, { folder, environment })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')}: exit status ${status}\n${stderr}`)
  return stdout
}

const fileOf = async (path: string, name: string): Promise<ByteSource> =>
  memorySource(name, new Uint8Array(await readFile(path)))

/** A file of text. */
export const textFile = (name: string, text: string): ByteSource =>
  memorySource(name, new Uint8Array(Buffer.from(text, 'latin1')))

/** The same file under another name. */
export const renamed = async (source: ByteSource, name: string): Promise<ByteSource> =>
  memorySource(name, await source.read(0, source.size))

/** How a profile of this machine is written again. */
export interface Rewriting {
  readonly histogram?: (histogram: RawHistogram) => Partial<RawHistogram> | null
  /** Bytes added to every address. */
  readonly moved?: number
  /** In place of GNU's form. */
  readonly as?: (
    histogram: RawHistogram,
    arcs: NonNullable<Extract<GmonSpec, { format: 'bsd' | '4.4bsd' }>['arcs']>,
  ) => GmonSpec
}

/** Returns the files with their last profile written again, as another system or a damaged run would have written it. */
export async function rewritten(files: readonly ByteSource[], how: Rewriting): Promise<ByteSource[]> {
  const last = files.at(-1)
  if (!last) throw new Error('no profile')
  const layout = { wordSize: 8, bigEndian: false } as const
  const raw = await readProfile(last, layout, () => {})
  return [...files.slice(0, -1), memorySource(last.name, buildGmon(specOf(raw, how)))]
}

function specOf(
  { histograms, arcs }: RawProfile,
  { histogram: change = () => ({}), moved = 0, as }: Rewriting,
): GmonSpec {
  const changed = histograms.flatMap((one) => {
    const part = change(one)
    return part ? [{ ...one, ...part }] : []
  })
  const moving = ({ low, high, ...rest }: RawHistogram) => ({ ...rest, low: low + moved, high: high + moved })
  const list = Array.from({ length: arcs.length }, (_, arc) => ({
    from: (arcs.from[arc] ?? 0) + moved,
    self: (arcs.self[arc] ?? 0) + moved,
    count: arcs.count[arc] ?? 0,
  }))
  const [first] = changed
  if (as && first) return as(moving(first), list)
  const records: GmonRecord[] = [
    ...changed.map((one) => ({ kind: 'histogram' as const, ...moving(one) })),
    ...list.map((arc) => ({ kind: 'arc' as const, ...arc })),
  ]
  return { records }
}

/** Bins of `bytes` bytes each in place of four: the range keeps its ends. */
export const rebinned =
  (bytes: number) =>
  ({ low, high, bins }: RawHistogram): Partial<RawHistogram> => {
    const wide = new Uint16Array(Math.ceil((high - low) / bytes))
    bins.forEach((ticks, bin) => {
      const at = Math.min(wide.length - 1, Math.floor((bin * 4) / bytes))
      wide[at] = (wide[at] ?? 0) + ticks
    })
    return { bins: wide }
  }
