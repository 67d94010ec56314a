// Prints problems or warnings of a command on standard error.
import type { Scenario } from '../core/analysis/scenario/scenario.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import { visibleText } from '../core/base/visible-text.ts'
import type { Opened } from '../core/pipeline/open-profile.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Notice, Problem } from '../core/problems/problem.ts'
import { problemText } from '../core/reports/messages/problems.ts'
import { groupNotices } from '../core/reports/messages/group-notices.ts'
import { AS_MEASURED } from './scenario-options.ts'
import { UsageError } from './arguments.ts'
import { type CommandLineIo, EMPTY, FAILED, MISUSED, OK } from './io.ts'
import { StreamError } from './process-streams.ts'
import { factorText } from '../core/reports/savings.ts'

/**
 * Notices that put numbers in doubt, or name a slow run; printed even into a pipe, whose reader does
 * not see the profile's notices.
 */
const DOUBTS: ReadonlySet<Notice['code']> = new Set([
  'wrong-executable',
  'position-independent',
  'odd-run',
  'run-twice',
  'slow-run',
  'coarse-bins',
  'forked-runs',
  'file-twice',
  'file-skipped',
  'files-unused',
  'gmon/truncated-file',
  'listing-again',
  'listing-conflict',
  'listing-cut',
  'listing-headless',
  'listing-unread',
])

export function printDoubts(notices: readonly Notice[], io: CommandLineIo): void {
  // A linker's map may lack functions, which looks like another program.
  const isDoubted = notices.some(({ code }) => code === 'wrong-executable')
  const doubts = notices.filter(({ code }) => DOUBTS.has(code) || (isDoubted && code === 'symbols-from-list'))
  printNotices(doubts, io)
}

/** Prints the notices that put numbers in doubt. */
export function printNotices(notices: readonly Notice[], io: CommandLineIo): void {
  for (const group of groupNotices(notices)) io.stderr(Buffer.from(`gmonscope: ${messageLines(group)}\n`))
}

/** Printed on a terminal only: a pipe's reader did not ask for it. */
export function printSavedScenario(saved: Scenario, io: CommandLineIo): void {
  if (io.isTerminal?.stderr !== true) return
  const changes = changesIn(saved).map((change) => visibleText(textOfBinary(change)))
  const shown = changes.slice(0, MOST_PRINTED).join(', ')
  const more = changes.length > MOST_PRINTED ? ` and ${changes.length - MOST_PRINTED} more` : ''
  io.stderr(
    Buffer.from(`gmonscope: as it was saved: ${shown}${more}; --${AS_MEASURED.name} for the plain profile\n`),
  )
}

export const MOST_PRINTED = 3

/** Describes changes, with names as in the options. */
function changesIn({ cutArcs, staticArcs, foldStd, ...lists }: Scenario): readonly string[] {
  return [
    ...cutArcs.map(({ parent, child }) => `${parent}/${child} cut`),
    ...lists.leftOut.map((name) => `${name} left out`),
    ...lists.timeLeftOut.map((name) => `time of ${name} left out`),
    ...lists.only.map((name) => `only ${name}`),
    ...lists.timeOnly.map((name) => `only time of ${name}`),
    ...lists.faster.map(({ name, factor }) => `${name} ${factorText(factor)}`),
    ...(staticArcs ? ['with static calls'] : []),
    ...(foldStd ? ['std:: folded'] : []),
  ]
}

/**
 * Returns the exit status of a command that printed a profile: `EMPTY`, with a message, if no
 * function of it has time or calls.
 */
export function statusOfPrinted({ listing }: Pick<Opened, 'listing'>, io: CommandLineIo): number {
  return listing.flat.printed.length > 0 ? OK : nothingToPrint('no function has time or calls', io)
}

/** Says why there is nothing to print, and returns the exit status for it. */
export function nothingToPrint(reason: string, io: CommandLineIo): number {
  io.stderr(Buffer.from(`gmonscope: nothing to print: ${reason}\n`))
  return EMPTY
}

/** Prints an error and returns its exit status; rethrows internal errors. */
export function reportError(error: unknown, io: CommandLineIo): number {
  if (error instanceof UsageError || error instanceof StreamError) {
    // These words were typed, or came from a script.
    io.stderr(Buffer.from(`gmonscope: ${visibleText(error.message)}\n`))
    return error instanceof UsageError ? MISUSED : FAILED
  }
  if (!(error instanceof ProblemError)) throw error
  printProblem(error.problem, io)
  return error.problem.code === 'export/no-time' ? EMPTY : FAILED
}

export function printProblem(problem: Problem, io: CommandLineIo): void {
  io.stderr(Buffer.from(`gmonscope: ${messageLines(problemText(problem))}\n`))
}

const messageLines = ({ title, explanation, remedy }: ReturnType<typeof problemText>): string =>
  [title, explanation, remedy].filter((part) => part !== '').join('\n  ')
