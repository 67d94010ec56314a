// Options of a command with its files, parsed by Node.
//
// Error messages are our own and name the nearest existing option.
import { parseArgs } from 'node:util'
import type { CommandLineIo } from './io.ts'
import { expandPattern } from './file-patterns.ts'

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
export const COMMON_OPTIONS: readonly Option[] = [SHIFT, HELP]

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
