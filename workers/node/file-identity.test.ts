// A profile that is named twice on the command line.
import { linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildElf } from '../testing/builders/build-elf.ts'
import { buildGmon } from '../testing/builders/build-gmon.ts'
import { runAsText, runCommand } from '../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../testing/sample-files.ts'

const LOW = 0x401000
let folder = ''
const before = process.cwd()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-twice-'))
  process.chdir(folder)
  const symbols = [{ name: 'main', address: LOW, size: 32 }]
  writeFileSync('prog', buildElf({ text: { address: LOW, size: 32 }, symbols }))
  // Too few samples to recognise duplicates.
  for (const name of ['gmon.out', 'other']) {
    const bins = [0, name === 'other' ? 3 : 1, 0, 0, 0, 0, 0, 0]
    writeFileSync(name, buildGmon({ records: [{ kind: 'histogram', low: LOW, high: LOW + 32, bins }] }))
  }
  symlinkSync('gmon.out', 'link')
  linkSync('gmon.out', 'hard')
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

async function told(...files: readonly string[]): Promise<string> {
  const { status, err } = await runCommand(['csv', 'prog', ...files])
  expect(status).toBe(0)
  return err.toString()
}

it.each([
  [['gmon.out', 'gmon.out'], 'gmon.out is named twice'],
  [['gmon.out', './gmon.out'], './gmon.out is gmon.out again'],
  [['link', 'other', 'gmon.out'], 'gmon.out is link again'],
  [['hard', 'gmon.out'], 'gmon.out is hard again'],
])('%j is reported', async (files, title) => {
  expect(await told(...files)).toBe(
    `gmonscope: ${title}\n  It is the same file. It is included and counts twice.\n  Name it once.\n`,
  )
})

it('is reported once, and one that only looks like another is not', async () => {
  const words = await told('gmon.out', 'other', 'gmon.out', './other', 'hard')
  expect(words).toContain('gmon.out is named twice\n  It is the same file, as of 2 more names.')
  expect(words.match(/^gmonscope:/gm)).toHaveLength(1)
  expect(await told('gmon.out', 'other')).toBe('')
})

it('replaces the notice based on samples, and is part of what is written', async () => {
  const { out } = await runAsText(['json', PROGRAM, PROFILE, PROFILE])
  expect((JSON.parse(out) as { notices: unknown }).notices).toEqual([
    { code: 'file-twice', file: PROFILE, same: PROFILE, more: 0 },
  ])
})
