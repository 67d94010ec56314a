// `gmonscope cuts`: which arcs to cut so that the cycles fall apart, as options for gprof, one a line.
//
// Standard output has the options and nothing else, so that a shell or `gprof @file` can take them as they are; what is
// to be said about them goes to standard error, each line beginning with `#`.
import type { AnalyzedProfile, CycleIndex } from '../core/analysis/analyzed-profile.ts'
import {
  suggestCuts,
  DEFAULT_REQUEST,
  type CutRequest,
  type SuggestedCuts,
} from '../core/analysis/cuts/suggest-cuts.ts'
import { gprofOptionsOf, type GprofOptions } from '../core/analysis/gprof-options.ts'
import { EMPTY_SCENARIO, type ArcName } from '../core/analysis/scenario.ts'
import type { ArcIndex } from '../core/profile/tables.ts'
import { rawName } from '../core/reports/names.ts'
import { formatCounted } from '../core/reports/quantities.ts'
import { complain, openFiles, UsageError, type CommandLineIo } from './open-files.ts'

export const CUTS_USAGE = `  gmonscope cuts [--fewest] [--members K] [--work N] EXECUTABLE GMON...
      suggests which arcs to cut so that no cycle remains, as gprof's -k, one a line:
      those with the fewest calls, or with --fewest the smallest number of arcs;
      with --members K only cycles of K and more members are broken;
      --work N allows N million steps for each cycle before the best found must do (${DEFAULT_REQUEST.limit / 1e6})
`

interface CutsArguments {
  readonly request: CutRequest
  readonly files: readonly string[]
}

export async function runCuts(args: readonly string[], io: CommandLineIo): Promise<number> {
  try {
    const { request, files } = parseArguments(args)
    const { analyzed, plain } = await openFiles(files, EMPTY_SCENARIO)
    const say = (text: string): void => io.stderr(Buffer.from(`# ${text}\n`, 'latin1'))
    const cutArcs: ArcName[] = []
    for (let cycle = 0; cycle < analyzed.cycles.length; cycle++) {
      const suggested = suggestCuts(analyzed, cycle as CycleIndex, request)
      say(describe(analyzed, cycle as CycleIndex, suggested))
      for (const arc of suggested.arcs) {
        const name = nameOf(analyzed, arc)
        say(`  ${name.parent}/${name.child}, ${formatCounted(analyzed.profile.arcs.count[arc], 'call')}`)
        cutArcs.push(name)
      }
    }
    if (analyzed.cycles.length === 0) say('there is no cycle')
    const told = gprofOptionsOf(plain, { ...EMPTY_SCENARIO, cutArcs })
    for (const line of linesOf(told)) io.stdout(Buffer.from(`${line}\n`, 'latin1'))
    for (const line of explain(told)) say(line)
    return 0
  } catch (error) {
    return complain(error, io)
  }
}

function parseArguments(args: readonly string[]): CutsArguments {
  let request = DEFAULT_REQUEST
  const files: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (arg === '--fewest') request = { ...request, goal: 'arcs' }
    else if (arg === '--members') request = { ...request, members: wholeNumber(arg, args[++at], 2) }
    else if (arg === '--work') request = { ...request, limit: wholeNumber(arg, args[++at], 0) * 1e6 }
    else if (arg === '--') return { request, files: [...files, ...args.slice(at + 1)] }
    else if (arg.startsWith('-') && arg !== '-') throw new UsageError(`cuts has no option '${arg}'`)
    else files.push(arg)
  }
  return { request, files }
}

function wholeNumber(option: string, text: string | undefined, least: number): number {
  const value = Number(text)
  if (text === undefined || !Number.isSafeInteger(value) || value < least)
    throw new UsageError(`${option} wants a whole number, at least ${least}`)
  return value
}

function nameOf({ profile }: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { functions, arcs } = profile
  return { parent: rawName(functions, arcs.parent[arc]), child: rawName(functions, arcs.child[arc]) }
}

function describe({ cycles }: AnalyzedProfile, cycle: CycleIndex, cuts: SuggestedCuts): string {
  const { offsets } = cycles.members
  const members = formatCounted(offsets[cycle + 1] - offsets[cycle], 'member')
  const title = `cycle ${cycle + 1}, ${members}`
  if (cuts.arcs.length === 0) return `${title}: stays`
  const sum = `${title}: ${formatCounted(cuts.arcs.length, 'arc')}, ${formatCounted(cuts.calls, 'call')}`
  const unit = cuts.goal === 'calls' ? 'call' : 'arc'
  if (cuts.method === 'exact') return `${sum}; exact: no choice has fewer ${unit}s`
  const bound = formatCounted(cuts.lowerBound, unit)
  return `${sum}; heuristic: every choice has ${bound} at least, so ${(100 * cuts.gap).toFixed(1)} % may be too much`
}

/** Words that a shell or a response file would not take as they stand are quoted. */
const quote = (word: string): string =>
  /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** An option and its word on one line. */
function linesOf({ options }: GprofOptions): string[] {
  const lines: string[] = []
  for (const word of options) {
    if (lines.at(-1) === '-k') lines[lines.length - 1] = `-k ${quote(word)}`
    else lines.push(word === '-k' ? word : quote(word))
  }
  return lines
}

function* explain({ passes, keepsOrder, options, missing }: GprofOptions): Generator<string> {
  if (options.some((word) => word.startsWith('-q')))
    yield 'gprof cannot be told all of these cuts at once; the options name what stays instead'
  if (passes.length > 0) {
    yield 'gprof cannot be told all of these cuts at once: of several -k out of one function only the last counts.'
    yield 'The options above are for gmon.sum, after these runs:'
    yield '  objcopy --strip-debug EXECUTABLE stripped'
    const runs = passes.map((pass, at) => ({ pass, profile: at === 0 ? 'GMON' : 'gmon.sum' }))
    for (const { pass, profile } of runs)
      yield ['  gprof -s', ...pass.map(quote), 'stripped', profile].join(' ')
  }
  if (!keepsOrder) yield 'Lines that show the same time may come in another order.'
  if (missing.arcs.length === 0) return
  yield 'gprof cannot be told all of these cuts. Missing from the options (gmonscope json --cut takes them all):'
  for (const { parent, child } of missing.arcs) yield `  ${parent}/${child}`
}
