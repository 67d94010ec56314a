// One made-up pair of executable and profiles, printed by gprof and by us.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElfSpec } from '../builders/build-elf.ts'
import type { GmonSpec } from '../builders/build-gmon.ts'
import { differenceOf, runGprof } from '../gprof/live-gprof.ts'
import { runOurs } from '../gprof/our-command.ts'
import { buildCase } from '../random/random-case.ts'

export interface Comparison {
  /** Empty if all options give the same bytes and status. */
  readonly difference: string
  /** gprof's, one for each option. */
  readonly statuses: string
  /** What gprof printed. */
  readonly listings: readonly string[]
}

/** `-b` again means no option: what gprof prints of itself depends on what the profiles hold. */
export const OPTIONS = ['-p', '-q', '-b'] as const

export async function compareCase(made: {
  readonly elf: ElfSpec
  readonly profiles: readonly GmonSpec[]
}): Promise<Comparison> {
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-case-'))
  try {
    const { executable, profiles } = buildCase(made)
    const paths = ['program', ...profiles.map((_, at) => `gmon.${at}`)].map((name) => join(folder, name))
    await Promise.all([executable, ...profiles].map((bytes, at) => writeFile(paths[at] ?? folder, bytes)))
    return await compareFiles(paths)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** `paths`: the executable, then profiles. */
export async function compareFiles(
  paths: readonly string[],
  options: readonly (readonly string[])[] = OPTIONS.map((option) => [option]),
): Promise<Comparison> {
  const differences: string[] = []
  const statuses: number[] = []
  const listings: string[] = []
  for (const option of options) {
    const args = ['-b', ...option, ...paths]
    const [theirs, ours] = await Promise.all([runGprof(args), runOurs(args)])
    statuses.push(theirs.status)
    listings.push(theirs.stdout)
    const difference = differenceOf(theirs, ours)
    if (difference !== null) differences.push(`gprof -b ${option.join(' ')}: ${difference}`)
  }
  return { difference: differences.join('\n'), statuses: statuses.join(' '), listings }
}
