// The test files of stages that do not run a whole tier.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './child.mjs'

/** The folder of most comparisons with gprof. */
const PARITY = 'workers/testing/parity/'
/** The comparisons that `npm test` runs: the cases with the widest coverage. */
const SAMPLE = ['cases', 'golden', 'messages', 'random'].map((name) => `${PARITY}${name}.test.ts`)

/** Returns the sample, and all parity tests that are beside the code they test. */
export function mainParityFiles() {
  return [
    ...SAMPLE,
    ...testFiles().filter((path) => path.endsWith('.parity.test.ts') || path.includes('/fuzz/')),
  ]
}

/** Returns the rest of the tier. */
export function otherParityFiles() {
  return testFiles().filter((path) => path.startsWith(PARITY) && !SAMPLE.includes(path))
}

/** Returns the files of any tier that do more with TEST_EFFORT=full (workers/testing/effort.ts). */
export function filesWithEffort() {
  const uses = /\/(?:effort|opened-with-lines)\.ts'/
  return testFiles().filter((path) => uses.test(readFileSync(join(ROOT, path), 'utf8')))
}

function testFiles() {
  return ['scripts', 'src', 'workers'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path)),
  )
}
