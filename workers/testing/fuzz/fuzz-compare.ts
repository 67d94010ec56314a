// What gprof and we make of one made-up command line, or of several that go on with the sum before: output, messages, exit
// status and what was written.
//
// Where gprof's answer depends on what its memory holds there is nothing to equal. That is decided from the files
// alone (`readsUnclearedMemory`), or from gprof: it ends by a signal or not at all, or disagrees with itself once fresh
// memory holds other bytes, or its blocks of memory lie further apart. Our answer has no say in it, and what all of gprof's
// answers agree in must be ours as well.
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { parseFileMap } from '../../core/symbols/file-map.ts'
import { SystemError, type GprofHost, type OpenedFile } from '../../node/gprof/host.ts'
import { runGprof as runOurGprof } from '../../node/gprof/command.ts'
import { SEE_HELP } from '../../node/gprof/options.ts'
import { commandsOf, filesOf, SUM, type Files, type FuzzCase } from './fuzz-case.ts'
import { forced } from '../gprof/forced-gprof.ts'
import { withOurWords } from '../gprof/gprof-words.ts'
import { listingDifference, runTool, type Outcome } from '../gprof/live-gprof.ts'
import { collectText } from '../gprof/written-text.ts'

export type Verdict =
  /** `zeroed`: gprof was run with zeroed memory, as it reads uninitialised memory. */
  | { readonly kind: 'same'; readonly zeroed: boolean }
  | { readonly kind: 'undefined'; readonly why: UndefinedBy }
  | { readonly kind: 'different'; readonly difference: string }

export type UndefinedBy =
  | 'gprof ends by a signal'
  | 'gprof does not end'
  | 'gprof disagrees with itself'
  /** See docs/differences.md: we do not. */
  | 'gprof gives up over lines'

/** What one of the two did. */
interface Deed extends Outcome {
  /** Files that it wrote, by name: gmon.sum, spare bytes zero, as hexadecimal digits, and sources with counts. */
  readonly written: string
  /** The bytes of gmon.sum, spare ones zero, be it from before; null if there is none. */
  readonly sum: Uint8Array<ArrayBuffer> | null
}

const GIVES_UP = 'somebody miscounted'
/** gprof's library for debugging information prints messages about damage; gmonscope prints none. */
const COMPLAINTS = /^BFD: DWARF error: .*\n/gm

const SECONDS = '10'
/** What `timeout` answers for a program it has ended. */
const TIMED_OUT = 124
/** KiB of addresses that gprof may take: some damaged headers have it ask for 16 GiB and fill them. */
const MOST_MEMORY = 4 * 1024 * 1024

/** Has glibc fill what it allocates with the complement of a byte, and what is freed with the byte; its caches would not. */
const filledWith = (byte: number): Readonly<Record<string, string>> => ({
  MALLOC_PERTURB_: String(byte),
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=0',
})
const ZEROED = filledWith(255)
const FILLED = [165, 90, 255].map(filledWith)

/** Of several commands the first that is not done alike decides. */
export async function compareFuzzCase(one: FuzzCase): Promise<Verdict> {
  let files = filesOf(one)
  let zeroed = false
  for (const args of commandsOf(one, files)) {
    const { verdict, sum } = await compareCommand(files, args)
    if (verdict.kind === 'different' && one.isChain)
      return { ...verdict, difference: `at gprof ${args.join(' ')}\n${verdict.difference}` }
    if (verdict.kind !== 'same') return verdict
    zeroed ||= verdict.zeroed
    if (sum) files = new Map([...files, [SUM, sum]])
  }
  return { kind: 'same', zeroed }
}

/** And the sum that there is afterwards. */
async function compareCommand(
  files: Files,
  args: readonly string[],
): Promise<{ readonly verdict: Verdict; readonly sum?: Deed['sum'] }> {
  const ours = await runOurs(files, args)
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-fuzz-'))
  try {
    const zeroed = readsUnclearedMemory(files)
    const theirs = await runTheirs(folder, files, args, zeroed ? ZEROED : {})
    if (typeof theirs === 'string') return { verdict: { kind: 'undefined', why: theirs } }
    const difference = differenceOfDeeds(theirs, ours)
    if (difference === null) return { verdict: { kind: 'same', zeroed }, sum: theirs.sum }
    if (zeroed) return { verdict: { kind: 'different', difference } }
    const answers: Deed[] = [theirs]
    for (const environment of [...FILLED, await forced('apart', folder)]) {
      const again = await runTheirs(folder, files, args, environment)
      if (typeof again === 'string') return { verdict: { kind: 'undefined', why: again } }
      answers.push(again)
    }
    return {
      verdict: agreesWhereTheyDo(answers, ours)
        ? { kind: 'undefined', why: 'gprof disagrees with itself' }
        : { kind: 'different', difference },
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Of a map for `-R` gprof marks the first function of each file, and leaves the marks of the others as memory has them. */
function readsUnclearedMemory(files: Files): boolean {
  const map = files.get('map')
  return map !== undefined && (parseFileMap(map)?.functions.some(({ isFirst }) => !isFirst) ?? false)
}

/** Whether we did alike in all that gprof does alike each time. */
function agreesWhereTheyDo(answers: readonly Deed[], ours: Deed): boolean {
  return DEED_PARTS.every((partOf) => {
    const parts = new Set(answers.map(partOf))
    return parts.size > 1 || parts.has(partOf(ours))
  })
}

const DEED_PARTS: readonly ((deed: Deed) => string)[] = [
  (deed) => String(deed.status),
  (deed) => deed.stdout,
  // Numbers may be anything where memory is; their lines may not.
  (deed) => String(deed.stdout.split('\n').length),
  (deed) => withoutUsage(deed.stderr),
  (deed) => deed.written,
]

function differenceOfDeeds(theirs: Deed, ours: Deed): string | null {
  const parts: string[] = []
  const listing = listingDifference(theirs, ours)
  if (listing !== null) parts.push(listing)
  const [left, right] = [withoutUsage(theirs.stderr), withoutUsage(ours.stderr)]
  if (left !== right) parts.push(`messages: ${JSON.stringify(left)}\n     ours: ${JSON.stringify(right)}`)
  if (theirs.written !== ours.written) parts.push(`files: ${theirs.written}\n ours: ${ours.written}`)
  return parts.length === 0 ? null : parts.join('\n')
}

/** Both print a usage message of their own. */
const withoutUsage = (stderr: string): string => stderr.replace(/^usage: [^]*$/im, '').replace(SEE_HELP, '')

async function runTheirs(
  folder: string,
  files: Files,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Deed | UndefinedBy> {
  for (const name of await newFiles(folder, files)) await rm(join(folder, name))
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  let outcome: Outcome
  try {
    outcome = await runLimited(folder, args, environment)
  } catch (error) {
    if (error instanceof Error && error.message.includes('killed by')) return 'gprof ends by a signal'
    // It goes on and on.
    if (error instanceof Error && error.message.includes('maxBuffer')) return 'gprof does not end'
    throw error
  }
  if (outcome.status === TIMED_OUT) return 'gprof does not end'
  if (outcome.stderr.includes(GIVES_UP)) return 'gprof gives up over lines'
  const written = new Map<string, Uint8Array>()
  for (const name of await newFiles(folder, files)) written.set(name, await readFile(join(folder, name)))
  const stdout = await withOurWords(outcome.stdout)
  const stderr = outcome.stderr.replaceAll(COMPLAINTS, '')
  return { ...outcome, stdout, stderr, ...comparableFiles(written) }
}

/** Files in the folder that the case did not create, and any sum; libraries that deceive gprof are made there, too. */
async function newFiles(folder: string, files: Files): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter(({ name }) => name === SUM || !files.has(name))
    .filter((entry) => entry.isFile() && !/\.(c|so)$/.test(entry.name))
    .map(({ name }) => name)
}

/** Where gprof asks for more memory than it is given here, it gets what it asks for. */
async function runLimited(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const run = (limit: string, more: Readonly<Record<string, string>>): Promise<Outcome> =>
    runTool('timeout', [SECONDS, 'sh', '-c', `ulimit -v ${limit}; exec gprof "$@"`, 'gprof', ...args], {
      folder,
      environment: { ...environment, ...more },
    })
  const outcome = await run(String(MOST_MEMORY), {})
  if (!outcome.stderr.includes('out of memory allocating')) return outcome
  return run('unlimited', await forced('memory', folder))
}

async function runOurs(files: Files, args: readonly string[]): Promise<Deed> {
  const listing = collectText()
  let stderr = ''
  const written = new Map<string, Uint8Array>([...files].filter(([name]) => name === SUM))
  const open = (name: string): OpenedFile => {
    const bytes = files.get(normalize(name))
    if (!bytes) throw new SystemError('ENOENT')
    return { source: memorySource(name, bytes), kind: 'file', close: () => {} }
  }
  const host: GprofHost = {
    stdout: listing.out,
    stderr: (text) => void (stderr += text),
    open,
    // Nothing is typed there.
    standardInput: () => open('-'),
    realPath: (name) => name,
    write: (name, bytes) => void written.set(name, Uint8Array.from(bytes)),
    sourcePath: '',
    operandsEndOptions: false,
  }
  const status = await runOurGprof(['--as-host', ...args], host)
  return { status, stdout: listing.text(), stderr, ...comparableFiles(written) }
}

function comparableFiles(files: ReadonlyMap<string, Uint8Array>): Pick<Deed, 'written' | 'sum'> {
  const given = files.get(SUM)
  const sum = given === undefined ? null : withoutSpareBytes(given)
  const written = [...files]
    .map(([name, bytes]) =>
      name === SUM && sum
        ? `${name}: ${Buffer.from(sum).toString('hex')}`
        : `${name}: ${Buffer.from(bytes).toString('latin1')}`,
    )
    .sort()
    .join('\n')
  return { written, sum }
}

function withoutSpareBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Uint8Array.from(bytes)
  if (Buffer.from(copy.subarray(0, 4)).toString('latin1') === 'gmon') copy.fill(0, 8, 20)
  return copy
}
