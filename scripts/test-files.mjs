// Which test files a stage runs, where it does not run a whole tier.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './child.mjs'

/** Where most comparisons with gprof are. */
const PARITY = 'workers/testing/parity/'
/** Those of them that `npm test` runs: the cases that cover most. */
const SAMPLE = ['cases', 'golden', 'messages', 'random'].map((name) => `${PARITY}${name}.test.ts`)

/** The sample, and all parity tests that lie beside what they test. */
export function mainParityFiles() {
  return [
    ...SAMPLE,
    ...testFiles().filter((path) => path.endsWith('.parity.test.ts') || path.includes('/fuzz/')),
  ]
}

/** The rest of the tier. */
export function otherParityFiles() {
  return testFiles().filter((path) => path.startsWith(PARITY) && !SAMPLE.includes(path))
}

/** Files of any tier that do more with TEST_EFFORT=full (workers/testing/effort.ts). */
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
