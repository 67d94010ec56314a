// Profiles that are damaged or do not go together: we stop where gprof stops, and go on where it goes on.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildElf } from './build-elf.ts'
import { inParallel, listingDifference, requireTools, runGprof } from './live-gprof.ts'
import { runOurs } from './our-gprof.ts'
import { randomDamage } from './random-damage.ts'

const CASES = Number(process.env['GMONSCOPE_FUZZ_CASES'] ?? 200)
const FIRST_SEED = Number(process.env['GMONSCOPE_FUZZ_SEED'] ?? 1)

let folder = ''
const outcomes = { refused: 0, accepted: 0 }

beforeAll(async () => {
  await requireTools(['gprof'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-damaged-'))
}, 60_000)

afterAll(async () => {
  console.log(`damaged profiles: gprof refused ${outcomes.refused} and accepted ${outcomes.accepted}`)
  if (folder !== '') await rm(folder, { recursive: true })
})

test(
  `${CASES} damaged profiles, refused or accepted as gprof does`,
  { timeout: 60_000 + CASES * 500 },
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
      const difference = listingDifference(theirs, ours)
      if (difference !== null) failures.push(`seed ${seed}, ${what}: ${difference}`)
    })
    expect(failures.join('\n\n')).toBe('')
    expect(outcomes.refused + outcomes.accepted).toBe(CASES)
  },
)
