// Tests of programs and profiles from boards, debuggers and serial lines.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { flatTexts } from '../small-listings.ts'
import { arcs, at, BASE, codes, END, gmon, histogram, open, program } from '../small-opening.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import { noticeText } from '../../core/reports/messages/notices.ts'

const bytesOf = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../../testing/cases/boards/${name}`, import.meta.url)))
const file = (name: string, bytes = bytesOf(name)): ByteSource => memorySource(name, bytes)
const openCase = (...names: readonly string[]): Promise<Opened> => open(names.map((name) => file(name)))

/** Percentage and name of each row of the flat profile. */
const sharesOf = (opened: Opened): string[] =>
  flatTexts(opened).map((row) => `${row.slice(0, row.indexOf('|'))} ${row.slice(row.lastIndexOf('|') + 1)}`)
const ACCUSES = /wrong-executable|outside-program|truncated|skipped/
const accusations = (opened: Opened): string[] => codes(opened).filter((code) => ACCUSES.test(code))

describe('a program without .text', () => {
  it.each([
    [
      'nuttx.elf',
      'nuttx.gmon',
      ['0.50 8,000 fir', '0.03 8,000 adc_read', '0.01 8,000 clampv', '0.01 8,000 control', '0.00 1,000 idle'],
    ],
    [
      'zephyr.elf',
      'zephyr.gmon',
      ['0.50 8,000 fir', '0.20 1,000 idle', '0.03 8,000 adc_read', '0.01 8,000 clampv', '0.01 8,000 control'],
    ],
  ])('opens by its largest section of instructions: %s', async (elf, profile, expected) => {
    const opened = await openCase(elf, profile)
    const rows = flatTexts(opened).map((row) => row.split('|'))
    expect(rows.map((cells) => `${cells[2]} ${cells[3]} ${cells[7]}`)).toEqual(expected)
    expect(accusations(opened)).toEqual([])
  })
})

describe('a histogram of the addresses that were sampled', () => {
  it.each(['narrow.gmon', 'one.gmon'])('accuses no program: %s', async (profile) => {
    expect(accusations(await openCase('samples-only.elf', profile))).toEqual([])
  })

  it('does where it begins or ends without a sample, or the program counts calls itself', async () => {
    const bins = (first: number, last: number): ByteSource =>
      gmon({
        kind: 'histogram',
        low: at(2),
        high: at(2) + 0x20,
        rate: 100,
        bins: [first, 0, 90, 0, 0, 0, 0, last],
      })
    const own = (...names: readonly string[]): ByteSource =>
      memorySource(
        'prog',
        buildElf({
          text: { address: BASE, size: END - BASE },
          symbols: ['main', 'parse', ...names].map((name, f) => ({ name, address: at(f) })),
        }),
      )
    expect(accusations(await open([own('scan'), bins(60, 60)]))).toEqual([])
    expect(accusations(await open([own('scan'), bins(0, 60)]))).toEqual(['wrong-executable'])
    expect(accusations(await open([own('scan'), bins(60, 0)]))).toEqual(['wrong-executable'])
    expect(accusations(await open([own('scan', 'mcount'), bins(60, 60)]))).toContain('wrong-executable')
  })
})

describe('a rate of 0', () => {
  it('gives shares, and says that seconds are not known', async () => {
    const opened = await openCase('ta.elf', 'rate0s.gmon')
    expect(sharesOf(opened).slice(0, 2)).toEqual([
      expect.stringMatching(/^7[78]\.\d\d bget$/),
      expect.stringMatching(/^21\.\d\d malloc_lock$/),
    ])
    expect(flatTexts(opened)[0]).toMatch(/^7\d\.\d\d\|\|\|/)
    expect(codes(opened)).toContain('odd-rate')
    const told = opened.notices.find(({ code }) => code === 'odd-rate')
    expect(told && noticeText(told).explanation).toContain('shares are known, seconds are not')
  })

  it('without samples asks for no longer run', async () => {
    const opened = await openCase('ta.elf', 'rate0.gmon')
    expect(codes(opened)).toContain('no-histogram')
    expect(codes(opened)).not.toContain('no-samples')
  })
})

describe('a file that was filled up', () => {
  const filled = (name: string, length: number, byte: number): ByteSource => {
    const bytes = bytesOf(name)
    const whole = new Uint8Array(length).fill(byte)
    whole.set(bytes)
    return file('gmon.out', whole)
  }

  it.each([
    ['fw.gmon', 'fw.xmodem.gmon'],
    ['fw.gnu.gmon', 'fw.gnu.xmodem.gmon'],
  ])('by XMODEM is whole: %s', async (name, padded) => {
    const opened = await openCase('fw.elf', padded)
    expect(flatTexts(opened)).toEqual(flatTexts(await openCase('fw.elf', name)))
    expect(accusations(opened)).toEqual([])
  })

  it.each(['fw.gmon', 'fw.gnu.gmon'])('to any length, by erased flash too: %s', async (name) => {
    const whole = await openCase('fw.elf', name)
    const { length } = bytesOf(name)
    for (const byte of [0x1a, 0xff]) {
      for (const size of [length + 1, length + 5, length + 12, length + 23, 256, 1024, 65_536, 3_000_000]) {
        const opened = await open([file('fw.elf'), filled(name, size, byte)])
        expect(flatTexts(opened), `${size} bytes of ${byte}`).toEqual(flatTexts(whole))
        expect(accusations(opened), `${size} bytes of ${byte}`).toEqual([])
      }
    }
  })

  it('by something else is damaged', async () => {
    for (const byte of [0x1b, 0xfe])
      expect(accusations(await open([file('fw.elf'), filled('fw.gnu.gmon', 512, byte)]))).toContain(
        'gmon/truncated-file',
      )
    const bytes = new Uint8Array([...bytesOf('fw.gnu.gmon'), 0x1a, 0x1a, 1])
    expect(accusations(await open([file('fw.elf'), file('gmon.out', bytes)]))).toContain(
      'gmon/truncated-file',
    )
  })
})

it.each(['esp-idf.txt', 'esp-idf-coloured.txt', 'esp-idf-hexdump.txt', 'platformio.txt'])(
  'a hex dump behind what a console prints before each line gives what the file gives: %s',
  async (log) => {
    const opened = await openCase('fw.elf', log)
    expect(flatTexts(opened)).toEqual(flatTexts(await openCase('fw.elf', 'fw.gnu.gmon')))
    expect(accusations(opened)).toEqual([])
  },
)

it('_mcount_private, too, counts calls: its time is the profiler’s own', async () => {
  const names = ['main', 'parse', '_mcount_private', '__mcount_private', '_mcount', 'close']
  const elf = memorySource(
    'prog',
    buildElf({
      text: { address: BASE, size: END - BASE },
      symbols: names.map((name, f) => ({ name, address: at(f) })),
    }),
  )
  const bins = Array.from({ length: (END - BASE) / 4 }, (_, bin) =>
    bin % 64 === 5 ? ([100, 40, 150, 20, 60, 0][Math.floor(bin / 64)] ?? 0) : 0,
  )
  const calls = arcs().filter((arc) => arc.kind === 'arc' && arc.self < at(2))
  const { notices } = await open([
    elf,
    gmon({ kind: 'histogram', low: BASE, high: END, rate: 100, bins }, ...calls),
  ])
  expect(notices).toContainEqual({ code: 'profiler-time', ticks: 230, totalTicks: 370 })
  expect(notices.find(({ code }) => code === 'time-without-calls')).toBeUndefined()
})

it('of neither samples nor calls there is one notice', async () => {
  const opened = await openCase('empty.elf', 'empty.gmon')
  expect(codes(opened)).toEqual(['empty-profile'])
  expect(codes(await open([program(), gmon(histogram(0, 0))]))).toEqual(['empty-profile'])
})
