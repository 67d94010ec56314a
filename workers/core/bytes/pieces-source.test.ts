// Tests of a source over pieces.

import { expect, it } from 'vitest'
import { problemOf } from '../../testing/problem-of.ts'
import { piecesSource } from './pieces-source.ts'

const PIECES = [[], [1, 2, 3], [], [4], [5, 6]].map((bytes) => Uint8Array.from(bytes))

it('answers every range as if the pieces were one', async () => {
  const source = piecesSource('x', PIECES)
  expect(source.size).toBe(6)
  for (let offset = 0; offset <= 6; offset++)
    for (let length = 0; length <= 6 - offset; length++)
      expect([...(await source.read(offset, length))]).toEqual(
        [1, 2, 3, 4, 5, 6].slice(offset, offset + length),
      )
})

it('answers memory of its own, and nothing beyond the end', async () => {
  const source = piecesSource('x', PIECES)
  ;(await source.read(1, 1))[0] = 9
  expect([...(await source.read(1, 1))]).toEqual([2])
  expect(await problemOf(() => source.read(5, 2))).toMatchObject({ code: 'bytes/out-of-bounds', file: 'x' })
  expect((await piecesSource('x', []).read(0, 0)).length).toBe(0)
})
