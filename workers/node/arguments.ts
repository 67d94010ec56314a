// The words of a command line: options and files by a command's own list of options, patterns of file names,
// scenario options, and the help. Node parses; the error messages name the nearest known word.
import { lstatSync, readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isGlobMatch } from '../core/base/glob.ts'
import type { CommandLineIo } from './io.ts'
import { cutAlso, EMPTY_SCENARIO, type Scenario } from '../core/analysis/scenario/scenario.ts'
import { findArcs } from '../core/analysis/scenario/apply-scenario.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { allNamed } from '../core/profile/name-index.ts'
import type { Opened } from '../core/pipeline/open-profile.ts'
import { baseOf, NO_CODE } from '../core/reports/what-if/changes.ts'
import { textOfBinary } from '../core/base/string-table.ts'

// Names of files in which * and ? stand for what is there: where no shell has put it in their place, as on Windows, or behind an
// option, which takes one file.

/** A pattern's files in order, as a shell has them; a name that is no pattern, or of which nothing is there, as it stands. */
export function expandPattern(name: string, platform: NodeJS.Platform = process.platform): readonly string[] {
  if (!isPattern(name) || isThere(name)) return [name]
  const found = filesOf(name, platform)
  return found.length > 0 ? found : [name]
}

const isPattern = (name: string): boolean => /[*?]/.test(name)

function filesOf(pattern: string, platform: NodeJS.Platform): readonly string[] {
  // With what separates them.
  const parts = pattern.split(platform === 'win32' ? /([/\\]+)/ : /(\/+)/)
  let found: readonly string[] = ['']
  for (const [at, part] of parts.entries()) {
    if (isPattern(part)) found = found.flatMap((folder) => entriesLike(folder, part))
    else found = found.map((folder) => folder + part)
    // What is below no folder is not there; what is below one is found out once.
    if (isPattern(parts[at + 1] ?? '')) found = found.filter(isThere)
  }
  return found.filter(isThere)
}

/** A leading dot hides a file from a pattern that has none. */
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

/** A link that leads nowhere is, too. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

// Words of a command line → options and files, by a command's own list of options. Reading is Node's; the words for what is
// wrong are ours, with the nearest thing that exists.

export interface Option {
  /** Without dashes. */
  readonly name: string
  readonly short?: string
  /** What stands for its value in help, "FILE"; an option without one is on or off. */
  readonly value?: string
  /** Its value is a file that is read. */
  readonly isFile?: true
  /** For help: one or more lines. */
  readonly about: string
}

export interface Command {
  readonly name: string
  /** Another word for it, which works and is not listed: what it was called, or is called elsewhere. */
  readonly otherName?: string
  /** What follows the options, for help. */
  readonly operands: string
  /** One line. */
  readonly summary: string
  /** Paragraphs of help, wrapped by hand. */
  readonly about: string
  readonly options: readonly Option[]
  /** Exit status for files that cannot be used, where the usual one has another meaning. */
  readonly troubleStatus?: number
  readonly run: (args: Arguments, io: CommandLineIo) => Promise<number>
}

export interface Arguments {
  readonly files: readonly string[]
  has(option: string): boolean
  /** Every value given, in order. */
  all(option: string): readonly string[]
  /** The last value given. */
  last(option: string): string | undefined
  /** Files that stand right behind a value of it: what a shell makes of a pattern without quotes. */
  behind(option: string): readonly string[]
}

/** A wrong word on the command line. */
export class UsageError extends Error {}

/** `-h` may stand among other letters; a word alone counts where it would be a value, too: nobody wants a file of that name. */
export function asksForHelp(command: Command, words: readonly string[]): boolean {
  const filesAlone = words.indexOf('--')
  const asked = filesAlone < 0 ? words : words.slice(0, filesAlone)
  return (
    asked.some((word) => word === `--${HELP.name}` || word === `-${HELP.short}`) ||
    tokensOf([...command.options, HELP], asked).some(
      (token) => token.kind === 'option' && token.name === HELP.name,
    )
  )
}

/** Patterns of files among them, as of a shell that leaves them alone, are the files that are there. Errors: UsageError. */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const known = [...command.options, HELP]
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
  // What a script makes of a variable that is not set.
  if (files.includes('')) throw new UsageError('the name of a file is empty')
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('- stands for standard input, once')
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

export const HELP: Option = { name: 'help', short: 'h', about: 'prints this help' }

/** "-o, --output FILE" */
export function spellingOf({ name, short, value }: Option): string {
  const long = `--${name}${value === undefined ? '' : ` ${value}`}`
  return short === undefined ? long : `-${short}, ${long}`
}

function unknownOption(command: Command, word: string): string {
  const names = command.options.map(({ name }) => `--${name}`)
  const near = nearest(word, names)
  const hint = near === null ? `see gmonscope ${command.name} --help` : `did you mean ${near}?`
  return `${command.name} has no option '${word}'; ${hint}`
}

/** The candidate that a slip of the hand is likeliest to have meant, or null. */
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

/** Letters to insert, drop, change, or swap with the next one. */
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

/** A number between the two, both included. Errors: UsageError. */
export function numberOf(args: Arguments, option: string, least: number, most: number): number | undefined {
  const text = args.last(option)
  if (text === undefined) return undefined
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (value >= least && value <= most) return value
  throw new UsageError(`--${option} wants a number from ${least} to ${most}, not '${text}'`)
}

/** One of at least `least`, and at most `most` if that is given. Errors: UsageError. */
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

// Commands → the help that `--help` prints, for terminals of 80 columns.

const COLUMN = 24
const WIDTH = 80

/** All commands, a line each. */
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

export function formatHelp(command: Command): string {
  const parts = [`gmonscope ${command.name} [OPTION...] ${command.operands}`, laidOut(command.about.trim())]
  const options = [...command.options, HELP].map(formatOption)
  return `${parts.join('\n\n')}\n\n${options.join('\n')}\n`
}

function formatOption(option: Option): string {
  const spelling = `  ${spellingOf(option)}`
  const lines = wrapped(option.about, WIDTH - COLUMN)
  const head = spelling.length < COLUMN - 1 ? `${spelling.padEnd(COLUMN)}${lines.shift()}` : spelling
  return [head, ...lines.map((line) => ' '.repeat(COLUMN) + line)].join('\n')
}

/** Paragraphs wrapped anew; lines that are set in, and those above them, stay as they are. */
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

// `--cut parent/child`, `--exclude f`, `--static-arcs` and the like → a scenario. Names are raw names, as gprof's options take them.

export const STATIC_ARCS: Option = {
  name: 'static-arcs',
  about: "with the calls that stand in the program's code and were never taken\n(gprof -c, found properly)",
}

export const AS_MEASURED: Option = {
  name: 'as-measured',
  about:
    'of a saved profile the plain one: without the cuts and the like it was saved with,\nwhich these options otherwise add to',
}

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
  STATIC_ARCS,
  AS_MEASURED,
]

/** Errors: UsageError. */
export function scenarioOf(args: Arguments): Scenario {
  const names = (option: string): string[] => args.all(option).map(binaryOf)
  const scenario: Scenario = {
    ...EMPTY_SCENARIO,
    staticArcs: args.has(STATIC_ARCS.name),
    leftOut: names('exclude'),
    timeLeftOut: names('exclude-time'),
    only: names('only'),
    timeOnly: names('only-time'),
  }
  const arcs = args.all('cut').map((text) => {
    const [, parent = '', child = ''] = /^(.*?)\/(.*)$/s.exec(text) ?? []
    if (parent === '' || child === '') throw new UsageError(`--cut wants PARENT/CHILD, not '${text}'`)
    return { parent: binaryOf(parent), child: binaryOf(child) }
  })
  return cutAlso(scenario, arcs)
}

export const binaryOf = (text: string): string => Buffer.from(text).toString('latin1')

/**
 * Where compilers put an underscore before every name (32-bit Windows), `main` is raw `_main`, and people write either. What
 * is a raw name as it stands is taken for that. Answers the same scenario where all are.
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
  const { leftOut, timeLeftOut, only, timeOnly, cutArcs } = scenario
  const meant = {
    ...scenario,
    leftOut: leftOut.map(rawOf),
    timeLeftOut: timeLeftOut.map(rawOf),
    only: only.map(rawOf),
    timeOnly: timeOnly.map(rawOf),
    cutArcs: cutArcs.map(({ parent, child }) => ({ parent: rawOf(parent), child: rawOf(child) })),
  }
  return isChanged ? meant : scenario
}

/**
 * gprof passes over what it does not know; a mistyped name should not look like an answer. Answers what the cuts are cut
 * from. Errors: UsageError.
 */
export function requireKnown({ plain: measured, possible }: Opened, scenario: Scenario): CallGraphProfile {
  if (scenario.staticArcs && possible === null) throw new UsageError(`--${STATIC_ARCS.name} ${NO_CODE}`)
  const plain = baseOf(measured, scenario, possible)
  for (const arc of scenario.cutArcs) {
    if (findArcs(plain, [arc]).length > 0) continue
    throw new UsageError(`no call from '${textOfBinary(arc.parent)}' to '${textOfBinary(arc.child)}'`)
  }
  const { leftOut, timeLeftOut, only, timeOnly } = scenario
  for (const name of [...leftOut, ...timeLeftOut, ...only, ...timeOnly]) {
    if (allNamed(plain.functions.names, name).length === 0)
      throw new UsageError(`no function '${textOfBinary(name)}'`)
  }
  return plain
}
