// Tests that reading debugging information reports progress, yields to messages, and can be
// cancelled anywhere.
import { spawnSync } from 'node:child_process'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildDwarf } from '../../../testing/builders/build-dwarf.ts'
import { MAIN } from '../../../testing/builders/dwarf-opened.ts'
import type { DwarfUnit } from '../../../testing/builders/dwarf-spec.ts'
import { watchedSource } from '../../../testing/sources.ts'
import type { OnFraction } from '../../base/yielder.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import type { RawExecutable, RawSection } from '../format.ts'
import type { SourceLines } from '../source-lines.ts'
import { readLines } from './read.ts'

const [FIRST, SIZE, UNITS] = [0x10000, 0x100, 20]
const CANCELLED = { code: 'host/cancelled' } as const

function units(count: number): readonly DwarfUnit[] {
  return Array.from({ length: count }, (_, nth) => {
    const start = FIRST + SIZE * nth
    return {
      ...MAIN,
      folder: `/${nth}`,
      sequences: [
        [
          [start, 1, nth + 1],
          [start + 0x80, 2, 9],
          [start + SIZE, 1, 0],
        ],
      ],
      ranges: [[start, start + SIZE]],
      functions: [{ name: `f${nth}`, ranges: [[start, start + SIZE]] }],
    }
  })
}

interface Made {
  readonly executable: RawExecutable
  readonly file: Uint8Array<ArrayBuffer>
}

type Pack = (bytes: Uint8Array) => Uint8Array

const PACKS = {
  plain: null,
  'packed by zlib': [1, deflateSync],
  'packed by zstd': [2, (bytes: Uint8Array) => spawnSync('zstd', ['-q', '-c'], { input: bytes }).stdout],
} as const satisfies Record<string, readonly [number, Pack] | null>

function make(count: number, aranges: boolean, pack: readonly [number, Pack] | null): Made {
  const { executable, file } = buildDwarf({ units: units(count), aranges })
  if (pack === null) return { executable, file }
  const parts: Uint8Array[] = []
  const debugSections: RawSection[] = []
  let offset = 0
  for (const { name, offset: from, size } of executable.debugSections) {
    const header = Buffer.alloc(24)
    header.writeUInt32LE(pack[0])
    header.writeBigUInt64LE(BigInt(size), 8)
    const bytes = Buffer.concat([header, pack[1](file.subarray(from, from + size))])
    debugSections.push({ name, offset, size: bytes.length, compressed: true })
    parts.push(bytes)
    offset += bytes.length
  }
  return { executable: { ...executable, debugSections }, file: Uint8Array.from(Buffer.concat(parts)) }
}

async function open({ executable, file }: Made): Promise<SourceLines> {
  const lines = await readLines(memorySource('prog', file), executable)
  if (lines === null) throw new Error('no lines')
  return lines
}

const addresses = Array.from({ length: UNITS }, (_, nth) => FIRST + SIZE * nth + 4)
/** What is asked of all units, and of some that are not there. */
const QUESTIONS: Readonly<Record<string, (lines: SourceLines, onFraction: OnFraction) => Promise<unknown>>> =
  {
    locate: (lines, onFraction) => lines.locate([...addresses, 1, 2], onFraction),
    runs: (lines, onFraction) => lines.runs(FIRST, FIRST + UNITS * SIZE, onFraction),
    runsOf: (lines, onFraction) =>
      lines.runsOf(
        addresses.map((from) => ({ from, to: from + SIZE })),
        onFraction,
      ),
  }

const CASES = Object.entries(PACKS).flatMap(([packing, pack]) =>
  [false, true].flatMap((aranges) =>
    Object.entries(QUESTIONS).map(([what, ask]) => ({ what, ask, packing, pack, aranges })),
  ),
)

describe.each(CASES)('$what, $packing, with ranges apart $aranges', ({ ask, pack, aranges }) => {
  const made = make(UNITS, aranges, pack)

  it('tells ever more, in many steps', async () => {
    const parts: number[] = []
    await ask(await open(made), (part) => parts.push(part))
    expect(new Set(parts).size).toBeGreaterThan(UNITS)
    expect(parts).toEqual(parts.toSorted((left, right) => left - right))
    expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true)
    expect(parts.at(-1)).toBe(1)
  })

  it('may be ended anywhere, is no damage then, and is answered when it is asked again', async () => {
    const expected = JSON.stringify(await ask(await open(made), () => {}))
    for (let end = 0; end < 1; end += 0.07) {
      const lines = await open(made)
      const asked = ask(lines, (part) => {
        if (part >= end) throw new ProblemError(CANCELLED)
      })
      const beside = ask(lines, () => {})
      await expect(asked).rejects.toMatchObject({ problem: CANCELLED })
      expect(JSON.stringify(await beside)).toBe(expected)
      expect(JSON.stringify(await ask(lines, () => {}))).toBe(expected)
      expect(lines.notices()).toEqual([])
    }
  })
})

it('lets the message in that ends it, though all bytes are at hand', async () => {
  for (const pack of Object.values(PACKS)) {
    const lines = await open(make(4000, false, pack))
    // Code that is fetched when it is needed, and what is packed, is waited for here.
    await lines.runs(FIRST, FIRST + SIZE)
    let isEnded = false
    const asked = lines.runs(FIRST, FIRST + 4000 * SIZE, () => {
      if (isEnded) throw new ProblemError(CANCELLED)
    })
    setTimeout(() => (isEnded = true))
    await expect(asked).rejects.toMatchObject({ problem: CANCELLED })
  }
})

it('reads headers and first entries of all units in one go, once', async () => {
  const { executable, file } = make(4000, false, null)
  const source = watchedSource(memorySource('prog', file))
  const lines = await readLines(source, executable)
  // No unit covers it: all units are examined, and no line program.
  await lines?.locate([1])
  const info = executable.debugSections.find(({ name }) => name === '.debug_info')
  const { offset = 0, size = 0 } = info ?? {}
  const read = source.reads
    .filter((one) => one.offset + one.length > offset && one.offset < offset + size)
    .reduce((sum, { length }) => sum + length, 0)
  expect(size).toBeGreaterThan(200_000)
  // A chunk is read at each end of a stretch that is kept.
  expect(read).toBeLessThan(1.2 * size)
})

it('tells within a unit, too: a program may have but one', async () => {
  const rows = Array.from({ length: 40_000 }, (_, nth) => [FIRST + 4 * nth, 1, nth + 1] as const)
  const end = FIRST + 4 * rows.length
  const unit: DwarfUnit = { ...MAIN, sequences: [[...rows, [end, 1, 0]]], ranges: [[FIRST, end]] }
  const lines = await open(buildDwarf({ units: [unit] }))
  const parts: number[] = []
  const runs = await lines.runs(FIRST, end, (part) => parts.push(part))
  expect(runs).toHaveLength(rows.length)
  const steps = parts.map((part, at) => part - (parts[at - 1] ?? 0))
  expect(Math.max(...steps)).toBeLessThan(0.3)
})
