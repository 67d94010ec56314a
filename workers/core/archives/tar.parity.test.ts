// Tests of sparse files in tar, as bsdtar stores them by default and GNU tar on request.
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tar } from '../../testing/builders/build-archives.ts'
import { A, expanded } from '../../testing/expanded.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { expandArchives } from './expand.ts'
import { UnpackBudget } from './archive.ts'

const PARTS = 60
const APART = 65_536
let folder = ''
let whole = Buffer.alloc(0)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-sparse-'))
  whole = Buffer.alloc(PARTS * APART + 1000)
  const file = openSync(join(folder, 'prog'), 'w')
  for (let part = 0; part < PARTS; part++) {
    const text = Buffer.from(`part ${part} `.repeat(500))
    text.copy(whole, part * APART)
    writeSync(file, text, 0, text.length, part * APART)
  }
  ftruncateSync(file, whole.length)
  closeSync(file)
  writeFileSync(join(folder, 'gmon.out'), 'gmon…')
})
afterAll(() => rmSync(folder, { recursive: true }))

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A pax record: its length, which counts itself, comes first. */
const record = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`
  let length = rest.length
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length
  return `${length}${rest}`
}

/** A sparse member: the list of its parts, padded to a block, before the parts. */
const made = (size: string, list: string, content: string): Uint8Array => {
  const records = [
    ['major', '1'],
    ['minor', '0'],
    ['realsize', size],
  ] as const
  return tar([
    {
      name: 'x',
      content: bytes(records.map(([key, value]) => record(`GNU.sparse.${key}`, value)).join('')),
      type: 'x',
    },
    {
      name: 'GNUSparseFile.1/prog',
      content: bytes(list.padEnd(Math.ceil(list.length / 512) * 512, '\0') + content),
    },
    A,
  ])
}

const archived = (format: string, ...options: string[]): Buffer => {
  const args = ['-S', '--hole-detection=raw', `--format=${format}`, ...options]
  return execFileSync('tar', [...args, '-cf', '-', 'prog', 'gmon.out'], { cwd: folder })
}

describe('sparse files of tar', () => {
  it('are whole again, as bsdtar writes them', async () => {
    const archive = archived('pax', '--sparse-version=1.0')
    expect(archive.length).toBeLessThan(whole.length / 2)
    const [prog, gmon, ...others] = await expandArchives([memorySource('a.tar', archive)])
    expect([prog?.problem, gmon?.source.name, others]).toEqual([null, 'gmon.out', []])
    expect([prog?.source.name, prog?.source.size]).toEqual(['prog', whole.length])
    for (const [from, length] of [
      [0, whole.length],
      [APART - 10, 20],
      [5000, 100_000],
      [whole.length - 2000, 2000],
    ] as const) {
      const read = (await prog?.source.read(from, length)) ?? new Uint8Array(0)
      expect(Buffer.compare(read, whole.subarray(from, from + length))).toBe(0)
    }
  })

  it.each([['gnu'], ['oldgnu'], ['pax', '--sparse-version=0.1'], ['pax', '--sparse-version=0.0']])(
    'of the forms that GNU tar alone writes are named, %s %s',
    async (format, ...options) => {
      expect(await expanded(memorySource('a.tar', archived(format, ...options)))).toEqual([
        'a.tar: archive/unsupported',
        'gmon.out (a.tar): gmon…',
      ])
    },
  )

  it('count as unpacked: those that say they are larger than may be are named', async () => {
    const archive = made('1000000', '2\n0\n4\n999996\n4\n', 'headtail')
    expect(await expanded(memorySource('a.tar', archive), 999_999)).toEqual([
      'a.tar: archive/unsupported',
      'run/gmon.out (a.tar): gmon…',
    ])
    const budget = new UnpackBudget(1_000_000)
    const [prog] = await expandArchives([memorySource('a.tar', archive)], budget)
    expect([prog?.source.name, budget.left]).toEqual(['GNUSparseFile.1/prog', 0])
    expect(await prog?.source.read(999_990, 10)).toEqual(bytes('\0\0\0\0\0\0tail'))
  })

  it.each([
    ['3', '1\n0\n4\n'],
    ['100', '2\n0\n4\n2\n2\n'],
    ['100', '1\n0\n99\n'],
    ['9e99', '1\n0\n4\n'],
    ['100', ''],
    ['100', '1\n'],
    ['100', '1\n0\n'],
    ['100', '9999999\n'],
    ['100', '2\n0\n4\n'],
    ['100', '1\n0\nx\n'],
    ['100', '1\n-1\n2\n'],
    ['100', '1\n0\n9999999999999999\n'],
  ])('whose list of parts does not add up are named: %s bytes, %j', async (size, list) => {
    expect((await expanded(memorySource('a.tar', made(size, list, 'headtail'))))[0]).toBe(
      'a.tar: archive/unsupported',
    )
  })

  it('of very many parts take no time', async () => {
    const list = `10000\n${Array.from({ length: 10_000 }, (_, at) => `${2 * at}\n1\n`).join('')}`
    const worked = processorTime()
    const archive = made('1000000', list, 'x'.repeat(20_000))
    expect((await expanded(memorySource('a.tar', archive))).length).toBe(2)
    expect(worked()).toBeLessThan(3000)
  })
})
