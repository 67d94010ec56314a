// Reading many files in sequence as one blob.
import { afterEach, expect, it, vi } from 'vitest'
import { ConcatenatedFiles } from './concatenated-files.ts'
import { BlobReader } from './read-blob.ts'

const SIZE = 3000
const contentOf = (file: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: SIZE + file }, (_, at) => (at * 7 + file) % 256)

function inARow(count: number, keptWhole = Number.NaN) {
  const files = Array.from({ length: count }, (_, file) => new File([contentOf(file)], `gmon.out.${file}`))
  const begun = vi.spyOn(Blob.prototype, 'stream')
  const kept = files.map(({ size }, file) => (file === keptWhole ? size : 512))
  return { files, begun, row: new ConcatenatedFiles(files, kept, new BlobReader()) }
}

const memory = (file: number): Uint8Array<ArrayBuffer> => new Uint8Array(2 * SIZE).subarray(0, SIZE + file)

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('reads files one after the other as one, in the memory that is given', async () => {
  const { begun, row } = inARow(70)
  for (let file = 0; file < 70; file++) {
    const bytes = await row.read(file, memory(file))
    expect(bytes).toEqual(contentOf(file))
    expect(bytes.buffer.byteLength).toBe(2 * SIZE)
  }
  expect(begun).toHaveBeenCalledTimes(2)
})

it('reads any of them, in whatever order', async () => {
  const { begun, row } = inARow(9, 5)
  for (const file of [3, 4, 6, 7, 7, 8, 0, 1])
    expect(await row.read(file, memory(file))).toEqual(contentOf(file))
  expect(begun).toHaveBeenCalledTimes(4)
})

it('reads two at a time', async () => {
  const { row } = inARow(5)
  const both = [0, 1].map((file) => row.read(file, memory(file)))
  expect(await Promise.all(both)).toEqual([contentOf(0), contentOf(1)])
  expect(await row.read(1, memory(1))).toEqual(contentOf(1))
})

it('reads a file by itself where a row of files cannot be read, and says what is wrong with that one', async () => {
  const { files, begun, row } = inARow(5)
  const gone = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
    new ReadableStream({ type: 'bytes', pull: (controller) => controller.error(new Error('gone')) })
  begun.mockImplementationOnce(gone)
  for (const file of [0, 1, 3]) expect(await row.read(file, memory(file))).toEqual(contentOf(file))
  Object.defineProperty(files[2], 'stream', { value: gone })
  await expect(row.read(2, memory(2))).rejects.toThrow('gone')
  expect(await row.read(3, memory(3))).toEqual(contentOf(3))
})

it('keeps nothing for a next file that is never requested', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { begun, row } = inARow(5)
  const cancelled = vi.spyOn(ReadableStreamBYOBReader.prototype, 'cancel')
  await row.read(0, memory(0))
  expect(cancelled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(cancelled).toHaveBeenCalledTimes(1)
  expect(await row.read(1, memory(1))).toEqual(contentOf(1))
  expect(begun).toHaveBeenCalledTimes(2)
})
