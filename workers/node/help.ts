// Help of commands, as `--help` prints it, for terminals of 80 columns.
import { type Command, COMMON_OPTIONS, type Option, spellingOf } from './arguments.ts'

const COLUMN = 24
const WIDTH = 80

/** Returns the list of all commands, one per line. */
export function formatUsage(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`)
  return `gmonscope: reads what gcc -pg leaves behind

  gmonscope [OPTION...] EXECUTABLE [GMON...]
      opens the viewer on them in your browser, as gmonscope view does
  gmonscope COMMAND [OPTION...] EXECUTABLE [GMON...]

${lines.join('\n')}

  gmonscope COMMAND --help   what it does and takes
  gmonscope --version        prints the version

  gmonscope prog                     looks at prog and the gmon.out here
  gmonscope gprof -b -p prog | head  prints where the time went
  gprof prog | gmonscope view -      a file of - is standard input

Without GMON it is gmon.out in this folder. Several are added up. Beside them,
in any order: a separate debug file, or what nm or ld -M printed where the
executable is stripped or missing.
`
}

/** Returns the help of one command. */
export function formatHelp(command: Command): string {
  const parts = [`gmonscope ${command.name} [OPTION...] ${command.operands}`, laidOut(command.about.trim())]
  const options = [...command.options, ...COMMON_OPTIONS].map(formatOption)
  return `${parts.join('\n\n')}\n\n${options.join('\n')}\n`
}

function formatOption(option: Option): string {
  const spelling = `  ${spellingOf(option)}`
  const lines = wrapped(option.about, WIDTH - COLUMN)
  const head = spelling.length < COLUMN - 1 ? `${spelling.padEnd(COLUMN)}${lines.shift()}` : spelling
  return [head, ...lines.map((line) => ' '.repeat(COLUMN) + line)].join('\n')
}

/** Rewraps paragraphs; indented lines, and the lines above them, stay as they are. */
function laidOut(text: string): string {
  return text
    .split('\n\n')
    .map((part) => (/^ /m.test(part) ? part : wrapped(part, WIDTH).join('\n')))
    .join('\n\n')
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
