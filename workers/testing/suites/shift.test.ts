// Programs that the loader moved, opened with --shift; commands with nothing to print.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteSource } from '../../core/bytes/byte-source.ts'
import { runAsText as run } from '../gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../sample-files.ts'
import { arcs, gmon, histogram, ordinary, program } from '../small-opening.ts'

const MOVED = 0x7ff4cad10000
/** Above the program its last symbol, whose end is not known, would have the time. */
const BELOW = -0x300000

let folder = ''
const path = (name: string): string => join(folder, name)
let files: Readonly<Record<'moved' | 'below' | 'still', readonly string[]>>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-shift-'))
  const write = async (name: string, source: ByteSource): Promise<string> => {
    writeFileSync(path(name), await source.read(0, source.size))
    return path(name)
  }
  const prog = await write('prog', program())
  const moved = await write('moved.out', gmon(histogram(MOVED, 500), ...arcs(MOVED)))
  const below = await write('below.out', gmon(histogram(BELOW, 500), ...arcs(BELOW)))
  const still = await write('gmon.out', ordinary())
  files = { moved: [prog, moved], below: [prog, below], still: [prog, still] }
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('--shift', () => {
  it('is found, or given as a number, and every export is that of the program where it was', async () => {
    for (const command of ['csv', 'dot', 'callgrind', 'stacks', 'speedscope']) {
      const { out } = await run([command, ...files.still])
      for (const shift of ['auto', `0x${MOVED.toString(16)}`, String(MOVED)]) {
        const shifted = await run([command, '--shift', shift, ...files.moved])
        expect(shifted.out.replaceAll('moved.out', 'gmon.out'), command).toBe(out)
        expect(shifted).toMatchObject({ status: 0 })
        expect(shifted.err).toContain(`moved by 0x${MOVED.toString(16)}`)
        expect(shifted.err).not.toContain('may not be the program')
      }
    }
  })

  it('may be negative', async () => {
    const { out } = await run(['csv', ...files.still])
    for (const shift of ['auto', '-0x300000'])
      expect((await run(['csv', `--shift=${shift}`, ...files.below])).out).toBe(out)
  })

  it('changes nothing where the program fits', async () => {
    expect(await run(['csv', '--shift', 'auto', ...files.still])).toEqual(await run(['csv', ...files.still]))
  })

  it('holds for check, cuts, save and both sides of a diff', async () => {
    const shift = ['--shift', 'auto']
    const check = await run(['check', ...shift, '--max-self', 'parse=50%', ...files.moved])
    expect(check).toMatchObject({ status: 1 })
    expect(await run(['cuts', ...shift, ...files.moved])).toMatchObject({ status: 0 })
    const [, still = ''] = files.still
    const [, moved = ''] = files.moved
    expect(await run(['diff', ...shift, '-b', still, ...files.moved])).toMatchObject({ status: 0 })
    expect(await run(['diff', ...shift, '-b', moved, ...files.still])).toMatchObject({ status: 0 })
    const saved = path('moved.gmonscope')
    expect(await run(['save', ...shift, '-o', saved, ...files.moved])).toMatchObject({ status: 0 })
    expect((await run(['csv', saved])).out).toBe((await run(['csv', ...files.still])).out)
  })

  it('that does not fit is said to be that of another program', async () => {
    const { status, out, err } = await run(['csv', '--shift', '0x1000', ...files.below])
    expect({ status, lines: out.trim().split('\n').length }).toEqual({ status: 3, lines: 1 })
    expect(err).toContain('This may not be the program that was measured')
    expect(err).toContain('nothing to print: no function has time or calls')
  })

  it('wants a number, and addresses', async () => {
    for (const text of ['', 'x', '1.5', '0x', '1e99', '99999999999999999999']) {
      const { status, err } = await run(['csv', '--shift', text, ...files.moved])
      expect({ text, status }).toEqual({ text, status: 2 })
      expect(err).toContain('--shift wants auto or a number of bytes')
    }
    const listing = path('listing.txt')
    writeFileSync(listing, (await run(['gprof', '-b', PROGRAM, PROFILE])).out)
    const { status, err } = await run(['csv', '--shift=-0x10', listing])
    expect(status).toBe(2)
    expect(err).toContain('these files hold no addresses')
  })

  it('is named where the program was moved, beside what keeps it in place', async () => {
    const { status, err } = await run(['csv', ...files.below])
    expect(status).toBe(3)
    for (const words of ['--shift auto', '-no-pie', '-Wl,--disable-dynamicbase']) expect(err).toContain(words)
  })
})

describe('nothing to print', () => {
  it('has a status of its own; a table or profile is written all the same', async () => {
    for (const command of ['json', 'csv', 'dot', 'save']) {
      const output = path(`${command}.txt`)
      const { status, err } = await run([command, '-o', output, ...files.below])
      expect({ command, status }).toEqual({ command, status: 3 })
      expect(err).toContain('gmonscope: nothing to print: no function has time or calls')
      expect(existsSync(output), command).toBe(true)
    }
    for (const command of ['callgrind', 'pprof', 'speedscope', 'stacks'])
      expect(await run([command, ...files.below]), command).toMatchObject({ status: 3, out: '' })
    expect(readFileSync(path('csv.txt'), 'utf8').split('\n')).toHaveLength(2)
  })

  it('is said of lines as well', async () => {
    const { status, out, err } = await run(['lines', '--shift', '0x10000000', PROGRAM, PROFILE])
    expect({ status, lines: out.trim().split('\n').length }).toEqual({ status: 3, lines: 1 })
    expect(err).toContain('nothing to print: no line has time')
  })
})
