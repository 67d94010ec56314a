// Patterns of file names, compared with a shell's expansion.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expandPattern } from './file-patterns.ts'

let folder = ''
const before = process.cwd()
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-patterns-'))
  process.chdir(folder)
  for (const run of ['a', 'b', '.c']) mkdirSync(run)
  for (const name of [
    'a/gmon.1',
    'a/gmon.10',
    'a/gmon.2',
    'b/gmon.1',
    '.c/gmon.1',
    'b/.gmon.2',
    'a*b',
    'axb',
    'prog',
  ])
    writeFileSync(name, '')
  symlinkSync('nowhere', 'a/gmon.3')
})
afterAll(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

it.each([
  'a/gmon.*',
  'a/gmon.?',
  '*/gmon.*',
  '*/gmon.1',
  'a/*',
  'p*',
  './p*',
  '*',
  '.*/gmon.1',
  'b/.g*',
  '*//gmon.1',
  'a*b',
])('%s is what a shell makes of it', (pattern) => {
  const theirs = execFileSync('sh', ['-c', `printf '%s\n' ${pattern}`], { env: { LC_ALL: 'C' } }).toString()
  const isOne = pattern === 'a*b'
  // Selects a file with exactly that name.
  expect(expandPattern(pattern).join('\n')).toBe(isOne ? pattern : theirs.trimEnd())
})

it('is absolute as well', () => {
  expect(expandPattern(`${folder}/b/gm*`)).toEqual([`${folder}/b/gmon.1`])
})

it('leaves other names, and patterns of nothing, unchanged', () => {
  const names = ['prog', '-', 'nothing*', 'prog/*', 'nowhere/*/x', '']
  for (const name of names) expect(expandPattern(name)).toEqual([name])
})

it('takes both separators where both are', () => {
  expect(expandPattern('a/gmon.1?', 'win32')).toEqual(['a/gmon.10'])
  expect(expandPattern(String.raw`a\gmon.1?`, 'linux')).toEqual([String.raw`a\gmon.1?`])
})

it('are in the order of their names, whatever order the system lists them in', () => {
  mkdirSync('many')
  const names = Array.from({ length: 300 }, (_, nth) => `many/gmon.${(nth * 7919) % 300}`)
  for (const name of names) writeFileSync(name, '')
  expect(expandPattern('many/gmon.*')).toEqual(names.toSorted())
})

it('a backslash separates where it does on the system, and is part of a name elsewhere', () => {
  // Behaves as on Windows, with a folder whose name ends in one.
  mkdirSync('w\\')
  for (const name of ['gmon.1', 'gmon.2']) writeFileSync(`w\\/${name}`, '')
  for (const name of ['gmon.1', 'gmon.2', 'gmon.3']) writeFileSync(`w\\${name}`, '')
  expect(expandPattern('w\\gmon.?', 'win32')).toEqual(['w\\gmon.1', 'w\\gmon.2'])
  expect(expandPattern('w\\gmon.?', 'linux')).toEqual(['w\\gmon.1', 'w\\gmon.2', 'w\\gmon.3'])
})
