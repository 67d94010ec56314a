// Files with holes, as tar puts them away without these.
import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tar } from '../../testing/builders/build-archives.ts'
import { A, expanded } from '../../testing/expanded.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { memorySource } from '../bytes/memory-source.ts'
import { expandArchives } from './expand.ts'
import { UnpackBudget } from './unpack-budget.ts'

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

/** As pax writes it: its length before it, which counts itself. */
const record = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`
  let length = rest.length
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length
  return `${length}${rest}`
}

const made = (records: readonly (readonly [string, string])[], content: string): Uint8Array =>
  tar([
    {
      name: 'x',
      content: bytes(records.map(([key, value]) => record(`GNU.sparse.${key}`, value)).join('')),
      type: 'x',
    },
    { name: 'GNUSparseFile.1/prog', content: bytes(content) },
    A,
  ])

describe('sparse files of tar', () => {
  it.each([['gnu'], ['oldgnu'], ['pax', '--sparse-version=1.0'], ['pax', '--sparse-version=0.1']])(
    'are whole again, as tar writes them, %s %s',
    async (format, ...options) => {
      const args = [
        '-S',
        '--hole-detection=raw',
        `--format=${format}`,
        ...options,
        '-cf',
        '-',
        'prog',
        'gmon.out',
      ]
      const archive = execFileSync('tar', args, { cwd: folder })
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
    },
  )

  it('of the form that tells parts one by one are named', async () => {
    const args = [
      '-S',
      '--hole-detection=raw',
      '--format=pax',
      '--sparse-version=0.0',
      '-cf',
      '-',
      'prog',
      'gmon.out',
    ]
    const archive = execFileSync('tar', args, { cwd: folder })
    expect(await expanded(memorySource('a.tar', archive))).toEqual([
      'a.tar: archive/unsupported',
      'gmon.out (a.tar): gmon…',
    ])
  })

  it('count as unpacked: those that say they are larger than may be are named', async () => {
    const archive = made(
      [
        ['size', '1000000'],
        ['map', '0,4,999996,4'],
      ],
      'headtail',
    )
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
    ['3', '0,4'],
    ['100', '0,4,2,2'],
    ['100', '0,4,90'],
    ['100', '0,99'],
    ['100', '1.5,2'],
    ['100', '-1,2'],
    ['100', 'a,b'],
    ['9e99', '0,4'],
  ])('that do not add up are named: %s bytes, %s', async (size, map) => {
    const archive = made(
      [
        ['size', size],
        ['map', map],
      ],
      'headtail',
    )
    expect((await expanded(memorySource('a.tar', archive)))[0]).toBe('a.tar: archive/unsupported')
  })

  it.each(['', '1\n', '1\n0\n', '9999999\n', '2\n0\n4\n', '1\n0\nx\n'])(
    'whose list stands before them and is none are named: %j',
    async (list) => {
      const archive = made(
        [
          ['major', '1'],
          ['realsize', '100'],
        ],
        list,
      )
      expect((await expanded(memorySource('a.tar', archive)))[0]).toBe('a.tar: archive/unsupported')
    },
  )

  it('of very many parts take no time', async () => {
    const map = Array.from({ length: 12_000 }, (_, at) => `${at},1`)
      .join(',')
      .slice(0, 60_000)
    const worked = processorTime()
    const archive = made(
      [
        ['size', '1000000'],
        ['map', map],
      ],
      'x'.repeat(20_000),
    )
    expect((await expanded(memorySource('a.tar', archive))).length).toBeGreaterThan(0)
    expect(worked()).toBeLessThan(3000)
  })
})
