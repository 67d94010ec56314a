// `gmonscope diff`: what changed from one profile to another, function by function.
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { finish } from '../../core/base/yielder.ts'
import { ANY_BY_CHANCE, findChanged } from '../../core/reports/diff/significance.ts'
import { changeHead } from '../../core/reports/diff/whole-change.ts'
import {
  changeLines,
  changeTableCsv,
  markdownHead,
  markdownRows,
} from '../../core/reports/diff/diff-tables.ts'
import {
  type BeforeAfter,
  type Measure,
  MEASURES,
  type Unit,
  valuesOf,
} from '../../core/reports/diff/measures.ts'
import { orderRows, withUnchanged } from '../../core/reports/diff/diff-rows.ts'
import { pairFunctions } from '../../core/reports/diff/pair-functions.ts'
import type { PairIndex } from '../../core/reports/diff/pairs.ts'
import { type Arguments, type Command, shiftOf, UsageError } from '../arguments.ts'
import { byteSink } from '../byte-sink.ts'
import { type CommandLineIo, FAILED, OK } from '../io.ts'
import { BEFORE, openBaseline } from '../open-baseline.ts'
import { type OpenedFiles, openFiles } from '../open-files.ts'

/** Rows per piece of text. */
const SLICE = 1000

/** The `diff` command. */
export const DIFF_COMMAND: Command = {
  name: 'diff',
  operands: '--before FILE EXECUTABLE [GMON...]',
  summary: 'functions that changed significantly since a profile',
  about: `
Compares the profile with an earlier one and prints the functions that changed, the
greatest change first. Functions are the same if their names are, whatever their addresses.

  gmonscope diff --before old/prog --before old/gmon.out new/prog new/gmon.out
  gmonscope diff --before 'old/gmon.*' prog new/gmon.*

An earlier profile without a program is read by the later one's. Either side may
be a saved profile or a gprof listing.

Samples vary by chance, and two runs of the same program differ. A function counts as
changed if its samples are split between both more unevenly than chance explains. The
threshold: of ${1 / ANY_BY_CHANCE} diffs without any change, one shows any function as changed. Calls
are counted, not sampled. Sums of different numbers of runs are compared by their mean
of one run.

Exits with 0 if nothing changed, 1 if something did, 2 if files cannot be used.`,
  options: [
    BEFORE,
    { name: 'by', value: 'WHAT', about: 'self, total or calls (self)' },
    { name: 'share', about: 'shares of all time instead of seconds' },
    { name: 'worse', about: 'only functions that take more, or are called more' },
    { name: 'all', about: 'every function; a ~ marks a change that may be chance' },
    { name: 'csv', about: 'every function as a table for spreadsheets, unrounded' },
    { name: 'markdown', about: 'the same as a Markdown table, for a pull request' },
  ],
  troubleStatus: 2,
  run: runDiff,
}

async function runDiff(args: Arguments, io: CommandLineIo): Promise<number> {
  const measure = measureOf(args)
  const [before, after] = await openBoth(args, io)
  const sides = { before: before.analyzed, after: after.analyzed }
  const unit: Unit = args.has('share') ? 'share' : 'time'
  const compared: BeforeAfter = { ...sides, pairs: finish(pairFunctions(before, after)) }
  const changed = finish(findChanged(compared, measure, unit))
  const { isChanged } = changed
  const names = args.has('markdown')
    ? namesApart(before.name, after.name)
    : ([before.name, after.name] as const)
  const head = changeHead(compared, names, measure, changed)
  const isWorse = (row: number): boolean => {
    const values = valuesOf(compared, row as PairIndex, measure, unit)
    return values.after > values.before
  }
  const counts = (row: number): boolean =>
    (args.has('all') || isChanged[row] === 1) && (!args.has('worse') || isWorse(row))
  const { rows: ordered } = finish(orderRows(compared, measure, unit, null))
  const shown = ordered.filter(counts)
  const sink = byteSink(io.stdout)
  if (args.has('csv')) {
    const all = withUnchanged(compared, ordered)
    const listed = args.has('worse') ? all.filter(isWorse) : all
    for (let from = 0; from === 0 || from < listed.length; from += SLICE)
      sink.write(changeTableCsv(compared, listed.subarray(from, from + SLICE), unit, from === 0))
  } else if (args.has('markdown')) {
    sink.write(markdownHead(head))
    if (shown.length > 0) sink.write('\n')
    for (let from = 0; from < shown.length; from += SLICE) {
      const some = shown.subarray(from, from + SLICE)
      sink.write(markdownRows(compared, some, measure, unit, isChanged, from === 0))
    }
  } else {
    const remarks = head.remarks.map((line) => `        ${line}`)
    for (const line of [`before  ${head.before}`, `after   ${head.after}`, ...remarks, head.verdict])
      sink.write(`${line}\n`)
    if (shown.length > 0) sink.write('\n')
    if (shown.length > 0)
      for (const line of changeLines(compared, shown, measure, unit, isChanged)) sink.write(`${line}\n`)
  }
  sink.end()
  return ordered.some((row) => isChanged[row] === 1 && (!args.has('worse') || isWorse(row))) ? FAILED : OK
}

/**
 * Returns the names of two files for a document: without folders, except those that distinguish
 * the two.
 */
export function namesApart(one: string, other: string): readonly [string, string] {
  const partsOf = (path: string): readonly string[] =>
    path.split(/[/\\]+/).filter((part) => part !== '' && part !== '.')
  const [left, right] = [partsOf(one), partsOf(other)]
  const most = Math.max(left.length, right.length)
  let shown = 1
  while (shown < most && left.at(-shown) === right.at(-shown)) shown++
  const isSame = left.length === right.length && left.at(-shown) === right.at(-shown)
  const endOf = (parts: readonly string[]): string => parts.slice(isSame ? -1 : -shown).join('/')
  return [endOf(left), endOf(right)]
}

/** @throws UsageError */
function measureOf(args: Arguments): Measure {
  const word = args.last('by') ?? 'self'
  const measure = MEASURES.find((one) => one === word)
  if (measure === undefined) throw new UsageError(`--by wants self, total or calls, not '${word}'`)
  return measure
}

/** @throws UsageError, ProblemError */
async function openBoth(args: Arguments, io: CommandLineIo): Promise<readonly [OpenedFiles, OpenedFiles]> {
  if (!args.has(BEFORE.name))
    throw new UsageError('diff wants an earlier profile, such as --before old/prog --before old/gmon.out')
  const after = await openFiles(
    args.files,
    { scenario: EMPTY_SCENARIO, asMeasured: true, shift: shiftOf(args) },
    io,
  )
  return [await openBaseline(args, after, io), after]
}
