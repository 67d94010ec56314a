// Windows programs of chance: this machine's gprof reads them too, and ours prints the same bytes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildGmon } from '../builders/build-gmon.ts'
import { buildPe } from '../builders/build-pe.ts'
import { compareFiles } from './compare-case.ts'
import { requireTools } from '../gprof/live-gprof.ts'
import { randomPe } from '../random/random-pe.ts'
import { randomFrom } from '../random/random.ts'

const CASES = 60
const OPTIONS = [['-p'], ['-q'], ['-pz'], ['-T'], ['-p', '-a', '-z'], ['-p', '-D', '-z'], ['-c', '-q']]

it(`${CASES} programs, ${OPTIONS.length} ways`, async () => {
  await requireTools(['gprof'])
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-pe-'))
  const paths = [join(folder, 'program.exe'), join(folder, 'gmon.out')] as const
  try {
    for (let seed = 1; seed <= CASES; seed++) {
      const { pe, profile } = randomPe(randomFrom(seed))
      await writeFile(paths[0], buildPe(pe))
      await writeFile(paths[1], buildGmon(profile))
      const { difference } = await compareFiles(paths, OPTIONS)
      expect(difference, `seed ${seed}: ${JSON.stringify(pe.symbols)}`).toBe('')
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
