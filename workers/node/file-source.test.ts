import { execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import { openFileSource } from './file-source.ts'

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

it('knows a folder from a file', async () => {
  const reason = 'it is a folder'
  expect(await problemOf(openFileSource(folder))).toEqual({ code: 'bytes/cannot-open', file: folder, reason })
})

it('says who reads standard input', async () => {
  const reason = 'only gmonscope gprof reads standard input'
  expect(await problemOf(openFileSource('-'))).toEqual({ code: 'bytes/cannot-open', file: '-', reason })
})

it('says why a file cannot be read', async () => {
  const path = join(folder, 'missing')
  const missing = { code: 'bytes/cannot-open', file: path, reason: 'no such file' }
  expect(await problemOf(openFileSource(path))).toEqual(missing)
  expect(await problemOf(openFileSource(join(await fileOf(1), 'below')))).toMatchObject({
    reason: 'no such file',
  })
})

it('does not wait for the writer of a pipe', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  expect(await problemOf(openFileSource(path))).toMatchObject({ reason: 'it is no regular file' })
})

it('does not read after it was closed', async () => {
  const source = await openFileSource(await fileOf(1))
  await source.close()
  expect(await problemOf(source.read(0, 1))).toMatchObject({ code: 'bytes/unreadable' })
})
