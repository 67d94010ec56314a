// Files that the system returns in pieces of any size, and sockets.
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { problemOf } from '../testing/problem-of.ts'
import { openFileSource } from './file-source.ts'

const LARGEST = 7
vi.mock('./file-system.ts', async (original) => ({
  ...(await original<typeof import('./file-system.ts')>()),
  LARGEST_CALL: 7,
}))

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-source-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

const BYTES = Uint8Array.from({ length: 40 }, (_, at) => at)

async function makeFile(): Promise<string> {
  const path = join(folder, 'gmon.out')
  await writeFile(path, BYTES)
  return path
}

/** Makes each call return at most that many bytes; returns the sizes requested. */
async function readInPieces(path: string, most: number): Promise<readonly number[]> {
  const handle = await open(path)
  const prototype = Object.getPrototypeOf(handle) as { readonly read: (...words: number[]) => unknown }
  await handle.close()
  const asked: number[] = []
  const { read } = prototype
  vi.spyOn(prototype, 'read').mockImplementation(function (this: unknown, buffer, at, length = 0, position) {
    asked.push(length)
    return Reflect.apply(read, this, [buffer, at, Math.min(length, most), position])
  })
  return asked
}

it.each([1, 3, 100])(
  'reads on where a call hands over fewer bytes than were asked for, %d at most',
  async (most) => {
    const path = await makeFile()
    const source = await openFileSource(path)
    const asked = await readInPieces(path, most)
    expect([...(await source.read(2, 20))]).toEqual([...BYTES.subarray(2, 22)])
    const room = new Uint8Array(32).fill(99)
    await source.readInto?.(8, room.subarray(4, 20))
    expect([...room]).toEqual([
      ...Array<number>(4).fill(99),
      ...BYTES.subarray(8, 24),
      ...Array<number>(12).fill(99),
    ])
    expect(Math.max(...asked)).toBe(LARGEST)
    await source.close()
  },
)

it('reports a file that ends between two pieces', async () => {
  const path = await makeFile()
  const source = await openFileSource(path)
  await truncate(path, 25)
  await readInPieces(path, 3)
  expect(await problemOf(() => source.read(10, 30))).toMatchObject({ reason: 'it changed while it was read' })
  await source.close()
})

/** Node does not report it for sockets. */
function descriptorOf(socket: Socket): number {
  const handle = Reflect.get(socket, '_handle') as { readonly fd: number }
  return handle.fd
}

it('reads a socket to its end, as a program is handed one for a pipe', async () => {
  const path = join(folder, 'socket')
  const server = createServer({ pauseOnConnect: true })
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve))
  await new Promise<void>((resolve) => server.listen(path, resolve))
  const writer = connect(path)
  const reader = await connected
  await new Promise<void>((resolve) => writer.end('gmon from a socket', resolve))
  const fd = descriptorOf(reader)
  const name = `/dev/fd/${fd}`
  const source = await openFileSource(name)
  expect(source).toMatchObject({ name, size: 18, isPipe: true })
  expect(Buffer.from(await source.read(5, 13)).toString()).toBe('from a socket')
  reader.destroy()
  server.close()
})
