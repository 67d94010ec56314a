// Each test is in one tier: a test that starts other programs has the suffix `.parity`, and one
// that replaces modules is listed.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findReferences } from './imports.ts'
import { resolve } from './layer-rules.ts'
import { isParity, testFiles, testProjects } from './tiers.ts'

const ROOT = new URL('..', import.meta.url)

const textOf = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

const tests = testFiles()

const starting = new Map<string, boolean>()

/**
 * Whether the file, or a test helper that it imports, starts programs. The tested code does not
 * count.
 */
function startsPrograms(path: string): boolean {
  const known = starting.get(path)
  if (known !== undefined) return known
  // Preliminary, for helpers that import each other.
  starting.set(path, false)
  const text = textOf(path)
  const starts =
    /child_process|testing\/|^workers\/testing\//.test(text + path) &&
    findReferences(path, text).some(({ target, typesOnly }) => {
      const to = resolve(path, target)
      if (typesOnly || to === null) return !typesOnly && target === 'node:child_process'
      return to.startsWith('workers/testing/') && startsPrograms(to)
    })
  starting.set(path, starts)
  return starts
}

describe('tests', () => {
  it('that start no program are unit tests, by their names', () => {
    expect(tests.filter((path) => !isParity(path) && startsPrograms(path))).toEqual([])
  })

  it('that are named for it start programs', () => {
    const named = tests.filter((path) => path.endsWith('.parity.test.ts'))
    expect(named.filter((path) => !startsPrograms(path))).toEqual([])
  })

  it('are each in one project', () => {
    const run = testProjects().flatMap(({ test }) => test.include)
    expect(run.toSorted()).toEqual(tests.toSorted())
  })
})
