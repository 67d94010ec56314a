// Lists of symbols beside a stripped program, and in its place: the same functions and the same times as from the program.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { OfferedFile } from '../../core/profile-view.ts'
import { type Opened, openProfile } from '../../core/pipeline/open-profile.ts'
import { writeFlatProfile } from '../../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../../core/reports/text/graph-text.ts'
import { bytesOfBinary } from '../builders/byte-writer.ts'
import { requireTools, runTool } from '../gprof/live-gprof.ts'
import { writtenText } from '../gprof/written-text.ts'

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url))

const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
const openAll = (sources: readonly ByteSource[]): ReturnType<typeof openProfile> =>
  openProfile(sources, options, () => {})

async function open(...sources: readonly ByteSource[]): Promise<Opened> {
  const result = await openAll(sources)
  if (!result.ok) throw new Error(JSON.stringify(result.problem.problem))
  return result.value
}

function listing(opened: Opened): string {
  return writtenText((out) => {
    writeFlatProfile(opened, out)
    writeCallGraph(opened, out)
  })
}

const kinds = (files: readonly OfferedFile[]): readonly string[] => files.map(({ kind }) => kind)
const codes = ({ notices }: Opened): readonly string[] => notices.map(({ code }) => code)

/** The same ELF file with the type of its symbol table changed to an unknown one. */
function stripped(elf: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = elf.slice()
  const view = new DataView(bytes.buffer)
  const little = bytes[5] === 1
  const wide = bytes[4] === 2
  const sections = wide ? Number(view.getBigUint64(40, little)) : view.getUint32(32, little)
  const count = view.getUint16(wide ? 60 : 48, little)
  for (let section = 0; section < count; section++) {
    const at = sections + section * (wide ? 64 : 40) + 4
    if (view.getUint32(at, little) === 2) view.setUint32(at, 0x6fff_fff0, little)
  }
  return bytes
}

describe.each(['i386', 'aarch64', 's390x', 'arm-thumb', 'powerpc64'])('%s', (target) => {
  const file = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
    Uint8Array.from(await readFile(`${GOLDEN}${target}/${name}`))
  let program: Uint8Array<ArrayBuffer>
  let gmon: ByteSource
  let list: ByteSource
  let expected: string

  beforeAll(async () => {
    await requireTools(['nm'])
    program = await file('program')
    gmon = memorySource('gmon.out', await file('gmon.out'))
    const { stdout } = await runTool('nm', ['-S', `${GOLDEN}${target}/program`])
    list = memorySource('symbols.txt', bytesOfBinary(stdout))
    expected = listing(await open(memorySource('program', program), gmon))
  })

  it('a stripped program and what nm printed of it before', async () => {
    const opened = await open(memorySource('program', stripped(program)), list, gmon)
    expect(listing(opened)).toBe(expected)
    expect(kinds(opened.files)).toEqual(['executable', 'symbols', 'profile'])
    expect(codes(opened)).toContain('symbols-from-list')
    expect(opened.name).toBe('program')
  })

  it('a program with symbols needs no list', async () => {
    const opened = await open(gmon, list, memorySource('program', program))
    expect(listing(opened)).toBe(expected)
    expect(codes(opened)).toContain('symbol-list-unused')
  })

  it('the stripped program alone cannot be opened', async () => {
    const result = await openAll([memorySource('program', stripped(program)), gmon])
    expect(result).toMatchObject({ ok: false, problem: { problem: { code: 'elf/no-symbols' } } })
  })
})

// On these two nothing but the symbols themselves says where functions are.
it.each(['i386', 'aarch64', 's390x'])(
  '%s: a list alone, with word size and byte order found out',
  async (target) => {
    const { stdout } = await runTool('nm', [`${GOLDEN}${target}/program`])
    const gmon = memorySource('gmon.out', Uint8Array.from(await readFile(`${GOLDEN}${target}/gmon.out`)))
    const program = memorySource('program', Uint8Array.from(await readFile(`${GOLDEN}${target}/program`)))
    const opened = await open(memorySource('symbols.txt', bytesOfBinary(stdout)), gmon)
    expect(listing(opened)).toBe(listing(await open(program, gmon)))
    expect(codes(opened)).toContain('symbols-from-list')
    expect(opened.name).toBe('symbols.txt')
  },
)

it('two lists are one too many', async () => {
  const list = (name: string): ByteSource =>
    memorySource(name, bytesOfBinary('00001000 T main\n00001100 T etext\n'))
  const result = await openAll([list('a.map'), list('b.map')])
  expect(result).toMatchObject({
    ok: false,
    problem: { problem: { code: 'input/several-symbol-lists', files: ['a.map', 'b.map'] } },
  })
})

it('a list alone has no profile', async () => {
  const result = await openAll([memorySource('a.txt', bytesOfBinary('00001000 T main\n00001100 T etext\n'))])
  expect(result.ok ? '' : result.problem.problem.code).toBe('input/nothing-given')
})
