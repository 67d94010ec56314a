// Tests of compressed sections, which read like plain ones; unreadable ones are reported.
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildDwarf } from '../../../testing/builders/build-dwarf.ts'
import { problemOf } from '../../../testing/problem-of.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import type { RawExecutable, RawSection } from '../format.ts'
import { DebugSection } from './sections.ts'
import { WorkBudget } from './work-budget.ts'
import { readLines } from './read.ts'

const built = buildDwarf({
  units: [
    {
      files: [['main.c', 0]],
      sequences: [
        [
          [0x1000, 1, 42],
          [0x1020, 1, 0],
        ],
      ],
      ranges: [[0x1000, 0x1020]],
    },
  ],
})

type Pack = (bytes: Uint8Array) => Uint8Array

/** The same file with every section packed, and the sections' new places. */
function packed(
  name: (name: string) => string,
  isCompressed: boolean,
  pack: Pack,
): { readonly file: Uint8Array; readonly executable: RawExecutable } {
  const parts: Uint8Array[] = []
  const debugSections: RawSection[] = []
  let at = 0
  for (const section of built.sections.values()) {
    const bytes = pack(built.file.subarray(section.offset, section.offset + section.size))
    debugSections.push({ name: name(section.name), offset: at, size: bytes.length, compressed: isCompressed })
    parts.push(bytes)
    at += bytes.length
  }
  return { file: Buffer.concat(parts), executable: { ...built.executable, debugSections } }
}

/** ELF's header in front: kind, reserved, size, alignment. */
function withHeader(kind: number, size: number, data: Uint8Array): Uint8Array {
  const header = new DataView(new ArrayBuffer(24))
  header.setUint32(0, kind, true)
  header.setBigUint64(8, BigInt(size), true)
  return Buffer.concat([new Uint8Array(header.buffer), data])
}

const deflated: Pack = (bytes) => withHeader(1, bytes.length, deflateSync(bytes))
const stored: Pack = (bytes) => withHeader(1, bytes.length, bytes)
const huge: Pack = (bytes) => withHeader(1, 2 ** 40, deflateSync(bytes))
const deflatedOld: Pack = (bytes) => {
  const header = new DataView(new ArrayBuffer(12))
  new Uint8Array(header.buffer).set(Buffer.from('ZLIB'))
  header.setBigUint64(4, BigInt(bytes.length))
  return Buffer.concat([new Uint8Array(header.buffer), deflateSync(bytes)])
}

const plain = (name: string): string => name
const old = (name: string): string => name.replace('.debug', '.zdebug')

async function lineAt({ file, executable }: ReturnType<typeof packed>): Promise<unknown> {
  const lines = await readLines(memorySource('prog', file), executable)
  const line = (await lines?.locate([0x1010]))?.line[0]
  const [notice] = lines?.notices() ?? []
  return notice?.code === 'sources-left-out' ? notice.problem : line
}

describe('sections', () => {
  it('compressed by zlib', async () => {
    expect(await lineAt(packed(plain, true, deflated))).toBe(42)
  })

  it('compressed the old way', async () => {
    expect(await lineAt(packed(old, false, deflatedOld))).toBe(42)
  })

  it('named the old way but not compressed', async () => {
    expect(await lineAt(packed(old, false, (bytes) => bytes))).toBe(42)
  })

  it('compressed in a way that is not known are told of', async () => {
    const pack: Pack = (bytes) => withHeader(9, bytes.length, bytes)
    const what = 'compression 9'
    expect(await lineAt(packed(plain, true, pack))).toMatchObject({ code: 'dwarf/unsupported', what })
  })

  it('that are no zstd data are damaged', async () => {
    const pack: Pack = (bytes) => withHeader(2, bytes.length, bytes)
    const what = 'compressed data'
    expect(await lineAt(packed(plain, true, pack))).toMatchObject({ code: 'dwarf/damaged', what })
  })

  it.each([
    ['more than it makes', (size: number) => size + 1],
    ['less than it makes', (size: number) => size - 1],
    ['more than the best compression could', () => 40_000_000],
  ])('that claim %s are damaged', async (_, claim) => {
    const pack: Pack = (bytes) => withHeader(1, claim(bytes.length), deflateSync(bytes))
    expect(await lineAt(packed(plain, true, pack))).toMatchObject({
      code: 'dwarf/damaged',
      what: 'compressed data',
    })
  })

  it('that claim more than can be held are not read', async () => {
    expect(await lineAt(packed(plain, true, huge))).toMatchObject({ code: 'bytes/table-too-large' })
  })

  it.each([1, 2])(
    'that claim more than any program makes of a file of their size are not read, kind %d',
    async (kind) => {
      const zeros = new Uint8Array(80e6)
      const pack: Pack = (bytes) => withHeader(kind, zeros.length, bytes)
      expect(await lineAt(packed(plain, true, pack))).toMatchObject({
        code: 'dwarf/unsupported',
        what: '80 MB decompressed, more than any program of this size',
      })
    },
  )

  it.each([0, 3, 23, 24, 30])('cut to %d bytes are damaged', async (length) => {
    const pack: Pack = (bytes) => deflated(bytes).subarray(0, length)
    expect(await lineAt(packed(plain, true, pack))).toMatchObject({ code: 'dwarf/damaged' })
  })

  it('that are no zlib data are damaged', async () => {
    expect(await lineAt(packed(plain, true, stored))).toMatchObject({ code: 'dwarf/damaged' })
  })
})

it('small reads near one another are answered from one stretch, and in whatever order are what stands there', async () => {
  const size = 1e6
  const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 8)) % 256)
  const source = memorySource('prog', bytes)
  let fetched = 0
  const counted = {
    ...source,
    read: (offset: number, length: number) => {
      fetched++
      return source.read(offset, length)
    },
  }
  const section = new DebugSection('.debug_info', counted, false, new WorkBudget(size))
  const check = async (offset: number, length: number): Promise<void> => {
    const piece = await section.read(offset, length)
    expect(piece.offset).toBe(offset)
    expect(Buffer.compare(piece.bytes, bytes.subarray(offset, offset + length))).toBe(0)
  }
  for (let offset = 0; offset + 10 <= size; offset += 50) await check(offset, 10)
  expect(fetched).toBeLessThan(12)
  const random = randomFrom(1)
  for (let nth = 0; nth < 500; nth++) {
    const offset = random.between(0, size)
    await check(offset, random.between(0, Math.min(6000, size - offset)))
  }
  await check(4096, 4096)
  await check(4095, 4096)
  await check(size - 1, 1)
  await check(size, 0)
})

it('one question reads no more than a file of its size bears out, and those after it a part of that', async () => {
  const size = 1 << 20
  const allowance = new WorkBudget(size)
  const section = new DebugSection(
    '.debug_line',
    memorySource('prog', new Uint8Array(size)),
    false,
    allowance,
  )
  /** How often all of it can be read. */
  const reads = async (): Promise<number> => {
    for (let times = 0; ; times++) {
      const problem = await problemOf(() => section.read(0, size))
      if (!problem) continue
      expect(problem).toEqual({
        code: 'dwarf/unsupported',
        file: 'prog',
        section: '.debug_line',
        what: 'more to go through than any program of this size',
      })
      return times
    }
  }
  const first = await reads()
  expect(first).toBeGreaterThan(500)
  const after = await reads()
  expect(after).toBeGreaterThan(10)
  expect(after).toBeLessThan(first / 16)
  expect(await problemOf(() => section.decodeAt(16, 8, (cursor) => cursor))).not.toBeNull()
  for (let question = 0; question < 2; question++) {
    allowance.startWork()
    expect(await reads()).toBe(after)
    expect(await reads()).toBe(0)
  }
})
