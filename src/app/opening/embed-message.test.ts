import { describe, expect, it } from 'vitest'
import { expectedOrigins, parseMessage } from './embed-message.ts'

const bytes = new Uint8Array([1, 2, 3])
const message = (patch: object = {}) => ({
  gmonscope: 'open',
  version: 1,
  files: [{ name: 'gmon.out', bytes }],
  ...patch,
})

describe('a message from the page around', () => {
  it.each([
    ['a view', bytes],
    ['a part of a buffer', new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 4)],
    ['a buffer', bytes.buffer],
    ['a blob', new Blob([bytes])],
  ])('brings files as %s', async (_, given) => {
    const read = parseMessage(message({ files: [{ name: 'gmon.out', bytes: given }], state: '#v=1', id: 7 }))
    if (read === null || typeof read === 'string') throw new Error(String(read))
    expect(read).toMatchObject({ state: '#v=1', id: 7 })
    expect(read.files.map(({ name }) => name)).toEqual(['gmon.out'])
    expect(new Uint8Array(await (read.files[0] ?? new Blob()).arrayBuffer())).toEqual(bytes)
  })

  it.each([undefined, null, 'open', 3, [], {}, { type: 'webpackOk' }, { gmonscope: 'ready' }])(
    'of another protocol is none of ours: %j',
    (data) => expect(parseMessage(data)).toBeNull(),
  )

  it.each([
    { version: 2 },
    { version: '1' },
    { files: undefined },
    { files: [] },
    { files: Array.from({ length: 401 }, () => ({ name: 'a', bytes })) },
    { files: [null] },
    { files: [{ name: '', bytes }] },
    { files: [{ name: 'a'.repeat(256), bytes }] },
    { files: [{ name: ['a'], bytes }] },
    { files: [{ name: 'a', bytes: 'text' }] },
    { files: [{ name: 'a', bytes: [1, 2] }] },
    { state: {} },
    { state: '#'.repeat(10_001) },
    { id: {} },
  ])('that is wrong is answered with what is wrong: %j', (patch) => {
    expect(parseMessage(message(patch))).toMatch(/should be/)
  })
})

it('expected origins stand in the hash; what is no origin is left out', () => {
  const hash =
    '#v=1&from=https://ci.example/path,http%3A%2F%2Flocalhost:8080,null,file:///x,nonsense,%&view=graph'
  expect([...expectedOrigins(hash)]).toEqual(['https://ci.example', 'http://localhost:8080'])
  expect(expectedOrigins('')).toEqual(new Set())
})
