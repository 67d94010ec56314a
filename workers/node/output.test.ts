// Where a command's document goes: never over what it was made of, and never half.
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../testing/gprof/our-command.ts'

const ROOT = new URL('../../', import.meta.url)
const PROGRAM = fileURLToPath(new URL('public/sample/islands', ROOT))
const PROFILE = fileURLToPath(new URL('public/sample/gmon.out', ROOT))

let folder = ''
const before = process.cwd()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-output-'))
  process.chdir(folder)
})
afterEach(() => {
  process.chdir(before)
  rmSync(folder, { recursive: true })
})

async function run(...args: readonly string[]): Promise<{ status: number; err: string }> {
  const { status, err } = await runCommand(args)
  return { status, err: err.toString() }
}

describe('a file that is read', () => {
  const refused = (path: string) => ({
    status: 2,
    err: `gmonscope: -o ${path} would overwrite a file that is read\n`,
  })

  it('stays as it is where nobody named it: gmon.out of this folder', async () => {
    const profile = readFileSync(PROFILE)
    writeFileSync('gmon.out', profile)
    symlinkSync('gmon.out', 'link')
    linkSync('gmon.out', 'other')
    for (const path of ['gmon.out', './gmon.out', 'link', 'other'])
      expect(await run('csv', '-o', path, PROGRAM)).toEqual(refused(path))
    expect(readFileSync('gmon.out').equals(profile)).toBe(true)
    // A name alone is no reason.
    mkdirSync('elsewhere')
    expect(await run('csv', '-o', 'elsewhere/gmon.out', PROGRAM)).toEqual({ status: 0, err: '' })
    expect(await run('csv', '-o', 'gmon.out', PROGRAM, PROFILE)).toEqual({ status: 0, err: '' })
  })
})
