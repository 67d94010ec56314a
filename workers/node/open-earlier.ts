// The files of an earlier profile, to be compared with a later one.
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { UsageError, type Arguments, type Option } from './arguments.ts'
import type { CommandLineIo } from './io.ts'
import { openFiles, type Earlier, type OpenedFiles } from './open-files.ts'

export const BEFORE: Option = {
  name: 'before',
  short: 'b',
  value: 'FILE',
  isFile: true,
  about: 'a file of the earlier profile; may be repeated,\nand a pattern in quotes stands for several',
}

/** Where no program is among them, by the later profile's. Errors: UsageError; ProblemError. */
export async function openEarlier(
  args: Arguments,
  after: OpenedFiles,
  io: CommandLineIo,
): Promise<OpenedFiles> {
  refuseUnquoted(args, after)
  const programs = new Set(
    after.files
      .filter(({ kind }) => ['executable', 'debug', 'symbols'].includes(kind))
      .map(({ name }) => name),
  )
  const isProgram = (file: string): boolean => programs.has(after.pipes.get(file)?.name ?? file)
  const program = [...new Set(args.files.filter(isProgram))]
  const before = await openNamed(args.all(BEFORE.name), { pipes: after.pipes, program }, io)
  for (const side of [before, after])
    if (side.notices.some(({ code }) => code === 'wrong-executable'))
      throw new UsageError('nothing can be compared by the names of another program')
  return before
}

/**
 * `--before old/gmon.*` without quotes: all but the first would count for the later profile, without a word. One that stands there
 * alone, as in `--before gmon.1 gmon.2 prog`, is meant so.
 *
 * Errors: UsageError.
 */
function refuseUnquoted(args: Arguments, { files }: OpenedFiles): void {
  const profiles = new Set(files.filter(({ kind }) => kind === 'profile').map(({ name }) => name))
  const behind = args.behind(BEFORE.name)
  const end = behind.findIndex((file) => !profiles.has(file))
  const stray = new Set(end < 0 ? behind : behind.slice(0, end))
  const [first] = stray
  if (first === undefined || (stray.size === 1 && profiles.size === 1)) return
  throw new UsageError(
    `--before takes one file, and ${first} stands behind it: a pattern wants quotes, as in --before 'old/gmon.*'; of the later files the program comes first`,
  )
}

/** A profile that nobody named is the one beside, and would be compared with itself. */
async function openNamed(
  files: readonly string[],
  earlier: Earlier,
  io: CommandLineIo,
): Promise<OpenedFiles> {
  const asked = { scenario: EMPTY_SCENARIO, asMeasured: true }
  const opened = await openFiles(files, asked, io, undefined, earlier)
  const isUnnamed = opened.files.some(
    ({ kind, name }) =>
      kind === 'profile' && name === 'gmon.out' && opened.read.includes(name) && !files.includes(name),
  )
  if (isUnnamed) throw new UsageError('--before names a program and no profile of it')
  return opened
}
