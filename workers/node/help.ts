// Commands → the help that `--help` prints.
import { HELP, spellingOf, type Command, type Option } from './arguments.ts'

const COLUMN = 24

/** All commands, a line each. */
export function formatUsage(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`)
  return `gmonscope: reads what gcc -pg leaves behind

  gmonscope [OPTION...] EXECUTABLE GMON...
      opens the viewer on them in your browser, as gmonscope view does
  gmonscope COMMAND [OPTION...] EXECUTABLE GMON...

${lines.join('\n')}

  gmonscope COMMAND --help   what it does and takes
  gmonscope --version        prints the version

A file of - is standard input: gprof prog | gmonscope view -

Several GMON files are added up. Beside them, in any order: a separate debug file,
or what nm or ld -M printed where the executable is stripped or missing.
`
}

export function formatHelp(command: Command): string {
  const parts = [`gmonscope ${command.name} [OPTION...] ${command.operands}`, command.about.trim()]
  const options = [...command.options, HELP].map(formatOption)
  return `${parts.join('\n\n')}\n\n${options.join('\n')}\n`
}

function formatOption(option: Option): string {
  const spelling = `  ${spellingOf(option)}`
  const [first = '', ...rest] = option.about.split('\n')
  const margin = ' '.repeat(COLUMN)
  const head =
    spelling.length < COLUMN - 1 ? [`${spelling.padEnd(COLUMN)}${first}`] : [spelling, `${margin}${first}`]
  return [...head, ...rest.map((line) => margin + line)].join('\n')
}
