// Files, pipes and standard input as byte sources.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { appendFile, mkdtemp, open, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, describe } from 'vitest'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import { openFileSource, type FileSource } from './file-source.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-source-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

async function fileOf(...bytes: readonly number[]): Promise<string> {
  const path = join(folder, 'gmon.out')
  await writeFile(path, Uint8Array.from(bytes))
  return path
}

async function problemOf(work: Promise<unknown>): Promise<Problem | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof ProblemError) return error.problem
    throw error
  }
}

it('reads ranges in any order, and the empty one', async () => {
  const source = await openFileSource(await fileOf(10, 11, 12, 13))
  expect(source.size).toBe(4)
  expect([...(await source.read(2, 2))]).toEqual([12, 13])
  expect([...(await source.read(0, 4))]).toEqual([10, 11, 12, 13])
  expect([...(await source.read(4, 0))]).toEqual([])
  const room = Uint8Array.of(1, 1, 1)
  await source.readInto?.(1, room.subarray(1))
  expect([...room]).toEqual([1, 11, 12])
  await source.close()
})

it('answers many reads at once', async () => {
  const source = await openFileSource(await fileOf(...Array.from({ length: 256 }, (_, byte) => byte)))
  const reads = await Promise.all(Array.from({ length: 256 }, (_, offset) => source.read(offset, 1)))
  expect(reads.map(([byte]) => byte)).toEqual(Array.from({ length: 256 }, (_, byte) => byte))
  await source.close()
})

const openHere = (): number => readdirSync('/proc/self/fd').length

it('reads more files than a system lets a process hold open', async () => {
  const paths = Array.from({ length: 200 }, (_, nth) => join(folder, `gmon.out.${nth}`))
  for (const [nth, path] of paths.entries()) await writeFile(path, Uint8Array.of(nth, nth))
  const before = openHere()
  const sources: FileSource[] = []
  for (const path of paths) sources.push(await openFileSource(path))
  expect(openHere() - before).toBeLessThanOrEqual(64)
  const firstBytes = async (): Promise<number[]> =>
    (await Promise.all(sources.map((source) => source.read(0, 1)))).map(([byte]) => byte ?? -1)
  expect(await firstBytes()).toEqual(paths.map((_, nth) => nth))
  for (const [nth, source] of sources.entries()) expect([...(await source.read(1, 1))]).toEqual([nth])
  expect(openHere() - before).toBeLessThanOrEqual(64)
  for (const source of sources) await source.close()
  expect(openHere()).toBe(before)
})

it('does not take another file for one that it has to open again', async () => {
  const paths = Array.from({ length: 100 }, (_, nth) => join(folder, `gmon.out.${nth}`))
  const [first = ''] = paths
  const hour = new Date(3_600_000)
  for (const path of [...paths, join(folder, 'other')]) {
    await writeFile(path, 'same')
    await utimes(path, hour, hour)
  }
  const sources: FileSource[] = []
  for (const path of paths) sources.push(await openFileSource(path))
  await rename(join(folder, 'other'), first)
  const problem = await problemOf(sources[0]?.read(0, 4) ?? Promise.resolve())
  expect(problem).toEqual({ code: 'bytes/unreadable', file: first, reason: 'it changed while it was read' })
  for (const source of sources) await source.close()
})

it('is named by the path that was given, and follows links', async () => {
  const path = await fileOf(1)
  const link = join(folder, 'link')
  await symlink(path, link)
  const source = await openFileSource(link)
  expect(source.name).toBe(link)
  expect([...(await source.read(0, 1))]).toEqual([1])
  await source.close()
})

it('refuses ranges beyond either end', async () => {
  const path = await fileOf(1, 2, 3)
  const source = await openFileSource(path)
  for (const [offset, length] of [
    [0, 4],
    [3, 1],
    [-1, 1],
    [0, -1],
  ] as const) {
    expect(await problemOf(source.read(offset, length))).toMatchObject({
      code: 'bytes/out-of-bounds',
      file: path,
      offset,
      needed: length,
      size: 3,
    })
  }
  await source.close()
})

it.each([
  ['shorter', (path: string) => truncate(path, 1)],
  ['longer', (path: string) => appendFile(path, 'x')],
])('does not mix two runs when the file becomes %s', async (_, change) => {
  const path = await fileOf(1, 2, 3)
  const source = await openFileSource(path)
  await change(path)
  const problem = await problemOf(source.read(0, 3))
  expect(problem).toEqual({ code: 'bytes/unreadable', file: path, reason: 'it changed while it was read' })
  await source.close()
})

it('does not mix two runs either when a file that grew has the time of the one before', async () => {
  const path = await fileOf(1, 2, 3)
  const hour = new Date(3_600_000)
  await utimes(path, hour, hour)
  const source = await openFileSource(path)
  await appendFile(path, 'x')
  await utimes(path, hour, hour)
  expect(await problemOf(source.read(0, 3))).toMatchObject({ reason: 'it changed while it was read' })
  await source.close()
})

it('knows a folder from a file', async () => {
  const reason = 'it is a folder; name the files in it'
  expect(await problemOf(openFileSource(folder))).toEqual({ code: 'bytes/cannot-open', file: folder, reason })
})

describe('-', () => {
  async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield await Promise.resolve(Buffer.from(text))
  }

  it('is standard input, read to its end', async () => {
    const source = await openFileSource('-', { input: pieces('Flat ', '', 'profile:\n') })
    expect(source).toMatchObject({ name: 'standard input', size: 14 })
    expect(Buffer.from(await source.read(5, 9)).toString()).toBe('profile:\n')
    expect((await openFileSource('-', { input: pieces() })).size).toBe(0)
    expect((await openFileSource('-', { input: pieces('Flat ', 'profile'), largest: 12 })).size).toBe(12)
    await source.close()
  })

  it('says why standard input cannot be read, and does not take more than it can hold', async () => {
    const folderAsInput: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(Object.assign(new Error('EISDIR'), { code: 'EISDIR' })),
      }),
    }
    const file = 'standard input'
    const isFolder = { code: 'bytes/unreadable', file, reason: 'it is a folder' }
    expect(await problemOf(openFileSource('-', { input: folderAsInput }))).toEqual(isFolder)
    async function* endless(): AsyncGenerator<Uint8Array> {
      const piece = new Uint8Array(1 << 24)
      for (;;) yield await Promise.resolve(piece)
    }
    expect(await problemOf(openFileSource('-', { input: endless(), largest: 64_000_000 }))).toMatchObject({
      code: 'bytes/unreadable',
      file,
      reason: 'it is larger than 64.0 MB: name the file itself',
    })
  })
})

it('says why a file cannot be read', async () => {
  const path = join(folder, 'missing')
  const missing = { code: 'bytes/cannot-open', file: path, reason: 'no such file' }
  expect(await problemOf(openFileSource(path))).toEqual(missing)
  expect(await problemOf(openFileSource(join(await fileOf(1), 'below')))).toMatchObject({
    reason: 'no such file',
  })
})

describe('a named pipe', () => {
  const make = (): string => {
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    return path
  }

  it('is not waited for without end', async () => {
    expect(await problemOf(openFileSource(make(), { patience: 50 }))).toMatchObject({
      code: 'bytes/cannot-open',
      reason: 'it is a pipe that no program writes to',
    })
  })

  it('is waited for once somebody has opened it to write', async () => {
    const path = make()
    const opening = openFileSource(path, { patience: 300 })
    const handle = await open(path, 'w')
    await setTimeout(700)
    await handle.write('late')
    await handle.close()
    const source = await opening
    expect(Buffer.from(await source.read(0, source.size)).toString()).toBe('late')
  })

  it('is empty once somebody has opened it and written nothing', async () => {
    const path = make()
    const opening = openFileSource(path)
    const handle = await open(path, 'w')
    await setTimeout(100)
    await handle.close()
    expect(await opening).toMatchObject({ size: 0 })
  })

  it('is read to its end, whichever side opens it first, and however slow the writer is', async () => {
    const path = make()
    const write = async (...pieces: readonly string[]): Promise<void> => {
      const handle = await open(path, 'w')
      for (const piece of pieces) {
        await setTimeout(20)
        await handle.write(piece)
      }
      await handle.close()
    }
    const written = write('gm', 'on', '')
    const source = await openFileSource(path)
    await written
    expect(source).toMatchObject({ name: path, size: 4, isPipe: true })
    expect(Buffer.from(await source.read(0, 4)).toString()).toBe('gmon')
    const later = openFileSource(path)
    await setTimeout(20)
    await write('later')
    expect(await later).toMatchObject({ size: 5 })
  })
})

it('reads a pipe that a shell has opened to its end', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  // Each waits for the other to open it.
  const [pipe] = await Promise.all([open(path, 'r'), writeFile(path, 'gmon')])
  const name = `/dev/fd/${pipe.fd}`
  expect(await openFileSource(name)).toMatchObject({ name, size: 4 })
  await pipe.close()
})

it('does not read after it was closed', async () => {
  const source = await openFileSource(await fileOf(1))
  await source.close()
  expect(await problemOf(source.read(0, 1))).toMatchObject({ code: 'bytes/unreadable' })
})
