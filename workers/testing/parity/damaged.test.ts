// Profiles that are damaged or do not go together: we stop where gprof stops, and go on where it goes on.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { differenceOf, inParallel, requireTools, runGprof, type Outcome } from '../gprof/live-gprof.ts'
import { runOurs } from '../gprof/our-command.ts'
import { randomDamage } from '../random/random-damage.ts'

const CASES = Number(process.env['GMONSCOPE_FUZZ_CASES'] ?? 200)
const FIRST_SEED = Number(process.env['GMONSCOPE_FUZZ_SEED'] ?? 1)

let folder = ''
const outcomes = { refused: 0, accepted: 0 }

beforeAll(async () => {
  await requireTools(['gprof'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-damaged-'))
})

afterAll(async () => {
  console.log(`damaged profiles: gprof refused ${outcomes.refused} and accepted ${outcomes.accepted}`)
  if (folder !== '') await rm(folder, { recursive: true })
})

test(
  `${CASES} damaged profiles, refused or accepted as gprof does`,
  { timeout: 300_000 + CASES * 500 },
  async () => {
    const failures: string[] = []
    const seeds = Array.from({ length: CASES }, (_, at) => FIRST_SEED + at)
    await inParallel(seeds, 2, async (seed) => {
      const { made, what, profiles } = randomDamage(seed)
      const paths = ['program', ...profiles.map((_, at) => `gmon.${at}`)].map((name) =>
        join(folder, `${seed}.${name}`),
      )
      const files = [buildElf(made.elf), ...profiles]
      await Promise.all(files.map((bytes, at) => writeFile(paths[at], bytes)))
      const args = ['-b', '-p', ...paths]
      const [theirs, ours] = await Promise.all([runGprof(args), runOurs(args)])
      outcomes[theirs.status === 0 ? 'accepted' : 'refused']++
      const difference = differenceOf(comparable(theirs), comparable(ours))
      if (difference !== null) failures.push(`seed ${seed}, ${what}: ${difference}`)
    })
    expect(failures.join('\n\n')).toBe('')
    expect(outcomes.refused + outcomes.accepted).toBe(CASES)
  },
)

/**
 * Without what chance decides: of basic-block counts cut short gprof says whatever error the system had last, after a
 * warning that it gives once a run.
 */
function comparable(outcome: Outcome): Outcome {
  if (outcome.status === 0) return outcome
  const stderr = outcome.stderr
    .replace(/^\w+: warning: ignoring basic-block .*\n/m, '')
    .replace(/: (?:Success|No such file or directory)$/m, ': some error')
  return { ...outcome, stderr }
}
