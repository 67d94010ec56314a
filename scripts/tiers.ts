// Which tier a vitest file is in, as projects for vite.config.ts. tiers.test.ts holds the tree to them.
import { readFileSync, readdirSync } from 'node:fs'

/** Everything that vitest runs. */
const TESTS = ['workers/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']

/** Tests that start other programs: gprof, compilers, tar, Node itself. All others are unit tests, which start none. */
const PARITY = ['**/*.parity.test.ts', 'workers/testing/{parity,fuzz}/*.test.ts']

/**
 * The tiers `unit`, of three projects, and `parity`. Unit tests share a process: what one has loaded, and the engine compiled,
 * the next one finds. Those that want a document share another, as vitest keeps a process only for files of one environment; each
 * that replaces or reloads modules has its own.
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
