// Opens the earlier profile of a diff.
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { FILE_KINDS } from '../core/base/file-kinds.ts'
import { type Arguments, type Option, SHIFT, type Shift, UsageError } from './arguments.ts'
import type { CommandLineIo } from './io.ts'
import { type OpenedFiles, type SharedInputs, openFiles } from './open-files.ts'

/** The option that names the earlier profile. */
export const BEFORE: Option = {
  name: 'before',
  short: 'b',
  value: 'FILE',
  isFile: true,
  about: 'a file of the earlier profile; may be repeated,\nand a pattern in quotes stands for several',
}

/**
 * Opens the earlier profile, with the later one's program if it has none of its own.
 *
 * @throws UsageError, ProblemError
 */
export async function openBaseline(
  args: Arguments,
  after: OpenedFiles,
  io: CommandLineIo,
): Promise<OpenedFiles> {
  refuseUnquoted(args, after)
  const programs = new Set(
    after.files.filter(({ kind }) => FILE_KINDS[kind].isOfProgram).map(({ name }) => name),
  )
  const isProgram = (file: string): boolean => programs.has(after.pipes.get(file)?.name ?? file)
  const program = [...new Set(args.files.filter(isProgram))]
  // Two runs are moved by different amounts.
  const shift = args.has(SHIFT.name) ? 'auto' : 0
  const before = await openNamed(args.all(BEFORE.name), { pipes: after.pipes, program }, shift, io)
  for (const side of [before, after])
    if (side.notices.some(({ code }) => code === 'wrong-executable'))
      throw new UsageError('nothing can be compared by the names of another program')
  return before
}

/**
 * Refuses `--before old/gmon.*` without quotes: all files but the first would count for the later
 * profile, unnoticed. A single file there, as in `--before gmon.1 gmon.2 prog`, is intended.
 *
 * @throws UsageError
 */
function refuseUnquoted(args: Arguments, { files }: OpenedFiles): void {
  const profiles = new Set(files.filter(({ kind }) => kind === 'profile').map(({ name }) => name))
  const behind = args.behind(BEFORE.name)
  const end = behind.findIndex((file) => !profiles.has(file))
  const stray = new Set(end < 0 ? behind : behind.slice(0, end))
  const [first] = stray
  if (first === undefined || (stray.size === 1 && profiles.size === 1)) return
  throw new UsageError(
    `--before takes one file, but ${first} follows it: quote patterns, as in --before 'old/gmon.*', and name the later program before its profiles`,
  )
}

/** The default profile is the later one's, and would be compared with itself. */
async function openNamed(
  files: readonly string[],
  earlier: SharedInputs,
  shift: Shift,
  io: CommandLineIo,
): Promise<OpenedFiles> {
  const asked = { scenario: EMPTY_SCENARIO, asMeasured: true, shift }
  const opened = await openFiles(files, asked, io, undefined, earlier)
  const isUnnamed = opened.files.some(
    ({ kind, name }) =>
      kind === 'profile' && name === 'gmon.out' && opened.read.includes(name) && !files.includes(name),
  )
  if (isUnnamed) throw new UsageError('--before names a program and no profile of it')
  return opened
}
