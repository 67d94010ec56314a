// Four runs of one program, like the ranks of a job.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { profileProgram } from '../workers/testing/run-program.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

/** The second rank has the most work, the last one almost none. */
const WORK = [
  ['300', '200'],
  ['1500', '0'],
  ['0', '400'],
  ['20', '20'],
]

/** The files of the runs. */
export interface Ranks {
  /** Contains all of it, and files that a test adds. */
  readonly folder: string
  readonly program: string
  /** gmon.out.0 to gmon.out.3, or to the last run. */
  readonly profiles: readonly string[]
  forget(): void
}

/** Compiles and runs the program, in a temporary folder; `work` has the arguments of each run. */
export async function runRanks(work: readonly (readonly string[])[] = WORK): Promise<Ranks> {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-runs-'))
  const made = await profileProgram(
    { name: '', compiler: 'gcc', sources: ['weighted-runs.c'], flags: [], runs: work, options: [] },
    folder,
  )
  const profiles = made.profiles.map((profile, rank) => {
    const path = join(folder, `gmon.out.${rank}`)
    copyFileSync(profile, path)
    return path
  })
  const forget = () => rmSync(folder, { recursive: true, force: true })
  return { folder, program: made.executable, profiles, forget }
}

/** Opens the program with its profiles. */
export async function openRanks(
  page: Page,
  ranks: Ranks,
  hash = '',
  profiles = ranks.profiles,
): Promise<ProfilePage> {
  await page.goto(`./${hash}`)
  await new Landing(page).choose(ranks.program, ...profiles)
  return new ProfilePage(page)
}
