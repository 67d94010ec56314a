// Words of a command line → options and files, by a command's own list of options. Reading is Node's; the words for what is
// wrong are ours, with the nearest thing that exists.
import { parseArgs } from 'node:util'
import { filesLike } from './file-patterns.ts'
import type { CommandLineIo } from './io.ts'

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
      for (const file of filesLike(token.value)) {
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
    for (const one of option.isFile ? filesLike(value) : [value]) given.push(one)
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
