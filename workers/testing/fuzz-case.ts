// One made-up command line with its files, run by gprof and by us: output, messages, exit status and what was written.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySource } from '../core/bytes/memory-source.ts'
import { SystemError, type GprofHost } from '../node/gprof/host.ts'
import { runGprof as runOurGprof } from '../node/gprof/run.ts'
import type { GmonRecord, GmonSpec } from './build-gmon.ts'
import { withOurWords } from './gprof-words.ts'
import { listingDifference, runTool, type Outcome } from './live-gprof.ts'
import { buildCase, randomCase, type RandomCase } from './random-case.ts'
import { randomDamage } from './random-damage.ts'
import { randomOptions, type OptionPiece } from './random-options.ts'
import { randomFrom, type Random } from './random.ts'
import { withCalls } from './random-code.ts'

export interface FuzzCase {
  readonly made: RandomCase
  readonly options: readonly OptionPiece[]
  /** Profiles as they are when damaged; null to build them from `made`. */
  readonly damaged: readonly Uint8Array<ArrayBuffer>[] | null
  /** For `-S`; null for none. */
  readonly symbols: string | null
}

export type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>

/** What one of the two did. `sum` is gmon.sum, spare bytes zero, as hexadecimal digits. */
export interface Deed extends Outcome {
  readonly sum: string
}

export function fuzzCase(seed: number): FuzzCase {
  const random = randomFrom(seed ^ 0x5bd1e995)
  const damage = random.chance(0.08) ? randomDamage(seed) : null
  const plain = damage?.made ?? randomCase(seed)
  const options = [...randomOptions(random, plain.elf)]
  // gprof looks for calls in the code of its own machine only, we in that of AArch64 too.
  if (plain.elf.machine === 183) removeWhere(options, (piece) => /^(-c$|--static)/.test(piece[0] ?? ''))
  const has = (letter: RegExp): boolean => options.some(([option = '']) => letter.test(option))
  let made = has(/^-c|^--static/) ? { ...plain, elf: withCalls(random, plain.elf) } : plain
  if (random.chance(has(/^-[lsC]|^--(line|sum|exec)/) ? 0.5 : 0.03)) made = withBlocks(random, made)
  const symbols = random.chance(0.06) ? symbolFile(random, made) : null
  if (symbols !== null) options.push(['-S', 'symbols'])
  // With arcs filtered, gprof orders functions by copies that have moved: undefined.
  const ordered = has(/^(-r|--function)/)
  return {
    made,
    options: ordered ? options.filter((piece) => !piece.some((word) => word.includes('/'))) : options,
    damaged: damage?.profiles ?? null,
    symbols,
  }
}

function removeWhere<T>(list: T[], matches: (item: T) => boolean): void {
  for (let at = list.length - 1; at >= 0; at--) if (matches(list[at])) list.splice(at, 1)
}

export function filesOf({ made, damaged, symbols }: FuzzCase): Files {
  const { executable, profiles } = buildCase(made)
  const files = new Map([['program', executable]])
  for (const [at, bytes] of (damaged ?? profiles).entries()) files.set(`gmon.${at}`, bytes)
  if (symbols !== null) files.set('symbols', Uint8Array.from(Buffer.from(symbols, 'latin1')))
  return files
}

export function argumentsOf({ options }: FuzzCase, files: Files): string[] {
  const operands = [...files.keys()].filter((name) => name !== 'symbols')
  return [...options.flat(), ...operands]
}

/** Null if both did the same; `undefined behaviour` if gprof itself is not of one mind. */
export async function compareFuzzCase(one: FuzzCase): Promise<string | null> {
  const files = filesOf(one)
  const args = argumentsOf(one, files)
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-fuzz-'))
  try {
    await Promise.all([...files].map(([name, bytes]) => writeFile(join(folder, name), bytes)))
    const theirs = await runTheirs(folder, args, {})
    if (theirs.status === TIMED_OUT || theirs.status < 0) return UNDEFINED
    const ours = await runOurs(files, args)
    const difference = differenceOfDeeds(theirs, ours)
    if (difference === null) return null
    for (const filler of ['165', '90', '255']) {
      const again = await runTheirs(folder, args, { MALLOC_PERTURB_: filler })
      if (differenceOfDeeds(theirs, again) !== null) return UNDEFINED
    }
    return difference
  } finally {
    await rm(folder, { recursive: true })
  }
}

const SECONDS = '3'
/** What `timeout` answers for a program it has ended. */
const TIMED_OUT = 124

/** Said of a case for which gprof's own answer changes with what its memory holds. */
export const UNDEFINED = 'undefined behaviour'

function differenceOfDeeds(theirs: Deed, ours: Deed): string | null {
  const parts: string[] = []
  const listing = listingDifference(theirs, ours)
  if (listing !== null) parts.push(listing)
  const [left, right] = [withoutUsage(theirs.stderr), withoutUsage(ours.stderr)]
  if (left !== right) parts.push(`messages: ${JSON.stringify(left)}\n     ours: ${JSON.stringify(right)}`)
  if (theirs.sum !== ours.sum) parts.push(`gmon.sum: ${theirs.sum}\n    ours: ${ours.sum}`)
  return parts.length === 0 ? null : parts.join('\n')
}

/** How to use it, both tell in their own words. */
const withoutUsage = (stderr: string): string => stderr.replace(/^usage: [^]*$/im, '')

async function runTheirs(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Deed> {
  const sumPath = join(folder, 'gmon.sum')
  await rm(sumPath, { force: true })
  let outcome: Outcome
  try {
    // Some damaged files keep gprof busy for ever.
    outcome = await runTool('timeout', [SECONDS, 'gprof', ...args], { folder, environment })
  } catch (error) {
    outcome = { status: -1, stdout: '', stderr: String(error) }
  }
  const sum = await readFile(sumPath).catch(() => Buffer.alloc(0))
  const stdout = await withOurWords(outcome.stdout)
  return { ...outcome, stdout, sum: comparableSum(sum) }
}

async function runOurs(files: Files, args: readonly string[]): Promise<Deed> {
  let stdout = ''
  let stderr = ''
  let sum = new Uint8Array(0)
  const host: GprofHost = {
    stdout: (text) => void (stdout += text),
    stderr: (text) => void (stderr += text),
    open: (name) => {
      const bytes = files.get(name)
      if (!bytes) throw new SystemError('ENOENT')
      return { source: memorySource(name, bytes), kind: 'file', close: () => {} }
    },
    readAll: (name) => files.get(name) ?? 'ENOENT',
    write: (_, bytes) => void (sum = Uint8Array.from(bytes)),
    sourcePath: '',
    operandsEndOptions: false,
  }
  const status = await runOurGprof(args, host)
  return { status, stdout, stderr, sum: comparableSum(sum) }
}

function comparableSum(bytes: Uint8Array): string {
  const copy = Buffer.from(bytes)
  if (copy.subarray(0, 4).toString('latin1') === 'gmon') copy.fill(0, 8, 20)
  return copy.toString('hex')
}

function withBlocks(random: Random, made: RandomCase): RandomCase {
  const starts = (made.elf.symbols ?? []).map(({ address }) => Number(address))
  const block = (): { address: number; count: number } => ({
    address: random.pick(starts) + random.below(12),
    count: random.below(5),
  })
  const profiles = made.profiles.map((profile): GmonSpec => {
    if (!('records' in profile) || random.chance(0.2)) return profile
    const record: GmonRecord = {
      kind: 'blocks',
      blocks: Array.from({ length: random.below(30) }, block),
    }
    const at = random.below(profile.records.length + 1)
    return {
      ...profile,
      version: 1,
      records: [...profile.records.slice(0, at), record, ...profile.records.slice(at)],
    }
  })
  return { ...made, profiles }
}

function symbolFile(random: Random, made: RandomCase): string {
  const lines = (made.elf.symbols ?? [])
    .filter(({ name }) => /^[!-~]+$/.test(name))
    .map(({ name, address }) => {
      const prefix = random.pick(['', '0x', '0000'])
      const rest = random.chance(0.05) ? ' more' : ''
      return `${prefix}${Number(address).toString(16)} ${random.pick(['T', 't', 'T', 't', 'D', 'U', 'w'])} ${name}${rest}\n`
    })
  // The very last symbol must lie beyond the code: gprof reads past its table for its time.
  return `${random.chance(0.5) ? random.shuffle(lines).join('') : lines.join('')}1fffffffffffff T zz_end\n`
}
