// Names in a program have no effect on a terminal. In a pipe a listing has gprof's bytes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gmon, HISTOGRAM, program } from '../testing/builders/small-program.ts'
import { requireTools, runGprof } from '../testing/gprof/live-gprof.ts'
import { runCommand } from '../testing/gprof/our-command.ts'
import { visibleOutput } from './visible-output.ts'

const BIDI = Buffer.from('\u202e').toString('latin1')
const WORD = Buffer.from('größe').toString('latin1')
const NAME = `\x1b[31mred\x07${BIDI}\x9b2J\r${WORD}`

let folder = ''
let files: readonly string[] = []
beforeAll(async () => {
  await requireTools(['gprof'])
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-visible-'))
  files = [join(folder, 'prog'), join(folder, 'gmon.out')]
  const symbols = [
    { name: 'main', address: 0x401000 },
    { name: NAME, address: 0x401040 },
    { name: WORD, address: 0x401080 },
    { name: 'etext', address: 0x401100, type: 'none' },
  ] as const
  writeFileSync(files[0] ?? '', program({ symbols }))
  writeFileSync(files[1] ?? '', gmon(HISTOGRAM))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('gmonscope gprof', () => {
  it('shows names with their escapes on a terminal', async () => {
    const { out } = await runCommand(['gprof', '-b', '-p', '-z', ...files], { stdout: true, stderr: true })
    const text = out.toString()
    // A name that is no UTF-8 is read as Latin-1.
    expect(text).toContain('\\x1b[31mred\\x07â\\x80®\\x9b2J\\x0d')
    expect(text).toMatch(/ größe$/m)
    expect(text.replaceAll(/[\n\t\f]/g, '')).not.toMatch(/\p{Cc}/u)
  })

  it('shows messages so, too', async () => {
    const odd = '\x1b[31mx'
    const { err } = await runCommand(['gprof', odd, odd], { stdout: true, stderr: true })
    expect(err.toString()).toBe('\\x1b[31mx: No such file or directory\n')
    expect((await runCommand(['gprof', odd, odd])).err.toString()).toContain('\x1b[31mx')
  })

  it('writes gprof’s bytes into a pipe', async () => {
    const { stdout } = await runGprof(['-b', '-p', '-z', ...files])
    const { out } = await runCommand(['gprof', '-b', '-p', '-z', ...files], { stdout: false, stderr: true })
    expect(out.toString('latin1')).toBe(stdout)
    expect(stdout).toContain(NAME)
  })
})

it('a listing in pieces is the same, wherever they are cut', () => {
  const listing = Buffer.from('a\u202eb\r\n\tgröße\x1b\n\fend\x1b')
  for (let cut = 0; cut <= listing.length; cut++) {
    let text = ''
    const { write, end } = visibleOutput((bytes) => (text += Buffer.from(bytes).toString()))
    write(listing.subarray(0, cut))
    write(listing.subarray(cut))
    end()
    expect(text).toBe('a\\u202eb\r\n\tgröße\\x1b\n\fend\\x1b')
  }
})
