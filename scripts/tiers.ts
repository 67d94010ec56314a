// The tiers of vitest files, as projects for vite.config.ts. tiers.test.ts checks them.
import { readFileSync, readdirSync } from 'node:fs'

/** All files that vitest runs. */
const TESTS = ['workers/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']

/**
 * Tests that start other programs: gprof, compilers, tar, Node itself. All others are unit tests,
 * which start none.
 */
const PARITY = ['**/*.parity.test.ts', 'workers/testing/{parity,fuzz}/*.test.ts']

/**
 * Returns the tiers: `unit`, of three projects, and `parity`. Unit tests share a process, so that
 * loaded and compiled modules are reused. Tests with a document share another one, because vitest
 * reuses a process only for one environment; tests that replace or reload modules have their own.
 */
export function testProjects() {
  const apart = testsWith(/^\s*vi\.(?:mock|resetModules)\(/m)
  const onPage = testsWith(/^\/\/ @vitest-environment happy-dom$/m).filter((path) => !apart.includes(path))
  return [
    project('unit', { include: TESTS, exclude: [...PARITY, ...apart, ...onPage], isolate: false }),
    project('unit-page', {
      include: onPage,
      isolate: false,
      setupFiles: 'src/testing/fresh-document.ts',
    }),
    project('unit-apart', { include: apart, isolate: true }),
    project('parity', { include: PARITY, isolate: true }),
  ]
}

function project(
  name: string,
  test: { include: string[]; exclude?: string[]; isolate: boolean; setupFiles?: string },
) {
  return { extends: true as const, test: { name, ...test } }
}

function testsWith(pattern: RegExp): string[] {
  return ['src', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.test\.tsx?$/.test(path) && pattern.test(readFileSync(path, 'utf8'))),
  )
}
