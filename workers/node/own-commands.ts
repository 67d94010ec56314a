// Every command but gprof's own: finding it, reading its words, its help.
import { existsSync, readFileSync } from 'node:fs'
import { asksForHelp, nearest, readArguments, UsageError, type Command } from './arguments.ts'
import { COMMANDS } from './commands.ts'
import { formatHelp, formatUsage } from './help.ts'
import { MISUSED, OK, type CommandLineIo } from './io.ts'
import { complain } from './open-files.ts'
import { VIEW_COMMAND } from './commands/view.ts'

const GPROF = { name: 'gprof', summary: "takes gprof's options and prints what gprof prints" }

/** Runs one command and answers its exit status. `args` without node and script. */
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
    return complain(error, io)
  }
}

async function runCommand(command: Command, words: readonly string[], io: CommandLineIo): Promise<number> {
  if (asksForHelp(command, words)) {
    io.stdout(Buffer.from(formatHelp(command)))
    return OK
  }
  // Behind it there are files alone.
  const filesAlone = words.indexOf('--')
  const asked = filesAlone < 0 ? words : words.slice(0, filesAlone)
  if (asked.includes('--version')) {
    io.stdout(Buffer.from(`gmonscope ${version()}\n`))
    return OK
  }
  try {
    return await command.run(readArguments(command, words), io)
  } catch (error) {
    const status = complain(error, io)
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

/** Options and files without a command: for the viewer. */
function looksLikeFiles(word: string): boolean {
  return word === '' || word.startsWith('-') || /[/\\.]/.test(word) || existsSync(word)
}

/** Errors: UsageError. With words behind it, it may have been meant as the program's file. */
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
