// Input files of commands: unusable ones, ignored ones, and warnings in a terminal.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildElf } from '../testing/builders/build-elf.ts'
import { runTool } from '../testing/gprof/live-gprof.ts'
import { runAsText as run } from '../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../testing/sample-files.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-open-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const OTHER_PROGRAM = buildElf({
  text: { address: 0x900000, size: 0x100 },
  symbols: [{ name: 'main', address: 0x900000 }],
})

describe('files', () => {
  it('that cannot be used are another matter than a wrong word', async () => {
    const { status, err } = await run(['json', PROGRAM, join(folder, 'missing')])
    expect(status).toBe(1)
    expect(err).toContain(`${join(folder, 'missing')} cannot be opened: no such file\n  Check its name`)
    expect((await run([PROGRAM, join(folder, 'missing')])).status).toBe(1)
  })

  it('a file that is no good is named before what is missing for lack of it', async () => {
    const path = join(folder, 'empty')
    writeFileSync(path, '')
    const { status, out, err } = await run(['json', PROGRAM, path])
    expect({ status, out }).toEqual({ status: 1, out: '' })
    expect(err).toMatch(/^gmonscope: .*empty is empty\n[^]*\ngmonscope: The profile data is still missing\n/)
    // Once, where it is the cause of the failure.
    expect((await run(['json', path])).err.match(/is empty/g)).toHaveLength(1)
  })

  it('without a profile it is gmon.out in this folder, as with gprof, unless one was named that is no good', async () => {
    writeFileSync(join(folder, 'gmon.out'), readFileSync(PROFILE))
    const empty = join(folder, 'empty.gmon')
    writeFileSync(empty, '')
    const before = process.cwd()
    const named = await run(['csv', PROGRAM, PROFILE])
    try {
      process.chdir(folder)
      expect(await run(['csv', PROGRAM])).toEqual(named)
      expect((await run(['csv', '--exclude', 'root', PROGRAM])).out).not.toBe(named.out)
      expect((await run(['csv', PROGRAM, empty])).status).toBe(1)
    } finally {
      process.chdir(before)
    }
  })
})

describe('doubts', () => {
  const cut = (): string => {
    const path = join(folder, 'cut.gmon')
    writeFileSync(path, readFileSync(PROFILE).subarray(0, 500))
    return path
  }
  const other = (): string => {
    const path = join(folder, 'other')
    writeFileSync(path, OTHER_PROGRAM)
    return path
  }

  it('a profile that was ignored is reported, and the rest is used', async () => {
    const { status, out, err } = await run(['csv', PROGRAM, PROFILE, cut()])
    expect({ status, out }).toEqual({ status: 0, out: (await run(['csv', PROGRAM, PROFILE])).out })
    expect(err).toMatch(/^gmonscope: .*cut\.gmon.*\n  Left out; the rest was used/)
  })

  it('a program that was not measured is reported, and no limit is judged by its names', async () => {
    expect(await run(['csv', other(), PROFILE])).toMatchObject({
      status: 3,
      err: expect.stringMatching(/^gmonscope: This may not be the program that was measured\n/) as string,
    })
    const { status, out, err } = await run(['check', '--max', 'main=99%', other(), PROFILE])
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain('gmonscope: no limit can be judged by the names of another program\n')
  })

  it('a list of symbols that may lack functions is reported where the program looks like another', async () => {
    const stripped = join(folder, 'stripped')
    const list = join(folder, 'few.txt')
    await runTool('strip', ['-o', stripped, PROGRAM])
    const { stdout } = await runTool('nm', [PROGRAM])
    writeFileSync(list, stdout.replaceAll(/^.* (?!main$|_init$|_start$)\w+\n/gm, ''))
    const { status, err } = await run(['csv', stripped, list, PROFILE])
    expect(status).toBe(0)
    expect(err).toMatch(/^gmonscope: This may not be the program that was measured\n/)
    expect(err).toContain(`gmonscope: Function names come from ${list}\n`)
    expect(err).toContain('only those static functions that have a section each')
  })
})
