// All commands except gprof: finds the named one, runs it, prints help or version.
import { existsSync, readFileSync } from 'node:fs'
import { asksForHelp, type Command, nearest, readArguments, UsageError } from './arguments.ts'
import { formatHelp, formatUsage } from './help.ts'
import { CHECK_COMMAND } from './commands/check.ts'
import { CUTS_COMMAND } from './commands/cuts.ts'
import { CYCLES_COMMAND } from './commands/cycles.ts'
import { DIFF_COMMAND } from './commands/diff.ts'
import { CSV_COMMAND, JSON_COMMAND } from './commands/tables.ts'
import { DOT_COMMAND } from './commands/dot.ts'
import { EXPORT_COMMANDS } from './commands/exports.ts'
import { HTML_COMMAND, SAVE_COMMAND } from './commands/save.ts'
import { STATIC_ARCS_COMMAND } from './commands/static-arcs.ts'
import { LINES_COMMAND } from './commands/lines.ts'
import { SUMMARY_COMMAND } from './commands/summary.ts'
import { VERIFY_COMMAND } from './commands/verify.ts'
import { VIEW_COMMAND } from './commands/view.ts'
import { type CommandLineIo, MISUSED, OK } from './io.ts'
import { reportError } from './print-messages.ts'

/** Commands in the order of the help. */
export const COMMANDS: readonly Command[] = [
  VIEW_COMMAND,
  SUMMARY_COMMAND,
  HTML_COMMAND,
  SAVE_COMMAND,
  JSON_COMMAND,
  CSV_COMMAND,
  DOT_COMMAND,
  ...EXPORT_COMMANDS,
  LINES_COMMAND,
  CYCLES_COMMAND,
  CUTS_COMMAND,
  STATIC_ARCS_COMMAND,
  CHECK_COMMAND,
  DIFF_COMMAND,
  VERIFY_COMMAND,
]

const GPROF = { name: 'gprof', summary: "takes gprof's options and prints what gprof prints" }

/**
 * Runs one command other than gprof and returns its exit status.
 *
 * @param args arguments without node and script
 */
export async function runOwnCommand(args: readonly string[], io: CommandLineIo): Promise<number> {
  const [word, ...rest] = args
  const say = (text: string): number => {
    io.stdout(Buffer.from(text))
    return OK
  }
  try {
    if (word === undefined) {
      io.stderr(Buffer.from(formatUsage([GPROF, ...COMMANDS])))
      return MISUSED
    }
    if (word === '--version' || word === '-V' || word === '-v') return say(`gmonscope ${version()}\n`)
    if (word === '--help' || word === '-h') return say(formatUsage([GPROF, ...COMMANDS]))
    if (word === 'help') {
      const [topic] = rest
      if (topic === undefined || ['help', '--help', '-h'].includes(topic))
        return say(formatUsage([GPROF, ...COMMANDS]))
      return say(topic === GPROF.name ? await helpOfGprof() : formatHelp(commandNamed(topic)))
    }
    if (isCommand(word) || !looksLikeFiles(word)) return await runCommand(commandNamed(word, rest), rest, io)
    return await runCommand(VIEW_COMMAND, args, io)
  } catch (error) {
    return reportError(error, io)
  }
}

async function runCommand(command: Command, words: readonly string[], io: CommandLineIo): Promise<number> {
  if (asksForHelp(command, words)) {
    io.stdout(Buffer.from(formatHelp(command)))
    return OK
  }
  // Only files follow it.
  const filesAlone = words.indexOf('--')
  const asked = filesAlone < 0 ? words : words.slice(0, filesAlone)
  if (asked.includes('--version')) {
    io.stdout(Buffer.from(`gmonscope ${version()}\n`))
    return OK
  }
  try {
    return await command.run(readArguments(command, words), io)
  } catch (error) {
    const status = reportError(error, io)
    return command.troubleStatus ?? status
  }
}

const isCommand = (word: string): boolean => findCommand(word) !== undefined

const findCommand = (word: string): Command | undefined =>
  COMMANDS.find(({ name, otherName }) => name === word || otherName === word)

async function helpOfGprof(): Promise<string> {
  const { HELP: help } = await import('./gprof/options.ts')
  return help
}

/** Options and files without a command start the viewer. */
function looksLikeFiles(word: string): boolean {
  return word === '' || word.startsWith('-') || /[/\\.]/.test(word) || existsSync(word)
}

/**
 * Finds a command by name. If more words follow, a wrong name may be the program's file.
 *
 * @throws UsageError
 */
function commandNamed(word: string, rest: readonly string[] = []): Command {
  const command = findCommand(word)
  if (command) return command
  const near = nearest(word, ['gprof', ...COMMANDS.map(({ name }) => name)])
  if (near !== null) throw new UsageError(`no command '${word}'; did you mean ${near}?`)
  if (rest.length === 0) throw new UsageError(`no command '${word}'; gmonscope --help lists them`)
  throw new UsageError(`no command or file '${word}'; gmonscope --help lists the commands`)
}

function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}
