// `gmonscope cycles`: the entry of each cycle as the manual of gprof describes it.
import { finish } from '../../core/base/yielder.ts'
import type { AnalyzedProfile, CycleIndex } from '../../core/analysis/analyzed-profile.ts'
import { NONE } from '../../core/base/columns.ts'
import { jsonText } from '../../core/base/visible-text.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import { cycleEntry, insideCalls, timesOfCycle } from '../../core/reports/cycle-entry.ts'
import { cycleEntryRow } from '../../core/reports/exports/json.ts'
import type { EntryIndex } from '../../core/reports/listing/entries.ts'
import type { Listing } from '../../core/reports/listing/listing.ts'
import { manualEntries } from '../../core/reports/manual-entries.ts'
import { readableText } from '../../core/names/names.ts'
import { formatCounted } from '../../core/quantities.ts'
import { ENTRY_HEADING, ENTRY_RULE, entryText } from '../../core/reports/text/cycle-text.ts'
import { writeCallGraph } from '../../core/reports/text/graph-text.ts'
import { TextBytes } from '../../core/reports/text/text-bytes.ts'
import { type Arguments, type Command, UsageError, wholeNumberOf } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { functionsLike } from '../functions-like.ts'
import { byteSink } from '../byte-sink.ts'
import { type CommandLineIo, OK } from '../io.ts'
import { nothingToPrint } from '../print-messages.ts'
import { openFiles, scenarioRequest } from '../open-files.ts'
import { OUTPUT, withOutput } from '../output.ts'

/** Lines of each group of an entry, and number of cycles, by default. */
const LIMIT = 20

/** The `cycles` command. */
export const CYCLES_COMMAND: Command = {
  name: 'cycles',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'each cycle with its callers, members and what they call',
  about: `
Prints the entry of each cycle as gprof's manual describes it: the functions outside
that call it, with their part of its time; its own line, with calls from outside and
calls inside; its members, with the calls they get from inside; and all other
functions that members call. GNU gprof prints less (docs/differences.md).

  gmonscope cycles prog gmon.out

The cycles with the most time come first. What the limit leaves out is added up on a
line of its own.`,
  options: [
    {
      name: 'of',
      value: 'CYCLE',
      about: 'one cycle: its number, or the name of a member, in which * matches any text;\nmay be repeated',
    },
    { name: 'members', about: 'the entries of the members as well' },
    { name: 'graph', about: 'all entries of the call graph, with cycles as the manual has them' },
    { name: 'limit', value: 'N', about: `N cycles, and N lines of each kind in an entry (${LIMIT})` },
    { name: 'as-gprof', about: 'the same entries as GNU gprof prints them, with all lines' },
    { name: 'json', about: 'as JSON (docs/formats/json.md): times in ticks, with all lines' },
    OUTPUT,
    ...SCENARIO_OPTIONS,
  ],
  run: runCycles,
}

async function runCycles(args: Arguments, io: CommandLineIo): Promise<number> {
  const limit = wholeNumberOf(args, 'limit', 1)
  const isGraph = args.has('graph')
  if (args.has('json') && (isGraph || args.has('as-gprof') || args.has('members')))
    throw new UsageError('--json prints cycles alone, without --members, --graph and --as-gprof')
  if (isGraph && (args.has('of') || args.has('members')))
    throw new UsageError('--graph prints all entries, without --of and --members')
  const opened = await openFiles(args.files, scenarioRequest(args), io)
  const { analyzed, read } = opened
  const chosen = chosenCycles(analyzed, args.all('of'))
  if (chosen.length === 0 && !isGraph && !args.has('json'))
    return nothingToPrint(
      analyzed.profile.arcs.length > 0 ? 'there is no cycle' : 'no calls are known, and so no cycle',
      io,
    )
  await withOutput(args, io, read, 'text', (write) => {
    if (args.has('json')) writeCyclesJson(opened, chosen, limit ?? Infinity, write)
    else writeEntries(opened, chosen, args, limit, write)
  })
  return OK
}

/**
 * Returns the cycles that the options name, or all of them: most time first, then most calls inside.
 *
 * @throws UsageError
 */
function chosenCycles(analyzed: AnalyzedProfile, words: readonly string[]): readonly CycleIndex[] {
  const { cycles } = analyzed
  const all = words.length === 0 ? Array.from({ length: cycles.length }, (_, c) => c as CycleIndex) : []
  const chosen = new Set<CycleIndex>(all)
  for (const word of words) for (const cycle of cyclesNamed(analyzed, word)) chosen.add(cycle)
  const ticks = new Map<CycleIndex, number>()
  const calls = new Map<CycleIndex, number>()
  for (const cycle of chosen) {
    const { self, children } = timesOfCycle(analyzed, cycle)
    ticks.set(cycle, self + children)
    calls.set(cycle, insideCalls(analyzed, cycle))
  }
  const of = (numbers: ReadonlyMap<CycleIndex, number>, cycle: CycleIndex): number => numbers.get(cycle) ?? 0
  return [...chosen].sort(
    (left, right) => of(ticks, right) - of(ticks, left) || of(calls, right) - of(calls, left) || left - right,
  )
}

/** @throws UsageError */
function cyclesNamed({ profile, cycles }: AnalyzedProfile, word: string): readonly CycleIndex[] {
  const number = /^(?:cycle )?(\d+)$/.exec(word)?.[1]
  if (number !== undefined) {
    const cycle = Number(number) - 1
    if (cycle >= 0 && cycle < cycles.length) return [cycle as CycleIndex]
    throw new UsageError(`no cycle ${number}; there are ${formatCounted(cycles.length, 'cycle')}`)
  }
  const named = functionsLike(profile.functions, [word]).flatMap((f) => {
    const cycle = cycles.cycleOf[f]
    return cycle === NONE ? [] : [cycle]
  })
  if (named.length === 0) throw new UsageError(`'${word}' is in no cycle`)
  return named
}

function writeEntries(
  { analyzed, listing }: Opened,
  chosen: readonly CycleIndex[],
  args: Arguments,
  limit: number | undefined,
  write: (bytes: Uint8Array) => void,
): void {
  const most = limit ?? (args.has('as-gprof') || args.has('graph') || args.has('of') ? Infinity : LIMIT)
  const cycles = chosen.slice(0, most)
  const entries = args.has('graph')
    ? manualEntries(analyzed, listing)
    : cycles.flatMap((cycle) => entriesOf(listing, cycle, args.has('members')))
  if (args.has('as-gprof')) {
    const out = new TextBytes((bytes) => write(bytes.slice()))
    // gprof has no entry for a cycle that nothing outside calls.
    const printed = Uint32Array.from(entries.filter((entry) => listing.entries.positions[entry] > 0))
    writeCallGraph({ analyzed, listing: { ...listing, entries: { ...listing.entries, printed } } }, out)
    out.end()
    return
  }
  const sink = byteSink(write)
  sink.write(`${ENTRY_HEADING}\n`)
  for (const entry of entries) {
    for (const line of entryText(analyzed, listing, entry, limit ?? LIMIT)) sink.write(`${line.trimEnd()}\n`)
    sink.write(`${ENTRY_RULE}\n`)
  }
  const others = args.has('graph') ? 0 : chosen.length - cycles.length
  if (others > 0) sink.write(`${formatCounted(others, 'more cycle')}: see --limit and --of\n`)
  sink.end()
}

/** The entry of a cycle, followed by those of its members. */
function entriesOf(
  { entries, lines }: Listing,
  cycle: CycleIndex,
  withMembers: boolean,
): readonly EntryIndex[] {
  const { offsets, items } = lines.cycleMembers
  const members = withMembers ? Array.from(items.subarray(offsets[cycle], offsets[cycle + 1])) : []
  return [entries.entryOfCycle[cycle], ...members.map((f) => entries.entryOfFunction[f as FunctionIndex])]
}

function writeCyclesJson(
  { analyzed, listing, name }: Opened,
  chosen: readonly CycleIndex[],
  limit: number,
  write: (bytes: Uint8Array) => void,
): void {
  const { functions, rate } = analyzed.profile
  const sink = byteSink(write)
  sink.write(
    `{\n  "format": "gmonscope-cycles",\n  "version": 1,\n  "name": ${jsonText(name)},\n  "rate": ${jsonText(rate)},\n  "graphTicks": ${jsonText(analyzed.printedTicks)},\n  "cycles": [`,
  )
  chosen.slice(0, limit).forEach((cycle, at) => {
    const row = {
      number: cycle + 1,
      index: listing.entries.entryOfCycle[cycle] + 1,
      ...cycleEntryRow(finish(cycleEntry(analyzed, listing, cycle)), (f) => readableText(functions, f)),
    }
    sink.write(`${at === 0 ? '' : ','}\n    ${jsonText(row)}`)
  })
  sink.write(chosen.length === 0 ? ']\n}\n' : '\n  ]\n}\n')
  sink.end()
}
