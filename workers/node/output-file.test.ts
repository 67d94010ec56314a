// The file that -o names, if the system refuses something or a new file would not be equivalent.
// Parts of the system are simulated.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OutputFile } from './output-file.ts'

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>()
  const { accessSync, fstatSync, renameSync, writeSync } = real
  return {
    ...real,
    accessSync: vi.fn(accessSync),
    fstatSync: vi.fn(fstatSync),
    renameSync: vi.fn(renameSync),
    writeSync: vi.fn(writeSync),
  }
})

let folder = ''
let path = ''
let before = { ino: 0, open: 0 }
const openHere = (): number => fs.readdirSync('/proc/self/fd').length

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'gmonscope-output-file-'))
  path = join(folder, 'out')
  fs.writeFileSync(path, 'older')
  before = { ino: fs.statSync(path).ino, open: openHere() }
})
afterEach(() => {
  vi.mocked(fs.accessSync).mockReset()
  vi.mocked(fs.fstatSync).mockReset()
  vi.mocked(fs.renameSync).mockReset()
  vi.mocked(fs.writeSync).mockReset()
  fs.rmSync(folder, { recursive: true })
})

/** Writes a whole file. Returns whether it is a new file with the same name. */
function replaces(): boolean {
  const file = new OutputFile(path)
  file.write(Buffer.from('new'))
  file.finish()
  expect(fs.readFileSync(path, 'utf8')).toBe('new')
  expect(fs.readdirSync(folder)).toEqual(['out'])
  expect(openHere()).toBe(before.open)
  return fs.statSync(path).ino !== before.ino
}

/** Replaces the status of descriptors with the test's; null for the real one. */
function descriptorsAre(as: (descriptor: number, stats: fs.Stats) => Partial<fs.Stats> | null): void {
  const real = vi.mocked(fs.fstatSync).getMockImplementation()
  vi.mocked(fs.fstatSync).mockImplementation((descriptor: number) => {
    const stats = real?.(descriptor) as fs.Stats
    return Object.assign(stats, as(descriptor, stats))
  })
}

describe('another file takes its place', () => {
  it('where nothing speaks against it', () => {
    expect(replaces()).toBe(true)
  })

  it('where a file of another system that is open has its number', () => {
    descriptorsAre((descriptor, { dev }) => (descriptor < 3 ? { ino: before.ino, dev: dev + 1e6 } : null))
    expect(replaces()).toBe(true)
  })
})

describe('it is written in its own place', () => {
  it.each(['uid', 'gid', 'dev'] as const)('where another one would have another %s', (what) => {
    descriptorsAre((descriptor, stats) => (descriptor < 3 ? null : { [what]: stats[what] + 1 }))
    expect(replaces()).toBe(false)
  })

  it.each([0, 1, 2])('where it is open as descriptor %d', (standard) => {
    const { ino, dev } = fs.statSync(path)
    descriptorsAre((descriptor) => (descriptor === standard ? { ino, dev } : null))
    expect(replaces()).toBe(false)
  })

  it('where it may not be written, which opening it reports', () => {
    vi.mocked(fs.accessSync).mockImplementation(() => {
      throw Object.assign(new Error(), { code: 'EACCES' })
    })
    expect(replaces()).toBe(false)
  })

  it('where no other file may take its name', () => {
    vi.mocked(fs.renameSync).mockImplementation(() => {
      throw Object.assign(new Error(), { code: 'EBUSY' })
    })
    expect(replaces()).toBe(false)
  })
})

it('is whole where the system takes less at a time than it is given', () => {
  const real = vi.mocked(fs.writeSync).getMockImplementation() as unknown as (
    descriptor: number,
    bytes: Uint8Array,
    at: number,
    length: number,
  ) => number
  vi.mocked(fs.writeSync).mockImplementation(((descriptor: number, bytes: Uint8Array, at: number) =>
    real(descriptor, bytes, at, Math.min(1, bytes.length - at))) as unknown as typeof fs.writeSync)
  expect(replaces()).toBe(true)
})

it.each([true, false])('given up, it is as it was, and nothing stays open; beside it: %s', (isBeside) => {
  if (!isBeside) fs.linkSync(path, join(folder, 'other'))
  const file = new OutputFile(path)
  file.write(Buffer.from('half'))
  file.discard()
  expect(openHere()).toBe(before.open)
  expect(fs.readdirSync(folder)).toEqual(isBeside ? ['out'] : ['other'])
  expect(fs.readFileSync(join(folder, isBeside ? 'out' : 'other'), 'utf8')).toBe(isBeside ? 'older' : '')
})
