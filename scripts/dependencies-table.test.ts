// docs/dependencies.md has one row for each dependency, with the licence that the lock file states.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

it('the table of dependencies has each of package.json, with its licence', () => {
  const manifest = JSON.parse(read('package.json')) as Manifest
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly license?: string }>>
  }
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const rows = [...read('docs/dependencies.md').matchAll(/^\| `([^`]+)` +\| ([^|]+?) +\|/gm)].map(
    ([, name = '', licence = '']) => [name, licence] as const,
  )
  const expected = names.map((name) => [name, packages[`node_modules/${name}`]?.license ?? ''] as const)
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected))
})
