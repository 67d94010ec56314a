// Byte sources of dropped files: slices, kept starts, and failures.
import { expect, it } from 'vitest'
import { openProfile } from '../core/pipeline/open-profile.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { buildLargeCase } from '../testing/large-case.ts'
import { problemOf } from '../testing/problem-of.ts'
import { blobSources } from './blob-source.ts'
import { BlobReader } from './read-blob.ts'

const MB = 1 << 20

interface Range {
  readonly file: number
  readonly offset: number
  readonly length: number
}

/** Files of these bytes, and a reader that logs the requests. */
function watched(contents: readonly Uint8Array<ArrayBuffer>[]) {
  const ranges: Range[] = []
  const files = contents.map((bytes, at) => new File([bytes], `file ${at}`))
  const sources = blobSources(
    files,
    async (file, offset, length) => {
      ranges.push({ file, offset, length })
      return contents[file]?.slice(offset, offset + length).buffer ?? new ArrayBuffer(0)
    },
    new BlobReader(),
  )
  return { ranges, sources }
}

const numbered = (size: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: size }, (_, at) => (at * 7 + (at >> 9)) % 256)

it('reads a short file once, whole, and of a long one the start and what is asked for', async () => {
  const [short, long] = [numbered(5000), numbered(MB + 1)]
  const { ranges, sources } = watched([short, long])
  for (const [file, bytes] of [short, long].entries()) {
    for (const [offset, length] of [
      [0, 512],
      [64, 64],
      [4000, 1000],
      [0, 4],
    ] as const) {
      expect(await sources[file]?.read(offset, length)).toEqual(bytes.slice(offset, offset + length))
    }
  }
  expect(ranges).toEqual([
    { file: 0, offset: 0, length: 5000 },
    { file: 1, offset: 0, length: 4096 },
    { file: 1, offset: 4000, length: 1000 },
  ])
})

it('gives bytes that their reader may change', async () => {
  const { sources } = watched([numbered(100)])
  const first = await sources[0]?.read(0, 100)
  first?.fill(0)
  expect(await sources[0]?.read(0, 100)).toEqual(numbered(100))
})

it('keeps no more of many short files than of a few', async () => {
  const { ranges, sources } = watched(Array.from({ length: 12 }, () => new Uint8Array(MB)))
  for (const source of sources) await source.read(0, 16)
  expect(ranges.map(({ length }) => length)).toEqual([...Array(8).fill(MB), ...Array(4).fill(4096)])
})

it('keeps little of each of many long files', async () => {
  const { ranges, sources } = watched(Array.from({ length: 65 }, () => new Uint8Array(2 * MB)))
  for (const source of sources) await source.read(0, 16)
  expect(new Set(ranges.map(({ length }) => length))).toEqual(new Set([512]))
})

it('reads a long file into memory that is there', async () => {
  const bytes = numbered(MB + 1)
  const [source] = blobSources([new File([bytes], 'gmon.out')], null, new BlobReader())
  let room = new Uint8Array(MB)
  for (const [offset, length] of [
    [0, 64],
    [1, MB],
    [4000, 200_000],
    [MB, 1],
  ] as const) {
    const read = await source?.readInto?.(offset, room.subarray(MB - length))
    expect(read?.length).toBe(length)
    expect(read?.every((byte, at) => byte === bytes[offset + at])).toBe(true)
    // The buffer, in whichever array owns it now.
    room = new Uint8Array(read?.buffer ?? new ArrayBuffer(0))
    expect(room.length).toBe(MB)
  }
  expect(await problemOf(() => source?.readInto?.(MB, new Uint8Array(2)))).toMatchObject({
    code: 'bytes/out-of-bounds',
    size: MB + 1,
  })
})

it('reports a file that became shorter while it was read into memory', async () => {
  const file = new File([numbered(2 * MB)], 'gmon.out')
  Object.defineProperty(file, 'slice', { value: () => new Blob([numbered(100)]) })
  const [source] = blobSources([file], null, new BlobReader())
  expect(await problemOf(() => source?.readInto?.(5, new Uint8Array(200)))).toMatchObject({
    code: 'bytes/unreadable',
    file: 'gmon.out',
  })
})

it('reports what it cannot read, and tries again', async () => {
  let isGone = true
  const [source] = blobSources(
    [new File([numbered(100)], 'gmon.out')],
    async (_, offset, length) => {
      if (isGone) throw new Error('gone')
      return numbered(100).slice(offset, offset + length).buffer
    },
    new BlobReader(),
  )
  const read = () => source?.read(0, 10)
  expect(await problemOf(read)).toEqual({ code: 'bytes/unreadable', file: 'gmon.out', reason: 'gone' })
  isGone = false
  expect(await read()).toEqual(numbered(10))
  expect(await problemOf(() => source?.read(90, 20))).toMatchObject({
    code: 'bytes/out-of-bounds',
    size: 100,
  })
})

it('opens an ordinary profile with one range of each file', async () => {
  const { executable, profile } = buildLargeCase({
    functions: 500,
    arcs: 2000,
    cycles: 'some',
    names: 'c',
    seed: 1,
  })
  const { ranges, sources } = watched([executable.slice(), profile.slice()])
  const opened = await openProfile(
    sources,
    { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 },
    () => {},
  )
  expect(opened.ok).toBe(true)
  expect(ranges.map(({ file }) => file)).toEqual([0, 1])
})
