// Options of gprof: what to read, what to exclude, what to print, with the help that lists them. Opens no
// input files.
import type { DemanglingStyle } from '../../core/symbols/demangle/demangle-style.ts'
import type { FilterOption } from '../../core/profile/filters.ts'
import { type OptionGrammar, scanArguments, parseInteger } from './gnu-arguments.ts'

/** What gprof can print or write, by option, or by what the profiles contain. */
const STYLES = ['flat', 'graph', 'annotate', 'exec', 'functionOrder', 'fileOrder', 'sum', 'fileInfo'] as const
/** A kind of output. */
export type Style = (typeof STYLES)[number]

/** Format of profile files, as `-O` sets it. */
export type ProfileFormat = 'auto' | 'magic' | 'bsd' | '4.4bsd' | 'prof'

/** gprof's parsed command line. */
export interface GprofOptions {
  readonly styles: ReadonlySet<Style>
  /** Styles that an option turned on or off: the default never includes them. */
  readonly mentioned: ReadonlySet<Style>
  readonly brief: boolean
  readonly traditional: boolean
  readonly showUnused: boolean
  /** Page width of the index, in columns. */
  readonly width: number
  readonly noStatic: boolean
  readonly onlyTypedStatic: boolean
  readonly staticCalls: boolean
  readonly byLine: boolean
  readonly fullPaths: boolean
  readonly inlineFileNames: boolean
  readonly allLines: boolean
  readonly separateFiles: boolean
  readonly minimumCount: number
  readonly tableLength: number
  readonly sourceFolders: readonly string[]
  /** In command-line order: of several, the last may win. */
  readonly filters: readonly FilterOption[]
  readonly symbolFile: string | null
  readonly orderFile: string | null
  readonly format: ProfileFormat
  /** Prints linker names: not demangled, and with the compiler's prefix. */
  readonly rawNames: boolean
  readonly demangling: DemanglingStyle
  /** Our own option: `gmon.sum` repeats records instead of letting a bin or count wrap. */
  readonly wide: boolean
  /** Our own option: prints what gprof built for x86-64 does of a program of another machine. */
  readonly asHost: boolean
  readonly image: string
  readonly profiles: readonly string[]
}

/**
 * Result of `parseOptions`. `usage` asks to print the usage as well. `help` and `version` end the
 * run at once, whatever follows.
 */
export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: GprofOptions }
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'mistake'; readonly message: string; readonly usage: boolean }

const NO_ARGUMENT = 'abBcDhilLrsTvwxyz'
const GRAMMAR: OptionGrammar = {
  letters: {
    ...Object.fromEntries(NO_ARGUMENT.split('').map((letter) => [letter, 'none'] as const)),
    ...Object.fromEntries('eEfFIkmnNORStw'.split('').map((letter) => [letter, 'required'] as const)),
    ...Object.fromEntries('ACdJpPqQZ'.split('').map((letter) => [letter, 'optional'] as const)),
  },
  long: [
    { name: 'line', argument: 'none', option: 'l' },
    { name: 'no-static', argument: 'none', option: 'a' },
    { name: 'ignore-non-functions', argument: 'none', option: 'D' },
    { name: 'annotated-source', argument: 'optional', option: 'A' },
    { name: 'no-annotated-source', argument: 'optional', option: 'J' },
    { name: 'flat-profile', argument: 'optional', option: 'p' },
    { name: 'no-flat-profile', argument: 'optional', option: 'P' },
    { name: 'graph', argument: 'optional', option: 'q' },
    { name: 'no-graph', argument: 'optional', option: 'Q' },
    { name: 'no-exec-counts', argument: 'optional', option: 'Z' },
    { name: 'function-ordering', argument: 'none', option: 'r' },
    { name: 'file-ordering', argument: 'required', option: 'R' },
    { name: 'file-info', argument: 'none', option: 'i' },
    { name: 'sum', argument: 'none', option: 's' },
    { name: 'width', argument: 'required', option: 'w' },
    { name: 'demangle', argument: 'optional', option: 'demangle' },
    { name: 'no-demangle', argument: 'none', option: 'no-demangle' },
    { name: 'external-symbol-table', argument: 'required', option: 'S' },
    { name: 'exec-counts', argument: 'optional', option: 'C' },
    { name: 'directory-path', argument: 'required', option: 'I' },
    { name: 'display-unused-functions', argument: 'none', option: 'z' },
    { name: 'inline-file-names', argument: 'none', option: 'inline-file-names' },
    { name: 'all-lines', argument: 'none', option: 'x' },
    { name: 'min-count', argument: 'required', option: 'm' },
    { name: 'print-path', argument: 'none', option: 'L' },
    { name: 'separate-files', argument: 'none', option: 'y' },
    { name: 'static-call-graph', argument: 'none', option: 'c' },
    { name: 'table-length', argument: 'required', option: 't' },
    { name: 'time', argument: 'required', option: 'n' },
    { name: 'traditional', argument: 'none', option: 'T' },
    { name: 'no-time', argument: 'required', option: 'N' },
    { name: 'brief', argument: 'none', option: 'b' },
    { name: 'debug', argument: 'optional', option: 'd' },
    { name: 'file-format', argument: 'required', option: 'O' },
    { name: 'help', argument: 'none', option: 'h' },
    { name: 'version', argument: 'none', option: 'v' },
    { name: 'wide', argument: 'none', option: 'wide', exactOnly: true },
    { name: 'as-host', argument: 'none', option: 'as-host', exactOnly: true },
  ],
}

const FORMATS: Readonly<Record<string, ProfileFormat>> = {
  a: 'auto',
  m: 'magic',
  b: 'bsd',
  '4': '4.4bsd',
  p: 'prof',
}

const DEMANGLING: readonly DemanglingStyle[] = ['none', 'auto', 'gnu-v3', 'java', 'gnat', 'dlang', 'rust']

/** The options as they are parsed, with the letters of those that are on or off. */
type Draft = {
  -readonly [
    K in 'width' | 'minimumCount' | 'tableLength' | 'symbolFile' | 'orderFile' | 'format' | 'demangling'
  ]: GprofOptions[K]
} & {
  readonly styles: Set<Style>
  readonly mentioned: Set<Style>
  readonly filters: FilterOption[]
  readonly sourceFolders: string[]
  readonly flags: Set<string>
  demangles: boolean
}

/** Styles that have a spec. With one an option turns its style on and filters it; without, on or off. */
type SpecStyle = Style & FilterOption['kind']

const STYLE_OPTIONS: Readonly<Record<string, readonly [style: SpecStyle, isOn: boolean]>> = {
  p: ['flat', true],
  P: ['flat', false],
  q: ['graph', true],
  Q: ['graph', false],
  A: ['annotate', true],
  J: ['annotate', false],
  C: ['exec', true],
  Z: ['exec', false],
}

/** Options that only filter: whether they keep what the spec names, and of what. */
const FILTER_OPTIONS: Readonly<Record<string, readonly [only: boolean, ...FilterOption['kind'][]]>> = {
  e: [false, 'graph'],
  E: [false, 'graph', 'time'],
  f: [true, 'graph'],
  F: [true, 'graph', 'time'],
  k: [false, 'arc'],
  n: [true, 'time'],
  N: [false, 'time'],
}

const PLAIN_STYLES: Readonly<Record<string, Style>> = {
  i: 'fileInfo',
  r: 'functionOrder',
  R: 'fileOrder',
  s: 'sum',
}

/** Parses gprof's command line up to the first mistake. */
export function parseOptions(args: readonly string[], operandsEndOptions = false): ParsedOptions {
  const draft: Draft = {
    styles: new Set(),
    mentioned: new Set(),
    filters: [],
    sourceFolders: [],
    flags: new Set(),
    width: 80,
    minimumCount: 1,
    tableLength: 10,
    symbolFile: null,
    orderFile: null,
    format: 'auto',
    demangling: 'auto',
    demangles: true,
  }
  const operands: string[] = []
  for (const found of scanArguments(args, GRAMMAR, operandsEndOptions)) {
    if (found.kind === 'operand') {
      operands.push(found.text)
      continue
    }
    if (found.kind === 'mistake')
      return { kind: 'mistake', message: `gprof: ${found.message}\n`, usage: true }
    if (found.option === 'h') return { kind: 'help' }
    if (found.option === 'v') return { kind: 'version' }
    const message = takeOption(draft, found.option, found.argument)
    if (message !== null) return { kind: 'mistake', message, usage: false }
  }
  if (draft.styles.has('functionOrder') && draft.styles.has('fileOrder')) {
    const message = `gprof: Only one of --function-ordering and --file-ordering may be specified.\n`
    return { kind: 'mistake', message, usage: false }
  }
  const [image = 'a.out', ...profiles] = operands
  return {
    kind: 'run',
    options: finish(draft, image, profiles.length > 0 ? profiles : ['gmon.out']),
  }
}

/** Returns a message if the argument is invalid. */
function takeOption(draft: Draft, option: string, argument: string | null): string | null {
  const styled = STYLE_OPTIONS[option]
  if (styled) takeStyle(draft, ...styled, argument)
  const plain = PLAIN_STYLES[option]
  if (plain) draft.styles.add(plain)
  const [only, ...kinds] = FILTER_OPTIONS[option] ?? []
  for (const kind of kinds) draft.filters.push({ kind, only, spec: argument ?? '' })
  switch (option) {
    case 'B':
      takeStyle(draft, 'graph', true, null)
      return null
    case 'I':
      draft.sourceFolders.push(...(argument ?? '').split(':'))
      return null
    case 'm':
      // gprof compares it as unsigned: no call count reaches a negative number.
      draft.minimumCount = parseInteger(argument ?? '')
      if (draft.minimumCount < 0) draft.minimumCount += 2 ** 64
      return null
    case 't':
      draft.tableLength = Math.max(0, parseInteger(argument ?? ''))
      return null
    case 'w':
      draft.width = Math.max(1, parseInteger(argument ?? ''))
      return null
    case 'O': {
      const format = FORMATS[(argument ?? '').charAt(0)]
      // gprof swaps the two names.
      if (format === undefined) return `${argument ?? ''}: unknown file format gprof\n`
      draft.format = format
      return null
    }
    case 'R':
      draft.orderFile = argument
      return null
    case 'S':
      draft.symbolFile = argument
      return null
    case 'demangle': {
      draft.demangles = true
      // Without a style, the last one named counts.
      if (argument === null) return null
      const style = DEMANGLING.find((known) => known === argument)
      if (style === undefined) return `gprof: unknown demangling style \`${argument}'\n`
      draft.demangling = style
      return null
    }
    case 'no-demangle':
      draft.demangles = false
      return null
    default:
      draft.flags.add(option)
      return null
  }
}

function takeStyle(draft: Draft, style: SpecStyle, isOn: boolean, spec: string | null): void {
  draft.mentioned.add(style)
  if (isOn || spec !== null) draft.styles.add(style)
  else draft.styles.delete(style)
  if (spec === null) return
  const isArc = style === 'graph' && spec.includes('/')
  draft.filters.push({ kind: isArc ? 'arc' : style, only: isOn, spec })
}

function finish(
  { flags, demangles, ...given }: Draft,
  image: string,
  profiles: readonly string[],
): GprofOptions {
  return {
    ...given,
    brief: flags.has('b'),
    traditional: flags.has('T'),
    showUnused: flags.has('z'),
    noStatic: flags.has('a'),
    onlyTypedStatic: flags.has('D'),
    staticCalls: flags.has('c'),
    byLine: flags.has('l') || given.styles.has('sum'),
    fullPaths: flags.has('L'),
    inlineFileNames: flags.has('inline-file-names'),
    allLines: flags.has('x'),
    separateFiles: flags.has('y'),
    rawNames: flags.has('T') || !demangles,
    wide: flags.has('wide'),
    asHost: flags.has('as-host'),
    image,
    profiles,
  }
}

/**
 * Output of `-v` and `-h` in our own words, because gprof's name its authors, and where to report
 * its bugs.
 */
export const VERSION = 'gmonscope gprof: prints what GNU gprof 2.40 prints\n'

/** Help that lists all options. */
export const HELP = `usage: gmonscope gprof [option]... [image [profile]...]

An argument in brackets must be glued to its option: -pmain, --graph=main.

what to print
  -p[spec] -P[spec]   flat profile, of what the spec names; not of it
  -q[spec] -Q[spec]   call graph, with the same spec; -B is -q
  -C[spec] -Z[spec]   execution counts, with the same spec
  -A[spec] -J[spec]   annotated source, with the same spec
  -r                  an order of functions for the linker
  -R file             an order of object files for the linker, by this map
  -i                  how many records each profile holds
  -s                  nothing, but write the sum of all profiles to gmon.sum
  --wide              with -s: spread what exceeds a field over several records

what to count
  -a                  no local symbols
  -D                  no local symbols that are not functions
  --as-host           for a program of another machine: as gprof built for x86-64
  -c                  also calls found in the machine code
  -l                  lines rather than functions
  -k from/to          not these arcs
  -e -f name          call graph without, only with, these functions
  -E -F name          the same, and their time
  -n -N name          time of these functions only; of all others
  -m count            mark lines executed less often than this
  -S file             symbols from this file, as nm prints them
  -O format           format of profiles: auto, magic, bsd, 4.4bsd

how to print it
  -b                  no explanations
  -T                  as the first gprofs did
  -z                  also what was never called and has no time
  -w width            columns of the index
  -t length           lines in the table of the most executed ones
  -x -y               every line its count; a file for each source file
  -I folders -L       where sources are; print their whole paths
  --demangle[=style] --no-demangle --inline-file-names

  -h  -v              this text; the version
  --flat-profile ...  gprof's long names and their beginnings: man gprof
  @file               more arguments, from a file
`

/** Printed after an unknown option: the whole help would push the message out of sight. */
export const SEE_HELP = 'gmonscope gprof --help lists the options\n'
