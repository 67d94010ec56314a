// The files of an earlier profile, to be compared with a later one.
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { UsageError, type Option } from './arguments.ts'
import type { CommandLineIo } from './io.ts'
import { openFiles, type Earlier, type OpenedFiles } from './open-files.ts'

export const BEFORE: Option = {
  name: 'before',
  short: 'b',
  value: 'FILE',
  about: 'a file of the earlier profile; may be repeated',
}

/** Where no program is among them, by the later profile's. Errors: UsageError; ProblemError. */
export async function openEarlier(
  files: readonly string[],
  after: OpenedFiles,
  afterFiles: readonly string[],
  io: CommandLineIo,
): Promise<OpenedFiles> {
  const programs = new Set(
    after.files
      .filter(({ kind }) => ['executable', 'debug', 'symbols'].includes(kind))
      .map(({ name }) => name),
  )
  const isProgram = (file: string): boolean => programs.has(after.pipes.get(file)?.name ?? file)
  const program = afterFiles.filter(isProgram)
  const before = await openNamed(files, { pipes: after.pipes, program }, io)
  for (const side of [before, after])
    if (side.notices.some(({ code }) => code === 'wrong-executable'))
      throw new UsageError('nothing can be compared by the names of another program')
  return before
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
