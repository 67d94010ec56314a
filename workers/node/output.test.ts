// Where a command's document goes: never over its own input, and never in part.
import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../testing/sample-files.ts'
import { readArguments } from './arguments.ts'
import { JSON_COMMAND } from './commands/tables.ts'
import { withOutput } from './output.ts'

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

describe('a document that cannot be written to its end', () => {
  /** Behaves like a disk that becomes full. */
  const fail = (write: (bytes: Uint8Array) => void): never => {
    write(Buffer.from('half'))
    throw Object.assign(new Error(), { syscall: 'write', code: 'ENOSPC' })
  }
  const write = (path: string, fill: (write: (bytes: Uint8Array) => void) => void): Promise<void> => {
    const args = readArguments(JSON_COMMAND, ['-o', path])
    return withOutput(args, { stdout: () => {}, stderr: () => {} }, [], 'text', fill)
  }

  it('leaves no half of it, and what was there before', async () => {
    writeFileSync('older', 'older')
    symlinkSync('older', 'link')
    symlinkSync('nowhere', 'dangling')
    for (const path of ['new', 'older', 'link', 'dangling'])
      await expect(write(path, fail)).rejects.toThrow(
        `${path} cannot be written to its end: no space is left`,
      )
    expect(readFileSync('older', 'utf8')).toBe('older')
    expect(lstatSync('link').isSymbolicLink()).toBe(true)
    expect(readdirSync('.').toSorted()).toEqual(['dangling', 'link', 'nowhere', 'older'])
    expect(readFileSync('nowhere', 'utf8')).toBe('')
  })

  it('is nowhere under its name before it is whole', async () => {
    writeFileSync('older', 'older', { mode: 0o640 })
    symlinkSync('older', 'link')
    for (const path of ['new', 'older', 'link']) {
      await write(path, (into) => {
        into(Buffer.from('ha'))
        expect(existsSync(path) ? readFileSync(path, 'utf8') : '').not.toContain('ha')
        into(Buffer.from('lf'))
      })
      expect(readFileSync(path, 'utf8')).toBe('half')
      writeFileSync('older', 'older')
    }
    expect(statSync('older').mode & 0o777).toBe(0o640)
    expect(lstatSync('link').isSymbolicLink()).toBe(true)
    expect(readdirSync('.').toSorted()).toEqual(['link', 'new', 'older'])
  })

  it('stays in its own place where another file would not be equivalent', async () => {
    writeFileSync('one', 'older')
    linkSync('one', 'other')
    writeFileSync('open', 'older')
    const descriptor = openSync('open', 'r+')
    for (const path of ['one', `/dev/fd/${descriptor}`]) await write(path, (into) => into(Buffer.from('new')))
    expect(['other', 'open'].map((path) => readFileSync(path, 'utf8'))).toEqual(['new', 'new'])
    expect(readFileSync(descriptor, 'utf8')).toBe('new')
    closeSync(descriptor)
    const { ino } = statSync('one')
    expect(statSync('other').ino).toBe(ino)
    const longest = 'x'.repeat(255)
    await write(longest, (into) => into(Buffer.from('new')))
    expect(readFileSync(longest, 'utf8')).toBe('new')
  })

  it('by an internal error leaves none either, and the error is reported', async () => {
    const mistaken = (into: (bytes: Uint8Array) => void): never => {
      into(Buffer.from('half'))
      throw new TypeError('ours')
    }
    await expect(write('new', mistaken)).rejects.toThrow('ours')
    expect(existsSync('new')).toBe(false)
  })

  it('reports a folder that is none', async () => {
    writeFileSync('file', '')
    for (const path of ['nowhere/x', 'file/x'])
      expect(await run('csv', '-o', path, PROGRAM, PROFILE)).toEqual({
        status: 2,
        err: `gmonscope: ${path} cannot be written: no such folder\n`,
      })
  })
})

describe('a file that is read', () => {
  const refused = (path: string) => ({
    status: 2,
    err: `gmonscope: -o ${path} would overwrite a file that is read\n`,
  })

  it('stays as it is where it was not named: gmon.out of this folder', async () => {
    const profile = readFileSync(PROFILE)
    writeFileSync('gmon.out', profile)
    symlinkSync('gmon.out', 'link')
    linkSync('gmon.out', 'other')
    for (const path of ['gmon.out', './gmon.out', 'link', 'other'])
      expect(await run('csv', '-o', path, PROGRAM)).toEqual(refused(path))
    expect(readFileSync('gmon.out').equals(profile)).toBe(true)
    // The name alone is no reason to refuse.
    mkdirSync('elsewhere')
    expect(await run('csv', '-o', 'elsewhere/gmon.out', PROGRAM)).toEqual({ status: 0, err: '' })
    expect(await run('csv', '-o', 'gmon.out', PROGRAM, PROFILE)).toEqual({ status: 0, err: '' })
  })
})
