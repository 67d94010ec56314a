// `gmonscope check`: limits on parts of a program, for continuous integration.
import { textOfBinary } from '../../core/base/string-table.ts'
import { checkLimit, type Limit, type LimitResult, type Measure } from '../../core/reports/check-limit.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatGeneral,
  formatFixed,
  formatScaled,
} from '../../core/quantities.ts'
import { type Arguments, type Command, numberOf, UsageError } from '../arguments.ts'
import { binaryOf, SCENARIO_OPTIONS } from '../scenario-options.ts'
import { type CommandLineIo, FAILED, OK } from '../io.ts'
import { openFiles, scenarioRequest } from '../open-files.ts'

const CONFIDENCE = 99
const MEASURES = {
  max: 'total',
  'max-total': 'leastTotal',
  'max-self': 'self',
  'max-calls': 'calls',
} as const satisfies Record<string, Measure>
const WORDS: Readonly<Record<Measure, string>> = {
  total: 'in and below',
  leastTotal: 'for certain in and below',
  self: 'in itself',
  calls: 'calls of',
}

/** The `check` command. */
export const CHECK_COMMAND: Command = {
  name: 'check',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'fails if part of the program takes more than it may; for CI',
  about: `
Compares parts of the program with limits and prints a line for each limit. Exits with
0 if all are kept, 1 if one is exceeded, 2 for bad arguments or unusable files.

  gmonscope check --max 'parse_*=20%' --max-calls 'new_node=10000' prog gmon.out

PATTERN is a whole name, raw or readable; * matches any text, ? one character.
Functions that match count together, each sample once. LIMIT is a share (20%) or a
time (1.5s, 300ms), of all runs together.

Time below a function that others call too is gprof's estimate: each call is taken to
cost the same. --max compares that estimate, and prints the range that the counted
calls leave. --max-total fails only if the least possible time exceeds the limit.

Samples vary by chance. A function of 20% has 25% or more in one of forty profiles
of 250 samples. Take a program right at the limit: a time limit is exceeded only if
fewer than one of a hundred of its runs would show so much (binomial for shares,
Poisson for times). More samples show finer differences: run the program longer, or
several times. Calls are counted, not sampled, and have no such error.

Where a bin of the histogram holds several functions, its samples may belong to any of
them: only those that are in the functions in any case exceed a limit.`,
  options: [
    {
      name: 'max',
      value: 'PATTERN=LIMIT',
      about: 'time in functions and in what they call; may be repeated',
    },
    {
      name: 'max-total',
      value: 'PATTERN=LIMIT',
      about: 'the same, but only the time that is certain counts',
    },
    { name: 'max-self', value: 'PATTERN=LIMIT', about: 'time in the functions themselves' },
    { name: 'max-calls', value: 'PATTERN=N', about: 'how often they are called' },
    { name: 'confidence', value: 'PERCENT', about: `how certain an excess has to be (${CONFIDENCE})` },
    { name: 'strict', about: 'every excess counts, chance or not' },
    ...SCENARIO_OPTIONS,
  ],
  troubleStatus: 2,
  run: runCheck,
}

async function runCheck(args: Arguments, io: CommandLineIo): Promise<number> {
  const limits = limitsOf(args)
  const confidence = numberOf(args, 'confidence', 50, 99.9999) ?? CONFIDENCE
  const { analyzed, notices } = await openFiles(args.files, scenarioRequest(args), io)
  if (notices.some(({ code }) => code === 'wrong-executable'))
    throw new UsageError('no limit can be judged by the names of another program')
  const rigour = { confidence: confidence / 100, isStrict: args.has('strict') }
  const judged = limits.map((limit) => checkLimit(analyzed, limit, rigour))
  for (const { limit, functions, allTicks } of judged) {
    if (functions === 0)
      throw new UsageError(
        `no function is called '${textOfBinary(limit.pattern)}'; those of shared libraries, and inlined ones, are in no profile`,
      )
    if (limit.measure !== 'calls' && !(allTicks > 0))
      throw new UsageError('the profile has no samples, so that no limit on time can be judged')
  }
  for (const one of judged) io.stdout(Buffer.from(`${describe(one, confidence, rigour.isStrict)}\n`))
  return judged.some(({ verdict }) => verdict === 'exceeded') ? FAILED : OK
}

/** @throws UsageError */
function limitsOf(args: Arguments): Limit[] {
  const limits = Object.entries(MEASURES).flatMap(([option, measure]) =>
    args.all(option).map((text) => limitOf(option, measure, text)),
  )
  if (limits.length === 0) throw new UsageError("check wants a limit, such as --max 'parse_*=20%'")
  return limits
}

const UNITS: Readonly<Record<string, readonly [Limit['unit'], number]>> = {
  '%': ['share', 0.01],
  s: ['seconds', 1],
  ms: ['seconds', 1e-3],
  us: ['seconds', 1e-6],
}

function limitOf(option: string, measure: Measure, text: string): Limit {
  const at = text.lastIndexOf('=')
  const [, number = '', suffix = ''] = /^\s*(\d+\.?\d*|\.\d+)\s*(\S*)\s*$/.exec(text.slice(at + 1)) ?? []
  const isCount = measure === 'calls'
  const unit = isCount && suffix === '' ? (['count', 1] as const) : UNITS[suffix]
  if (at < 1 || number === '' || unit === undefined || isCount !== (unit[0] === 'count')) {
    const form = isCount
      ? 'PATTERN=N, such as new_node=10000'
      : "PATTERN=LIMIT, such as 'parse_*=20%' or main=1.5s"
    throw new UsageError(`--${option} wants ${form}, not '${text}'`)
  }
  return { measure, pattern: binaryOf(text.slice(0, at)), unit: unit[0], most: Number(number) * unit[1] }
}

const HEADS = { kept: 'ok       ', 'within-error': 'ok?      ', exceeded: 'EXCEEDED ' } as const

function describe(judged: LimitResult, confidence: number, isStrict: boolean): string {
  const { limit, measured, ticks, allTicks, atLeast, verdict } = judged
  const isClose = verdict !== 'kept' && valueOf(limit, measured) === valueOf(limit, limit.most)
  const value = (number: number): string => (isClose ? closely(limit, number) : valueOf(limit, number))
  const head = `${HEADS[verdict]} ${WORDS[limit.measure]} ${textOfBinary(limit.pattern)}: ${value(measured)}, at most ${value(limit.most)}`
  if (limit.measure === 'calls') return head
  const samples = `${formatExact(Number(ticks.toFixed(1)))} of ${formatCounted(Math.round(allTicks), 'sample')}`
  const estimate = `${rangeText(judged, value)}${sharedText(judged, value)}`
  if (verdict === 'kept') return `${head}; ${samples}${isStrict ? '' : whatWouldShow(judged)}${estimate}`
  const certain = `at least ${value(atLeast)} with ${confidence}% confidence`
  if (verdict === 'exceeded') return `${head}; ${samples}, ${certain}${estimate}`
  const why = judged.withoutShared === null ? 'within the sampling error' : 'not certain'
  return `${head}; ${samples}, ${why}: ${certain}${estimate}`
}

/** Returns what is certain of a part whose bins hold other functions, too; "" if all of it is. */
function sharedText({ withoutShared }: LimitResult, value: (number: number) => string): string {
  return withoutShared === null
    ? ''
    : `; ${value(withoutShared)} without the samples that it shares with other functions`
}

/** Returns the range of an estimated total, as "; an estimate, 12.0% to 40.0% possible"; "" where it is certain. */
function rangeText({ limit, range }: LimitResult, value: (number: number) => string): string {
  if (limit.measure !== 'total' || range === null) return ''
  const [least, most] = [value(range.least), value(range.most)]
  return least === most ? '' : `; an estimate, ${least} to ${most} possible`
}

function whatWouldShow({ limit, noticedFrom }: LimitResult): string {
  if (noticedFrom < Infinity) return `, an excess shows from ${valueOf(limit, noticedFrom)} on`
  return limit.most < 1 ? ', too few to show any excess' : ''
}

/** Formats with more digits, for two values that would look the same. */
function closely({ unit }: Limit, value: number): string {
  if (unit === 'count') return formatCount(value)
  return unit === 'share' ? `${formatGeneral(100 * value)}%` : `${formatGeneral(value)} s`
}

function valueOf({ unit }: Limit, value: number): string {
  if (unit === 'count') return formatCount(value)
  return unit === 'share' ? `${formatFixed(100 * value, 1)}%` : formatScaled(value, 's')
}
