// Parser of GNU-style command lines, driven by a table.
//
// It takes arguments from files, clusters of letters, long names and their unambiguous prefixes, options
// and operands in any order. Messages are those of GNU’s libraries, without the program’s name.

/** Whether an option takes an argument. */
export type Argument = 'none' | 'required' | 'optional'

/** The options of a program. */
export interface OptionGrammar {
  /** Argument of each letter. */
  readonly letters: Readonly<Record<string, Argument>>
  /** Long names in the order in which a message about ambiguity lists them. */
  readonly long: readonly LongOption[]
}

/** A long option. */
export interface LongOption {
  readonly name: string
  readonly argument: Argument
  /** Letter that the option is reported as, or its own name if it has none. */
  readonly option: string
  /** Set if prefixes of the name do not select it. */
  readonly exactOnly?: boolean
}

/** An item of a command line. */
export type Found =
  | { readonly kind: 'option'; readonly option: string; readonly argument: string | null }
  | { readonly kind: 'operand'; readonly text: string }
  | { readonly kind: 'mistake'; readonly message: string }

/**
 * Yields options and operands in order; after `--` everything is an operand. Stops after a
 * mistake.
 *
 * @param operandsEndOptions whether the first operand ends the options (POSIXLY_CORRECT)
 */
export function* scanArguments(
  args: readonly string[],
  grammar: OptionGrammar,
  operandsEndOptions = false,
): Generator<Found, void> {
  const queue = args.values()
  for (const arg of queue) {
    if (arg === '--') break
    if (!arg.startsWith('-') || arg === '-') {
      yield { kind: 'operand', text: arg }
      if (operandsEndOptions) break
      continue
    }
    const next = (): string | undefined => queue.next().value
    const found = arg.startsWith('--') ? [scanLong(arg, grammar, next)] : scanLetters(arg, grammar, next)
    for (const one of found) {
      yield one
      if (one.kind === 'mistake') return
    }
  }
  for (const text of queue) yield { kind: 'operand', text }
}

type Next = () => string | undefined

function* scanLetters(arg: string, grammar: OptionGrammar, next: Next): Generator<Found, void> {
  for (let at = 1; at < arg.length; at++) {
    const letter = arg.charAt(at)
    const takes = grammar.letters[letter]
    if (takes === undefined) {
      yield { kind: 'mistake', message: `invalid option -- '${letter}'` }
      return
    }
    if (takes === 'none') {
      yield { kind: 'option', option: letter, argument: null }
      continue
    }
    const glued = arg.slice(at + 1)
    if (glued !== '' || takes === 'optional') {
      yield { kind: 'option', option: letter, argument: glued === '' ? null : glued }
      return
    }
    const argument = next()
    if (argument === undefined)
      yield { kind: 'mistake', message: `option requires an argument -- '${letter}'` }
    else yield { kind: 'option', option: letter, argument }
    return
  }
}

function scanLong(arg: string, grammar: OptionGrammar, next: Next): Found {
  const equals = arg.indexOf('=')
  const name = equals < 0 ? arg.slice(2) : arg.slice(2, equals)
  const given = equals < 0 ? null : arg.slice(equals + 1)
  const exact = grammar.long.find((option) => option.name === name)
  const candidates = exact
    ? [exact]
    : grammar.long.filter((option) => option.exactOnly !== true && option.name.startsWith(name))
  const [chosen] = candidates
  if (chosen === undefined) return mistake(`unrecognized option '${arg}'`)
  if (candidates.some((other) => other.option !== chosen.option || other.argument !== chosen.argument)) {
    const possibilities = candidates.map((other) => ` '--${other.name}'`).join('')
    return mistake(`option '${arg}' is ambiguous; possibilities:${possibilities}`)
  }
  if (chosen.argument === 'none') {
    if (given !== null) return mistake(`option '--${chosen.name}' doesn't allow an argument`)
    return { kind: 'option', option: chosen.option, argument: null }
  }
  if (given !== null || chosen.argument === 'optional') {
    return { kind: 'option', option: chosen.option, argument: given }
  }
  const argument = next()
  if (argument === undefined) return mistake(`option '--${chosen.name}' requires an argument`)
  return { kind: 'option', option: chosen.option, argument }
}

const mistake = (message: string): Found => ({ kind: 'mistake', message })

/**
 * Parses like C's `atoi`: leading blanks, a sign, digits; 0 for anything else. Wraps to 32 bits
 * as in gprof.
 */
export function parseInteger(text: string): number {
  const digits = /^[ \t\n\v\f\r]*([+-]?\d+)/.exec(text)?.[1]
  if (digits === undefined) return 0
  const value = BigInt(digits)
  const limit = 2n ** 63n
  const clamped = value >= limit ? limit - 1n : value < -limit ? -limit : value
  return Number(BigInt.asIntN(32, clamped))
}

/** GNU's limit on files expanded for one command line; a file that names itself reaches it. */
const MOST_FILES = 2000

/**
 * Replaces each `@file` with the arguments in the file, recursively. Arguments are binary
 * strings.
 *
 * @param read returns the system's error code on failure; the argument then stays as it is,
 * unless it names a folder
 */
export async function expandResponseFiles(
  args: readonly string[],
  read: (name: string) => Promise<Uint8Array | string>,
): Promise<{ readonly args: readonly string[] } | { readonly mistake: string }> {
  const queue = [...args].reverse()
  const expanded: string[] = []
  let files = 0
  for (let arg = queue.pop(); arg !== undefined; arg = queue.pop()) {
    const bytes = arg.startsWith('@') ? await read(arg.slice(1)) : ''
    if (bytes === 'EISDIR') return { mistake: 'error: @-file refers to a directory' }
    if (typeof bytes === 'string') expanded.push(arg)
    else if (++files >= MOST_FILES) return { mistake: 'error: too many @-files encountered' }
    // One by one: very many would not fit into the arguments of a call.
    else for (const word of splitArguments(bytes).reverse()) queue.push(word)
  }
  return { args: expanded }
}

/** Splits at white space. Quotes of either kind group words; a backslash escapes the next byte. */
function splitArguments(bytes: Uint8Array): string[] {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let at = 0; at < bytes.length; at++) {
    const letter = String.fromCharCode(bytes[at])
    if (letter === '\0') break
    if (letter === '\\') {
      at++
      word = (word ?? '') + (at < bytes.length ? String.fromCharCode(bytes[at]) : '')
    } else if (quote !== '') {
      if (letter === quote) quote = ''
      else word = (word ?? '') + letter
    } else if (letter === "'" || letter === '"') {
      quote = letter
      word ??= ''
    } else if (/[ \t\n\v\f\r]/.test(letter)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + letter
  }
  if (word !== null) words.push(word)
  return words
}
