// Command-line arguments: options and files by a command's own list of options, patterns of file
// names, scenario options, and help. Node parses; error messages name the nearest known word.
import { lstatSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isGlobMatch } from '../core/base/glob.ts'
import type { CommandLineIo } from './io.ts'
import {
  cutAlso,
  EMPTY_SCENARIO,
  isFactor,
  MOST_FACTOR,
  type Scenario,
  withFactor,
} from '../core/analysis/scenario/scenario.ts'
import { findArcs } from '../core/analysis/analyze-profile.ts'
import { findStandardLibrary, foldFunctions } from '../core/analysis/scenario/fold.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { allNamed } from '../core/profile/name-index.ts'
import type { Opened } from '../core/pipeline/open-profile.ts'
import { baseOf, NO_CODE } from '../core/reports/what-if.ts'
import { textOfBinary } from '../core/base/string-table.ts'

// Patterns of file names with * and ?. They are expanded here where no shell does it: on Windows,
// and in the value of an option, which takes one file.

/**
 * Returns the files that match a pattern, in a shell's order. Returns the name itself if it is no
 * pattern or nothing matches.
 */
export function expandPattern(name: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  if (!isPattern(name) || isThere(name)) return [name]
  const found = filesOf(name, platform)
  return found.length > 0 ? found : [name]
}

const isPattern = (name: string): boolean => /[*?]/.test(name)

function filesOf(pattern: string, platform: NodeJS.Platform): readonly string[] {
  // Parts with their separators.
  const parts = pattern.split(platform === 'win32' ? /([/\\]+)/ : /(\/+)/)
  let found: readonly string[] = ['']
  for (const [at, part] of parts.entries()) {
    if (isPattern(part)) found = found.flatMap((folder) => entriesLike(folder, part))
    else found = found.map((folder) => folder + part)
    // Nothing exists below a file; below a folder existence is checked once.
    if (isPattern(parts[at + 1] ?? '')) found = found.filter(isThere)
  }
  return found.filter(isThere)
}

/** A pattern without a leading dot does not match hidden files. */
function entriesLike(folder: string, pattern: string): readonly string[] {
  try {
    return readdirSync(folder === '' ? '.' : folder)
      .filter((entry) => pattern.startsWith('.') || !entry.startsWith('.'))
      .filter((entry) => isGlobMatch(entry, pattern))
      .sort()
      .map((entry) => folder + entry)
  } catch {
    return []
  }
}

/** A broken link exists, too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

// Options and files of a command, parsed by Node. Error messages are our own and name the nearest
// existing option.

/** An option of a command. */
export interface Option {
  /** Name without dashes. */
  readonly name: string
  readonly short?: string
  /** Placeholder of its value in help, "FILE"; absent for an option that is on or off. */
  readonly value?: string
  /** Set if its value is a file to read. */
  readonly isFile?: true
  /** Description in help: one or more lines. */
  readonly about: string
}

/** A command with its options, help text and implementation. */
export interface Command {
  readonly name: string
  /** Alias, not listed in help: its former name, or its name in other programs. */
  readonly otherName?: string
  /** Operands after the options, for help. */
  readonly operands: string
  /** Description of one line. */
  readonly summary: string
  /** Paragraphs of help, wrapped by hand. */
  readonly about: string
  readonly options: readonly Option[]
  /** Exit status for unusable files, if the default one has another meaning for the command. */
  readonly troubleStatus?: number
  readonly run: (args: Arguments, io: CommandLineIo) => Promise<number>
}

/** Parsed arguments of a command. */
export interface Arguments {
  readonly files: readonly string[]
  has(option: string): boolean
  /** Returns every value of an option, in order. */
  all(option: string): readonly string[]
  /** Returns the last value of an option. */
  last(option: string): string | undefined
  /**
   * Returns the files directly after a value of an option: a shell's expansion of an unquoted
   * pattern.
   */
  behind(option: string): readonly string[]
}

/** A bad argument on the command line. */
export class UsageError extends Error {}

/**
 * Whether the arguments ask for help. `-h` may be among other letters. A single `-h` or `--help`
 * counts even in place of a value, because no file has that name.
 */
export function asksForHelp(command: Command, words: readonly string[]): boolean {
  const filesAlone = words.indexOf('--')
  const asked = filesAlone < 0 ? words : words.slice(0, filesAlone)
  return (
    asked.some((word) => word === `--${HELP.name}` || word === `-${HELP.short}`) ||
    tokensOf([...command.options, ...COMMON_OPTIONS], asked).some(
      (token) => token.kind === 'option' && token.name === HELP.name,
    )
  )
}

/**
 * Parses the arguments of a command and expands patterns of files that a shell left alone.
 *
 * @throws UsageError
 */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const known = [...command.options, ...COMMON_OPTIONS]
  const tokens = tokensOf(known, words)
  const files: string[] = []
  const values = new Map<string, string[]>()
  const behind = new Map<string, string[]>()
  const listIn = (map: Map<string, string[]>, key: string): string[] => {
    const list = map.get(key) ?? []
    map.set(key, list)
    return list
  }
  let before: string[] | null = null
  for (const token of tokens) {
    if (token.kind === 'positional')
      for (const file of expandPattern(token.value)) {
        files.push(file)
        before?.push(file)
      }
    else before = null
    if (token.kind !== 'option') continue
    const option = known.find(({ name }) => name === token.name)
    if (option === undefined) throw new UsageError(unknownOption(command, token.rawName))
    const value = token.value ?? ''
    if (option.value !== undefined && token.value === undefined)
      throw new UsageError(`${token.rawName} wants a value: ${spellingOf(option)}`)
    if (option.value === undefined && token.value !== undefined)
      throw new UsageError(`${token.rawName} takes no value`)
    if (token.inlineValue === false) before = listIn(behind, option.name)
    const given = listIn(values, option.name)
    for (const one of option.isFile ? expandPattern(value) : [value]) given.push(one)
  }
  // The value of an unset variable in a script.
  if (files.includes('')) throw new UsageError('the name of a file is empty')
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('- is standard input: name it once')
  return {
    files,
    has: (option) => values.has(option),
    all: (option) => values.get(option) ?? [],
    last: (option) => values.get(option)?.at(-1),
    behind: (option) => behind.get(option) ?? [],
  }
}

function tokensOf(options: readonly Option[], words: readonly string[]) {
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(
      options.map(({ name, short, value }) => [
        name,
        {
          type: value === undefined ? ('boolean' as const) : ('string' as const),
          ...(short ? { short } : {}),
        },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  return tokens
}

/** The option that prints help; every command has it. */
export const HELP: Option = { name: 'help', short: 'h', about: 'prints this help' }

/** The option that moves the profile's addresses back. */
export const SHIFT: Option = {
  name: 'shift',
  value: 'auto|0x…',
  about:
    'subtracts that much from the addresses of the profile, for a program that was loaded elsewhere; auto: finds out how much, if it was',
}

/** Options of every command: each reads a program and its profile. */
const COMMON_OPTIONS: readonly Option[] = [SHIFT, HELP]

/** Bytes to subtract from a profile's addresses; `auto` searches for them if the program does not fit. */
export type Shift = number | 'auto'

/**
 * Returns the value of `--shift`: 0 without it.
 *
 * @throws UsageError
 */
export function shiftOf(args: Arguments): Shift {
  const text = args.last(SHIFT.name)
  if (text === undefined) return 0
  if (text === 'auto') return text
  const [, sign = '', digits = ''] = /^([-+]?)(0x[\da-f]+|\d+)$/i.exec(text) ?? []
  const size = digits === '' ? Number.NaN : Number(digits)
  if (!Number.isSafeInteger(size))
    throw new UsageError(`--shift wants auto or a number of bytes such as 0x4000, not '${text}'`)
  return sign === '-' ? 0 - size : size
}

/** Returns an option as help spells it: "-o, --output FILE". */
export function spellingOf({ name, short, value }: Option): string {
  const long = `--${name}${value === undefined ? '' : ` ${value}`}`
  return short === undefined ? long : `-${short}, ${long}`
}

function unknownOption(command: Command, word: string): string {
  const names = [...command.options, ...COMMON_OPTIONS].map(({ name }) => `--${name}`)
  const near = nearest(word, names)
  const hint = near === null ? `see gmonscope ${command.name} --help` : `did you mean ${near}?`
  return `${command.name} has no option '${word}'; ${hint}`
}

/** Returns the candidate most similar to a mistyped word, or null if none is similar enough. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    const far = candidate.startsWith(word) && word.length > 2 ? 1 : distance(word, candidate)
    if (far < least) {
      least = far
      best = candidate
    }
  }
  return best
}

/** Number of characters to insert, delete, change, or swap with the next one. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + change)
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (swapped) least = Math.min(least, before[j - 2] + 1)
      row.push(least)
    }
    before = last
    last = row
  }
  return last[other.length]
}

/**
 * Returns the value of an option as a number from `least` to `most`, both inclusive; undefined
 * without the option.
 *
 * @throws UsageError
 */
export function numberOf(args: Arguments, option: string, least: number, most: number): number | undefined {
  const text = args.last(option)
  if (text === undefined) return undefined
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value >= least && value <= most) return value
  throw new UsageError(`--${option} wants a number from ${least} to ${most}, not '${text}'`)
}

/**
 * Returns the value of an option as an integer from `least` to `most`, both inclusive; undefined
 * without the option.
 *
 * @throws UsageError
 */
export function wholeNumberOf(
  args: Arguments,
  option: string,
  least: number,
  most = Infinity,
): number | undefined {
  const text = args.last(option)
  if (text === undefined) return undefined
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  const range = most === Infinity ? `, at least ${least}` : ` from ${least} to ${most}`
  throw new UsageError(`--${option} wants a whole number${range}, not '${text}'`)
}

// Help of commands, as `--help` prints it, for terminals of 80 columns.

const COLUMN = 24
const WIDTH = 80

/** Returns the list of all commands, one per line. */
export function formatUsage(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`)
  return `gmonscope: reads what gcc -pg leaves behind

  gmonscope [OPTION...] EXECUTABLE [GMON...]
      opens the viewer on them in your browser, as gmonscope view does
  gmonscope COMMAND [OPTION...] EXECUTABLE [GMON...]

${lines.join('\n')}

  gmonscope COMMAND --help   what it does and takes
  gmonscope --version        prints the version

  gmonscope prog                     looks at prog and the gmon.out here
  gmonscope gprof -b -p prog | head  prints where the time went
  gprof prog | gmonscope view -      a file of - is standard input

Without GMON it is gmon.out in this folder. Several are added up. Beside them,
in any order: a separate debug file, or what nm or ld -M printed where the
executable is stripped or missing.
`
}

/** Returns the help of one command. */
export function formatHelp(command: Command): string {
  const parts = [`gmonscope ${command.name} [OPTION...] ${command.operands}`, laidOut(command.about.trim())]
  const options = [...command.options, ...COMMON_OPTIONS].map(formatOption)
  return `${parts.join('\n\n')}\n\n${options.join('\n')}\n`
}

function formatOption(option: Option): string {
  const spelling = `  ${spellingOf(option)}`
  const lines = wrapped(option.about, WIDTH - COLUMN)
  const head = spelling.length < COLUMN - 1 ? `${spelling.padEnd(COLUMN)}${lines.shift()}` : spelling
  return [head, ...lines.map((line) => ' '.repeat(COLUMN) + line)].join('\n')
}

/** Rewraps paragraphs; indented lines, and the lines above them, stay as they are. */
function laidOut(text: string): string {
  return text
    .split('\n\n')
    .map((part) => (/^ /m.test(part) ? part : wrapped(part, WIDTH).join('\n')))
    .join('\n\n')
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

// Scenario options: `--cut parent/child`, `--exclude f`, `--static-arcs` and others. They take
// raw names, as gprof's options do.

/** The option that adds static calls. */
export const STATIC_ARCS: Option = {
  name: 'static-arcs',
  about: "with static calls: those in the program's code that were not\ncounted (gprof -c, found properly)",
}

/** The option that ignores the scenario of a saved profile. */
export const AS_MEASURED: Option = {
  name: 'as-measured',
  about:
    'of a saved profile the plain one: without the cuts and the like it was saved with,\nwhich these options otherwise add to',
}

/** The option that counts once what forked runs share. */
export const FORKED_ONCE: Option = {
  name: 'forked-once',
  about:
    'counts once what profiles of forked processes share: all samples and calls before the fork, which each of them holds',
}

/** All options of a scenario, and of how the profiles are added up. */
export const SCENARIO_OPTIONS: readonly Option[] = [
  {
    name: 'cut',
    value: 'PARENT/CHILD',
    about: 'as if PARENT had never called CHILD (gprof -k); all of these may be repeated',
  },
  { name: 'exclude', value: 'FUNCTION', about: 'without FUNCTION and its time (gprof -E)' },
  {
    name: 'exclude-time',
    value: 'FUNCTION',
    about: 'without the time of FUNCTION, which still shows (gprof -N)',
  },
  { name: 'only', value: 'FUNCTION', about: 'only FUNCTION and what it calls (gprof -F)' },
  { name: 'only-time', value: 'FUNCTION', about: 'only the time of FUNCTION and what it calls (gprof -n)' },
  {
    name: 'faster',
    value: 'FUNCTION=K',
    about:
      'as if the code of FUNCTION itself ran K times as fast; inf: as if it took no time; all times change (gprof has no option for it)',
  },
  {
    name: 'fold',
    value: 'std',
    about:
      "folds the functions of the C++ standard library into their callers, by gprof's shares: self times of callers become estimates (gprof has no option for it)",
  },
  STATIC_ARCS,
  AS_MEASURED,
  FORKED_ONCE,
]

/**
 * Returns the scenario that the options describe.
 *
 * @throws UsageError
 */
export function scenarioOf(args: Arguments): Scenario {
  const names = (option: string): string[] => args.all(option).map(binaryOf)
  const scenario: Scenario = {
    ...EMPTY_SCENARIO,
    staticArcs: args.has(STATIC_ARCS.name),
    foldStd: args.all('fold').length > 0,
    leftOut: names('exclude'),
    timeLeftOut: names('exclude-time'),
    only: names('only'),
    timeOnly: names('only-time'),
  }
  for (const set of args.all('fold'))
    if (set !== 'std') throw new UsageError(`--fold wants std, not '${set}'`)
  const arcs = args.all('cut').map((text) => {
    const [, parent = '', child = ''] = /^(.*?)\/(.*)$/s.exec(text) ?? []
    if (parent === '' || child === '') throw new UsageError(`--cut wants PARENT/CHILD, not '${text}'`)
    return { parent: binaryOf(parent), child: binaryOf(child) }
  })
  return args.all('faster').reduce(
    (sum, text) => {
      const [, name = '', digits = ''] = /^(.*)=(.*)$/s.exec(text) ?? []
      const factor = digits === 'inf' ? Infinity : /^[\d.]+$/.test(digits) ? Number(digits) : Number.NaN
      if (name === '' || !isFactor(factor))
        throw new UsageError(
          `--faster wants FUNCTION=K with K above 1 and up to ${MOST_FACTOR}, or inf, not '${text}'`,
        )
      return withFactor(sum, binaryOf(name), factor)
    },
    cutAlso(scenario, arcs),
  )
}

/** Converts text to a binary string of its UTF-8 bytes. */
export const binaryOf = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * Returns the scenario with raw names. Where compilers put an underscore before every name
 * (32-bit Windows), `main` is raw `_main`, and people write either. A name that exists as it is
 * stays. Returns the same scenario if all do.
 */
export function byRawNames(scenario: Scenario, { functions }: CallGraphProfile): Scenario {
  const { names, namePrefix } = functions
  if (namePrefix === undefined) return scenario
  let isChanged = false
  const rawOf = (name: string): string => {
    if (allNamed(names, name).length > 0 || allNamed(names, namePrefix + name).length === 0) return name
    isChanged = true
    return namePrefix + name
  }
  const { leftOut, timeLeftOut, only, timeOnly, cutArcs, faster } = scenario
  const meant = {
    ...scenario,
    leftOut: leftOut.map(rawOf),
    timeLeftOut: timeLeftOut.map(rawOf),
    only: only.map(rawOf),
    timeOnly: timeOnly.map(rawOf),
    cutArcs: cutArcs.map(({ parent, child }) => ({ parent: rawOf(parent), child: rawOf(child) })),
    faster: faster.map(({ name, factor }) => ({ name: rawOf(name), factor })),
  }
  return isChanged ? meant : scenario
}

/**
 * Checks that the scenario's names exist. gprof ignores unknown names, but a mistyped name should
 * not seem to have an effect. Returns the profile that the cuts apply to.
 *
 * @throws UsageError
 */
export function requireKnown({ plain: measured, possible }: Opened, scenario: Scenario): CallGraphProfile {
  if (scenario.staticArcs && possible === null) throw new UsageError(`--${STATIC_ARCS.name} ${NO_CODE}`)
  const base = baseOf(measured, scenario, possible)
  const plain = scenario.foldStd ? foldFunctions(base, findStandardLibrary(base)).profile : base
  for (const arc of scenario.cutArcs) {
    if (findArcs(plain, [arc]).length > 0) continue
    throw new UsageError(`no call from '${textOfBinary(arc.parent)}' to '${textOfBinary(arc.child)}'`)
  }
  const { leftOut, timeLeftOut, only, timeOnly, faster } = scenario
  const sped = faster.map(({ name }) => name)
  for (const name of [...leftOut, ...timeLeftOut, ...only, ...timeOnly, ...sped]) {
    if (allNamed(plain.functions.names, name).length === 0)
      throw new UsageError(`no function '${textOfBinary(name)}'`)
  }
  return plain
}
