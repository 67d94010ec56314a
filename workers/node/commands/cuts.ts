// `gmonscope cuts`: suggests arcs to cut so that cycles fall apart, as options for gprof, one per
// line.
//
// Standard output contains the options only, so that a shell or `gprof @file` can use them as
// they are. Remarks go to standard error, each line beginning with `#`.
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../../core/analysis/analyzed-profile.ts'
import {
  type CutGoal,
  type CutRequest,
  DEFAULT_REQUEST,
  suggestCuts,
  type SuggestedCuts,
} from '../../core/analysis/cuts/suggest-cuts.ts'
import { type GprofOptions, gprofOptionsOf } from '../../core/analysis/scenario/gprof-options.ts'
import { type ArcName, EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { textOfBinary } from '../../core/base/string-table.ts'
import { visibleText } from '../../core/base/visible-text.ts'
import type { PossibleArcs } from '../../core/profile/possible-arcs.ts'
import type { ArcIndex, FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { rawName } from '../../core/names/names.ts'
import { isStaticArc, staticCallText } from '../../core/reports/static-calls.ts'
import { areSharesKnown, formatCounted, formatShareOf } from '../../core/quantities.ts'
import { type CutPayers, cutPayers } from '../../core/reports/cut-payers.ts'
import { baseOf, describeSearch, STATIC_ARCS_FILE } from '../../core/reports/scenario-text.ts'
import { type Arguments, type Command, shiftOf, UsageError, wholeNumberOf } from '../arguments.ts'
import { STATIC_ARCS } from '../scenario-options.ts'
import { type CommandLineIo, OK } from '../io.ts'
import { openFiles } from '../open-files.ts'

/** The `cuts` command. */
export const CUTS_COMMAND: Command = {
  name: 'cuts',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'which calls to cut so that no cycle remains, as gprof options',
  about: `
Prints gprof's -k options, one a line, that cut calls so that no cycle remains
(docs/cuts.md). By default every member stays below the functions that call its cycle, and
the fewest calls are cut. Standard error says how good the choice is, and who pays after it.

  gprof $(gmonscope cuts prog gmon.out) prog gmon.out`,
  options: [
    {
      name: 'goal',
      value: 'GOAL',
      about: 'way-down: no member loses its callers; calls, arcs: the fewest (way-down)',
    },
    { name: 'fewest', about: 'the same as --goal arcs' },
    { name: 'members', value: 'K', about: 'breaks only cycles of K and more members' },
    {
      name: 'work',
      value: 'N',
      about: `N million steps for each cycle before the best found must do (${DEFAULT_REQUEST.limit / 1e6})`,
    },
    STATIC_ARCS,
  ],
  run: runCuts,
}

async function runCuts(args: Arguments, io: CommandLineIo): Promise<number> {
  const request = requestOf(args)
  const scenario = { ...EMPTY_SCENARIO, staticArcs: args.has(STATIC_ARCS.name) }
  const { analyzed, contents } = await openFiles(
    args.files,
    { scenario, asMeasured: true, shift: shiftOf(args) },
    io,
  )
  const say = (text: string): void => io.stderr(Buffer.from(`# ${visibleText(textOfBinary(text))}\n`))
  const cutArcs: ArcName[] = []
  const plainFor = baseOf(contents.plain, scenario, contents.possible)
  for (let cycle = 0; cycle < analyzed.cycles.length; cycle++) {
    const suggested = suggestCuts(analyzed, cycle as CycleIndex, request)
    say(describe(analyzed, cycle as CycleIndex, suggested))
    const names = suggested.arcs.map((arc) => nameOf(analyzed, arc))
    for (const [at, { parent, child }] of names.entries())
      say(`  ${parent}/${child}, ${callsOf(analyzed, suggested.arcs[at])}`)
    for (const name of names) cutArcs.push(name)
  }
  if (cutArcs.length > 0) {
    const after = analyzeProfile(plainFor, { ...scenario, cutArcs })
    for (const line of describePayers(analyzed, cutPayers(analyzed, after, null, MOST_PAYERS))) say(line)
  }
  if (analyzed.cycles.length === 0)
    say(analyzed.profile.arcs.length > 0 ? 'there is no cycle' : 'no calls are known, and so no cycle')
  const gprofOptions = gprofOptionsOf(plainFor, { ...scenario, cutArcs })
  const quote = io.isTerminal?.stdout === true ? quotedForEyes : quotedForFiles
  for (const line of linesOf(gprofOptions, quote)) io.stdout(Buffer.from(`${line}\n`, 'latin1'))
  const { possible } = contents
  if (possible) for (const line of explainStatic(possible, cutArcs)) say(line)
  for (const line of explain(gprofOptions)) say(line)
  return OK
}

/** Functions without callers that are named. */
const MOST_PAYERS = 3

function* describePayers(
  { profile }: AnalyzedProfile,
  { made, waysIn, roots }: CutPayers,
): Generator<string> {
  const { functions } = profile
  const namesOf = (list: readonly FunctionIndex[]): string =>
    list
      .slice(0, MOST_PAYERS)
      .map((f) => rawName(functions, f))
      .join(', ') + (list.length > MOST_PAYERS ? ` and ${list.length - MOST_PAYERS} more` : '')
  yield made.length === 0
    ? 'no function loses its callers'
    : `${formatCounted(made.length, 'function loses', 'functions lose')} all callers: ${namesOf(made)}`
  if (waysIn.length > 0) yield `nothing recorded calls the cycle: ${namesOf(waysIn)} comes first`
  if (!areSharesKnown(profile)) return
  const share = (ticks: number): string => formatShareOf(profile, ticks)
  for (const { f, before, after } of roots) {
    if (before > 0 || after > 0)
      yield `  ${rawName(functions, f)}: ${share(before)}, after the cuts ${share(after)}`
  }
}

const GOALS: readonly CutGoal[] = ['way-down', 'calls', 'arcs']

/** @throws UsageError */
function goalOf(args: Arguments): CutGoal {
  const text = args.last('goal')
  if (text === undefined) return args.has('fewest') ? 'arcs' : DEFAULT_REQUEST.goal
  const goal = GOALS.find((one) => one === text)
  if (!goal) throw new UsageError(`--goal wants ${GOALS.join(', ')}, not '${text}'`)
  return goal
}

/** @throws UsageError */
function requestOf(args: Arguments): CutRequest {
  const members = wholeNumberOf(args, 'members', 2)
  const work = wholeNumberOf(args, 'work', 0)
  return {
    ...DEFAULT_REQUEST,
    goal: goalOf(args),
    ...(members === undefined ? {} : { members }),
    ...(work === undefined ? {} : { limit: work * 1e6 }),
  }
}

function nameOf({ profile }: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { functions, arcs } = profile
  return { parent: rawName(functions, arcs.parent[arc]), child: rawName(functions, arcs.child[arc]) }
}

function callsOf(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const { arcs } = analyzed.profile
  return isStaticArc(analyzed, arc)
    ? staticCallText(analyzed, arcs.parent[arc], arcs.child[arc])
    : formatCounted(arcs.count[arc], 'call')
}

function describe({ cycles }: AnalyzedProfile, cycle: CycleIndex, cuts: SuggestedCuts): string {
  const { offsets } = cycles.members
  const members = formatCounted(offsets[cycle + 1] - offsets[cycle], 'member')
  const title = `cycle ${cycle + 1}, ${members}`
  if (cuts.arcs.length === 0) return `${title}: stays`
  const sum = `${title}: ${formatCounted(cuts.arcs.length, 'arc')}, ${formatCounted(cuts.calls, 'call')}`
  const unit = cuts.goal === 'arcs' ? 'arc' : 'call'
  const among = cuts.goal === 'way-down' ? ' that keeps the way down' : ''
  if (cuts.method === 'exact') return `${sum}; exact: no choice${among} has fewer ${unit}s`
  const bound = formatCounted(cuts.lowerBound, unit)
  return `${sum}; heuristic: every choice${among} has ${bound} at least, so ${(100 * cuts.gap).toFixed(1)}% may be too much`
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/**
 * Quotes only words that a response file would not take as they are: `$(…)` would pass the quotes
 * on.
 */
const quotedForFiles = (word: string): string => (/[ \t-\r'"\\]/.test(word) ? quoted(word) : word)

/**
 * Quotes words for people to copy into a shell. Control characters, which a terminal would
 * interpret, are written as shell escapes.
 */
function quotedForEyes(word: string): string {
  const text = textOfBinary(word)
  if (/^[\w./:@%+=,-]+$/.test(word)) return word
  if (visibleText(text) === text) return quoted(word)
  const bytes = word.replaceAll(
    /[^ -&(-[\]-~]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `$'${bytes}'`
}

/** An option and its word on one line. */
function linesOf({ options }: GprofOptions, quote: (word: string) => string): string[] {
  const lines: string[] = []
  for (const word of options) {
    if (lines.at(-1) === '-k') lines[lines.length - 1] = `-k ${quote(word)}`
    else lines.push(word === '-k' ? word : quote(word))
  }
  return lines
}

/** gprof's own search for calls runs after the cuts and finds other calls. */
function* explainStatic(possible: PossibleArcs, cutArcs: readonly ArcName[]): Generator<string> {
  if (possible.length === 0) return
  yield `The options are for the program, its profiles, and one more with the static calls:`
  yield `  gmonscope static-arcs EXECUTABLE GMON... > ${STATIC_ARCS_FILE}`
  yield `(${toAscii(describeSearch(possible, { cutArcs }))})`
}

/** Lines here are binary strings, one character per byte. */
const toAscii = (text: string): string => text.replaceAll('’', "'")

function* explain({ passes, keepsOrder, options, missing }: GprofOptions): Generator<string> {
  if (options.some((word) => word.startsWith('-q')))
    yield 'gprof cannot make all of these cuts at once; the options name the calls that stay instead'
  if (passes.length > 0) {
    yield 'gprof cannot make all of these cuts at once: of several -k out of one function only the last counts.'
    yield 'The options above are for gmon.sum, after these runs:'
    yield '  objcopy --strip-debug EXECUTABLE stripped'
    const runs = passes.map((pass, at) => ({ pass, profile: at === 0 ? 'GMON' : 'gmon.sum' }))
    for (const { pass, profile } of runs)
      yield ['  gprof -s', ...pass.map(quotedForEyes), 'stripped', profile].join(' ')
  }
  if (!keepsOrder) yield 'Lines that show the same time may come in another order.'
  if (missing.arcs.length === 0) return
  yield 'gprof cannot make all of these cuts. Missing from the options (gmonscope json --cut takes them all):'
  for (const { parent, child } of missing.arcs) yield `  ${parent}/${child}`
}
