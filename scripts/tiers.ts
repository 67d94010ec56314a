// The tiers of vitest files, as projects for vite.config.ts. tiers.test.ts checks them.
import { readFileSync, readdirSync } from 'node:fs'

/** The comparisons that `npm test` runs: the cases with the widest coverage. */
const SAMPLE = ['cases', 'golden', 'messages', 'random'].map(
  (name) => `workers/testing/parity/${name}.test.ts`,
)

/**
 * Returns the tiers: `unit`, of three projects, `parity` with a sample of the tests that start other programs (gprof,
 * compilers, tar, Node itself), and `parity-rest`. With TEST_EFFORT=full they have only the files that then do more.
 *
 * Unit tests share a process, so that loaded and compiled modules are reused. Tests with a document share another one,
 * because vitest reuses a process only for one environment; tests that replace or reload modules have their own.
 */
export function testProjects() {
  const tests = testFiles().filter(
    (path) => process.env.TEST_EFFORT !== 'full' || has(path, /\/(?:effort|opened-with-lines)\.ts'/),
  )
  const unit = tests.filter((path) => !isParity(path))
  const parity = tests.filter(isParity)
  const apart = unit.filter((path) => has(path, /^\s*vi\.(?:mock|resetModules)\(/m))
  const onPage = unit.filter(
    (path) => !apart.includes(path) && has(path, /^\/\/ @vitest-environment happy-dom$/m),
  )
  const plain = unit.filter((path) => !apart.includes(path) && !onPage.includes(path))
  return [
    project('unit', { include: plain, isolate: false }),
    project('unit-page', { include: onPage, isolate: false, setupFiles: 'src/testing/fresh-document.ts' }),
    project('unit-apart', { include: apart, isolate: true }),
    project('parity', { include: parity.filter(isMain), isolate: true }),
    project('parity-rest', { include: parity.filter((path) => !isMain(path)), isolate: true }),
  ]
}

/** Whether a test may start other programs. */
export const isParity = (path: string): boolean =>
  path.endsWith('.parity.test.ts') || /^workers\/testing\/(?:parity|fuzz)\//.test(path)

const isMain = (path: string): boolean => SAMPLE.includes(path) || !path.startsWith('workers/testing/parity/')

/** Returns all files that vitest runs. */
export function testFiles(): string[] {
  return ['workers', 'src', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path)),
  )
}

function has(path: string, pattern: RegExp): boolean {
  return pattern.test(readFileSync(path, 'utf8'))
}

function project(name: string, test: { include: string[]; isolate: boolean; setupFiles?: string }) {
  return { extends: true as const, test: { name, ...test } }
}
