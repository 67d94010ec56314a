// The parts of `npm start` and `npm test` that are easy to get wrong and hard to notice.
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { judge } from './check.mjs'
import { countPlaywright } from './count-playwright.mjs'
import { countVitest } from './count-vitest.mjs'
import { add, formatCounts } from './counts.mjs'
import { checkContent, checkPlaces } from './hygiene.mjs'
import { checkLock } from './lock-file.mjs'
import { hasDisplay } from './open.mjs'
import { checkNode, isInstalled } from './setup.mjs'

describe('Node', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0'])('%s will do', (version) => {
    expect(() => checkNode(version)).not.toThrow()
  })
  it.each(['18.20.0', '20.18.3', '21.7.0', '22.11.0'])('%s will not', (version) => {
    expect(() => checkNode(version)).toThrow(version)
  })
})

it('packages are installed again once the lock file lists others', () => {
  const root = mkdtempSync(join(tmpdir(), 'setup-'))
  const write = (path: string, version: string): void =>
    writeFileSync(
      join(root, path),
      JSON.stringify({
        packages: { '': {}, 'node_modules/a': { version }, 'node_modules/b': { optional: true } },
      }),
    )
  write('package-lock.json', '1')
  expect(isInstalled(root)).toBe(false)
  mkdirSync(join(root, 'node_modules'))
  write('node_modules/.package-lock.json', '1')
  utimesSync(join(root, 'node_modules/.package-lock.json'), 0, 0)
  expect(isInstalled(root)).toBe(true)
  write('package-lock.json', '2')
  expect(isInstalled(root)).toBe(false)
  rmSync(root, { recursive: true })
})

describe('the browser is opened', () => {
  it.each([
    [true, 'linux', { DISPLAY: ':0' }],
    [true, 'linux', { WAYLAND_DISPLAY: 'wayland-0' }],
    [true, 'darwin', {}],
    [true, 'win32', {}],
    [false, 'linux', {}],
    [false, 'linux', { DISPLAY: '' }],
    [false, 'linux', { DISPLAY: ':0', CI: 'true' }],
    [false, 'darwin', { BROWSER: 'none' }],
    [false, 'darwin', { SSH_CONNECTION: 'x' }],
  ] as const)('%s: on %s with %o', (opened, platform, env) => {
    expect(hasDisplay({ env, platform })).toBe(opened)
  })
})

describe('counts', () => {
  const FAILURE = { message: '\u001b[31mAssertionError\u001b[39m: 1 is not 2\n\n    at a.test.ts:3\n+ 1' }
  const test = (fullName: string, state: string, errors?: readonly object[]) => ({
    fullName,
    result: () => ({ state, errors }),
  })
  const module = (name: string, tests: readonly object[], errors: readonly object[] = []) => ({
    moduleId: join(process.cwd(), name),
    errors: () => errors,
    children: { allTests: () => tests },
  })

  it('come from vitest, a file that could not be loaded counting as a failure', () => {
    const tests = [test('adds', 'passed'), test('takes', 'failed', [FAILURE]), test('waits', 'skipped')]
    const broken = module('b.test.ts', [], [{ message: 'cannot be loaded' }])
    const counts = countVitest([module('a.test.ts', tests), broken], [])
    expect(counts).toMatchObject({ passed: 1, failed: 2, skipped: 1, retried: 0 })
    expect(counts.details).toEqual([
      'a.test.ts: takes\n    AssertionError: 1 is not 2\n    + 1',
      'b.test.ts\n    cannot be loaded',
    ])
  })

  it('name the tests that passed at the second try', () => {
    const counts = countVitest([module('a.test.ts', [test('gives', 'passed', [FAILURE])])], [])
    expect(counts).toMatchObject({ passed: 1, failed: 0, retried: 1 })
    expect(counts.details).toEqual(['a.test.ts: gives\n    AssertionError: 1 is not 2\n    + 1'])
  })

  it('take an error that no test caught for a failure, though every test passed, and show its trace', () => {
    const error = {
      VITEST_TEST_PATH: join(process.cwd(), 'a.test.ts'),
      VITEST_TEST_NAME: 'adds',
      stack: 'Error: late\n    at a.test.ts:3',
    }
    const counts = countVitest([module('a.test.ts', [test('adds', 'passed')])], [error])
    expect(counts).toMatchObject({ passed: 1, failed: 1 })
    expect(counts.details).toEqual([
      'a.test.ts: outside any test, the last begun: adds\n    Error: late\n    at a.test.ts:3',
    ])
  })

  const walk = (outcome: string, results: readonly object[] = []) => ({
    outcome: () => outcome,
    location: { file: 'b.spec.ts', line: 2 },
    title: 'opens',
    results,
  })

  it('come from Playwright, an error outside the tests counting as a failure', () => {
    const counts = countPlaywright([walk('expected'), walk('skipped')], [{ message: 'no server' }])
    expect(counts).toMatchObject({ passed: 1, failed: 1, skipped: 1, retried: 0 })
    expect(counts.details).toEqual(['outside any test\n    no server'])
  })

  it('list tests that passed only on retry', () => {
    const late = walk('flaky', [{ error: { message: 'late\n    at b.spec.ts:3' } }, {}])
    const counts = countPlaywright([walk('expected'), late, walk('unexpected')], [])
    expect(counts).toMatchObject({ passed: 2, failed: 1, skipped: 0, retried: 1 })
    expect(counts.details).toEqual(['b.spec.ts:2: opens', 'b.spec.ts:2: opens\n    late'])
  })

  it('of two runs are added up', () => {
    const one = { passed: 1, failed: 2, skipped: 3, details: ['a'] }
    expect(add(one, { passed: 1, failed: 0, skipped: 0 })).toEqual({ ...one, passed: 2 })
  })

  it('make the line that CI reads', () => {
    expect(formatCounts({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
    expect(formatCounts({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
  })

  it('fail a stage without tests, and under CI one that skips any', () => {
    const counts = { passed: 5, failed: 0, skipped: 1 }
    expect(judge({ code: 0 }, true)).toBeNull()
    expect(judge({ code: 0, counts }, false)).toBeNull()
    expect(judge({ code: 0, counts }, true)).toContain('1 skipped')
    expect(judge({ code: 0, counts: { passed: 0, failed: 0, skipped: 0 } }, false)).toContain('no test ran')
    expect(judge({ code: 1, counts }, false)).toContain('exit code 1')
  })
})

describe('hygiene', () => {
  it.each([
    ['machine-path', 'a.md', 'see /home/me/notes'],
    ['machine-path', 'a.ts', "open('/work/main/x')"],
    ['registry-host', '.npmrc', 'registry=https://registry.example.org/'],
    ['unnumbered-todo', 'a.ts', '// TODO later'],
    ['left-out-test', 'a.test.ts', "it.skip('x', () => {})"],
    ['left-out-test', 'a.spec.ts', "test.describe.only('x', () => {})"],
    ['left-out-test', 'a.test.tsx', "it.skipIf(true)('x', () => {})"],
    ['private-modifier', 'a.ts', '  private readonly rows: number[] = []'],
    ['conflict-marker', 'a.ts', `${'<'.repeat(7)} ours`],
    ['private-language', 'a.ts', '// Tells how many there are.'],
    ['private-language', 'a.tsx', '  {/* Nobody sees it. */}'],
    ['private-language', 'a.mjs', ' * What is known of a function.'],
    ['private-language', 'a.css', '/* Stands beside the name. */'],
    ['private-language', 'a.ts', 'const most = [3] // Whoever asks waits.'],
    ['private-language', 'docs/a.md', 'It is drawn anew.'],
    ['private-language', 'man/gmonscope.1', 'Notices are told on standard error.'],
    ['private-language', 'CHANGELOG.md', '## Unreleased\n\n- It is told.\n\n## 1.0.0'],
  ])('finds %s in %s: %s', (rule, file, text) => {
    expect(rulesBroken(file, `first\n${text}\n`)).toEqual([rule])
  })

  it.each([
    ['a.md', 'https://example.org/home/me and ./work/x and ~/work/y'],
    ['a.ts', '// TODO #12: later'],
    ['a.ts', 'rows.skip(1)'],
    ['a.ts', '  private constructor(rows: number) {'],
    ['registry.test.ts', "import { registry } from './registry.ts'"],
    ['a.ts', "const told = tell('nobody')"],
    ['a.ts', "const address = 'https://example.org/ // told'"],
    ['a.ts', '// Renames `told`.'],
    ['a.ts', '// Outstanding and understandable.'],
    ['a.txt', 'It is told.'],
    ['CHANGELOG.md', '## Unreleased\n\n## 1.0.0\n\n- It is told.\n'],
  ])('finds nothing in %s: %s', (file, text) => {
    expect(rulesBroken(file, text)).toEqual([])
  })

  it('finds what was left behind outside of folders', () => {
    const files = ['README.md', 'names.txt', 'src/names.txt', '.oxlintrc.json']
    expect(checkPlaces(files).map(({ rule, file }) => `${rule} ${file}`)).toEqual(['stray-file names.txt'])
  })

  it('looks into programs too, where compilers leave paths', () => {
    expect(rulesBroken('sample', Buffer.from('\0\x7fELF\0/root/sample.c\0'))).toEqual(['machine-path'])
    expect(rulesBroken('sample', Buffer.from('\0TODO\0'))).toEqual([])
  })
})

describe('the lock file', () => {
  const manifest = { devDependencies: { a: '^1.0.0' } }
  const root = { '': manifest }

  it('fits', () => {
    const packages = {
      ...root,
      'node_modules/a': { dependencies: { b: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
      'node_modules/c': {},
    }
    expect(checkLock(manifest, { packages })).toEqual([])
  })

  it('reports what does not fit', () => {
    const packages = {
      '': { devDependencies: { a: '^1.0.1' } },
      'node_modules/a': { optionalDependencies: { 'a-other-machine': '1' }, resolved: 'somewhere' },
    }
    expect(checkLock(manifest, { packages })).toEqual([
      'devDependencies are not those of package.json',
      'node_modules/a says where it was downloaded from',
      'node_modules/a needs a-other-machine, which is not in the file',
    ])
  })
})

function rulesBroken(file: string, content: string | Uint8Array): readonly string[] {
  return checkContent(file, content).map(({ rule }) => rule)
}
