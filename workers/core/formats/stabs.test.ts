// Addresses to files, lines and functions, over stabs made for the purpose, as the page asks for them.
import { describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { STAB, stabsSections, type StabEntry, type StabsSpec } from '../../testing/builders/build-stabs.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readExecutable } from './elf.ts'
import type { SourceLines, SourceLinesOptions } from './source-lines.ts'
import { readStabs } from './stabs.ts'
import { effort } from '../../testing/effort.ts'

const START = 0x401000

const source = (text: string, value: number): StabEntry => ({ type: STAB.source, text, value })
const begin = (name: string, value: number): StabEntry => ({ type: STAB.function, text: `${name}:F1`, value })
const ends = (size: number): StabEntry => ({ type: STAB.function, value: size })
const line = (description: number, value: number): StabEntry => ({ type: STAB.line, description, value })
const included = (text: string, value: number): StabEntry => ({ type: STAB.included, text, value })

/** A function of 16 bytes, four of them from a header, and one of 8 bytes without a stated end. */
const OBJECT: readonly StabEntry[] = [
  source('/src/', START),
  source('main.c', START),
  begin('first', START),
  line(3, 0),
  included('/usr/include/list.h', START + 4),
  line(90, 4),
  included('main.c', START + 8),
  line(5, 8),
  ends(16),
  begin('second', START + 32),
  line(9, 0),
  source('', START + 40),
]

function fileOf(spec: StabsSpec): Uint8Array<ArrayBuffer> {
  return buildElf({
    text: { address: START, bytes: new Uint8Array(64) },
    bigEndian: spec.bigEndian ?? false,
    symbols: [{ name: 'first', address: START }],
    sections: stabsSections(spec).map(([name, bytes]) => ({ name, bytes, kind: 'debug', address: 0 })),
  })
}

async function linesIn(file: Uint8Array<ArrayBuffer>, options?: SourceLinesOptions): Promise<SourceLines> {
  const opened = memorySource('prog', file)
  return readStabs(opened, await readExecutable(opened), options)
}

const linesOf = (entries: readonly StabEntry[], options?: SourceLinesOptions): Promise<SourceLines> =>
  linesIn(fileOf({ objects: [entries] }), options)

/** "offset path:line name" for each run over the code. */
async function runsOf(lines: SourceLines): Promise<readonly string[]> {
  const { start, file, line: numbers, name, files, names } = await lines.runs(START, START + 64)
  return Array.from(start, (address, row) => {
    const at = address - START
    if (file[row] < 0) return `${at} ?`
    const path = stringAt(files, file[row] as StringIndex)
    return `${at} ${path}:${numbers[row]} ${stringAt(names, name[row] as StringIndex)}`
  })
}

const RUNS = [
  '0 /src/main.c:3 first',
  '4 /usr/include/list.h:90 first',
  '8 /src/main.c:5 first',
  '16 ?',
  '32 /src/main.c:9 second',
  '40 ?',
]

describe('lines in stabs', () => {
  it.each([false, true])('are those of their functions, big-endian %s', async (bigEndian) => {
    const lines = await linesIn(fileOf({ bigEndian, objects: [OBJECT] }))
    expect(await runsOf(lines)).toEqual(RUNS)
    expect(lines.notices()).toEqual([])
  })

  it('are the same asked for address by address', async () => {
    const lines = await linesOf(OBJECT)
    const runs = await lines.runs(START, START + 64)
    const {
      file,
      line: numbers,
      files,
    } = await lines.locate(Array.from({ length: 64 }, (_, at) => START + at))
    for (let at = 0, run = 0; at < 64; at++) {
      if (runs.start[run + 1] === START + at) run++
      expect(numbers[at]).toBe(runs.line[run])
      const path = file[at] < 0 ? null : stringAt(files, file[at] as StringIndex)
      expect(path).toBe(runs.file[run] < 0 ? null : stringAt(runs.files, runs.file[run] as StringIndex))
    }
    expect([...(await lines.locate([START - 1, START + 64])).file]).toEqual([-1, -1])
  })

  it('have what follows without any for their own where gprof is followed', async () => {
    expect(await runsOf(await linesOf(OBJECT, { gprofQuirks: true }))).toEqual([
      ...RUNS.slice(0, 3),
      '32 /src/main.c:9 second',
    ])
  })

  it('are of each object file by its own strings', async () => {
    const other = [
      source('/lib/', START + 48),
      source('other.c', START + 48),
      begin('third', START + 48),
      line(7, 0),
    ]
    expect(await runsOf(await linesIn(fileOf({ objects: [OBJECT, other] })))).toEqual([
      ...RUNS,
      '48 /lib/other.c:7 third',
    ])
  })

  it('hold from the beginning of a function whose first one is late', async () => {
    const entries = [source('a.c', START), begin('late', START), line(4, 6), line(5, 10), ends(12)]
    expect(await runsOf(await linesOf(entries))).toEqual(['0 a.c:4 late', '10 a.c:5 late', '12 ?'])
  })

  it('with number 0 are none', async () => {
    const entries = [source('a.c', START), begin('work', START), line(4, 0), line(0, 4), line(6, 8), ends(12)]
    expect(await runsOf(await linesOf(entries))).toEqual(['0 a.c:4 work', '4 ?', '8 a.c:6 work', '12 ?'])
  })
})

describe('damaged stabs', () => {
  it('that reach beyond the end of the file are told, and nothing is known', async () => {
    const file = fileOf({ objects: [OBJECT] })
    const opened = memorySource('prog', file)
    const raw = await readExecutable(opened)
    const debugSections = raw.debugSections.map((section) =>
      section.name === '.stabstr' ? { ...section, size: file.length } : section,
    )
    const lines = readStabs(opened, { ...raw, debugSections })
    expect(await runsOf(lines)).toEqual(['0 ?'])
    expect(lines.notices()).toMatchObject([
      {
        code: 'sources-left-out',
        problem: { code: 'dwarf/damaged', section: '.stabstr', what: 'end of file' },
      },
    ])
  })

  it('of any bytes end, with runs that touch', async () => {
    const random = randomFrom(4)
    const types = Object.values(STAB)
    for (let round = 0; round < effort(300); round++) {
      const entries = Array.from({ length: random.between(0, 60) }, (): StabEntry => ({
        type: random.pick(types),
        text: random.pick(['', 'a.c', '/b.h', 'f:F1']),
        description: random.below(3),
        value: random.pick([0, 5, 0xffff_ffff, START + random.below(70)]),
      }))
      const file = fileOf({ objects: [entries] })
      for (let more = random.below(4); more > 0; more--)
        file[64 + random.below(file.length / 2)] = random.below(256)
      const gprofQuirks = random.chance(0.5)
      const lines = await linesIn(file, { gprofQuirks }).catch(() => null)
      if (lines === null) continue
      const { start, file: files } = await lines.runs(START, START + 64)
      expect(start[0]).toBe(START)
      expect([...start]).toEqual([...new Set(start)].sort((left, right) => left - right))
      expect(files.length).toBe(start.length)
    }
  })

  it('whose strings all lie within one long one are given up', async () => {
    const functions = Array.from({ length: 100_000 }, (_, nth) => begin('f', START + (nth % 64)))
    const [[, entries], [, strings]] = stabsSections({
      objects: [functions, [source('x'.repeat(1_000_000), START)]],
    })
    const view = new DataView(entries.buffer, entries.byteOffset)
    strings.fill(0x78, 0, strings.length - 1)
    // Each function's name begins a byte behind that of the one before.
    for (let nth = 1; nth <= 100_000; nth++) view.setUint32(12 * nth, nth, true)
    const file = buildElf({
      text: { address: START, bytes: new Uint8Array(64) },
      symbols: [{ name: 'first', address: START }],
      sections: [
        { name: '.stab', bytes: entries, kind: 'debug', address: 0 },
        { name: '.stabstr', bytes: strings, kind: 'debug', address: 0 },
      ],
    })
    const worked = processorTime()
    const lines = await linesIn(file)
    expect(await runsOf(lines)).toEqual(['0 ?'])
    expect(worked()).toBeLessThan(5000)
    expect(lines.notices()).toMatchObject([{ problem: { section: '.stabstr', what: 'amount of data' } }])
  })

  it('with a long folder before very many files are given up', async () => {
    const files = Array.from({ length: 20_000 }, (_, nth) => [
      included(`${nth}`, START + nth),
      begin('f', START + nth),
      line(1, 0),
    ])
    const folder = source(`${'x'.repeat(1_000_000)}/`, START)
    const worked = processorTime()
    const lines = await linesOf([folder, source('a.c', START), ...files.flat()])
    expect(await runsOf(lines)).toEqual(['0 ?'])
    expect(worked()).toBeLessThan(5000)
    expect(lines.notices()).toMatchObject([{ problem: { what: 'amount of data' } }])
  })

  it('with many functions of which none has a line are gone through in good time', async () => {
    const entries = Array.from({ length: effort(200_000) }, (_, nth): StabEntry =>
      begin('f', START + (nth % 64)),
    )
    expect(await runsOf(await linesOf(entries))).toEqual(['0 ?'])
  })
})
