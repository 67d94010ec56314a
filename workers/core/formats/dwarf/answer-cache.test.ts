import { expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const MB = 1 << 20

/** Asks for places one after another; answers which had to be worked out. */
async function workedOut(last: AnswerCache<number>, places: readonly number[], size = 1): Promise<number[]> {
  const made: number[] = []
  for (const place of places) {
    await last.of(place, () => {
      made.push(place)
      return Promise.resolve(size)
    })
  }
  return made
}

it('the last few are known, the one asked about longest ago is forgotten first', async () => {
  const last = new AnswerCache<number>(3, () => 1)
  expect(await workedOut(last, [1, 2, 3, 1, 2, 3])).toEqual([1, 2, 3])
  expect(await workedOut(last, [1, 4, 1, 3, 4])).toEqual([4])
  expect(await workedOut(last, [2])).toEqual([2])
})

it('large ones are forgotten sooner', async () => {
  const last = new AnswerCache<number>(16, (size) => size)
  expect(await workedOut(last, [1, 2, 3, 1, 2, 3], 10 * MB)).toEqual([1, 2, 3])
  expect(await workedOut(last, [4, 4], 10 * MB)).toEqual([4])
  expect(await workedOut(last, [1, 2], 1)).toEqual([1, 2])
})

it('what went wrong is worked out again', async () => {
  const last = new AnswerCache<number>(3, () => 1)
  await expect(last.of(1, () => Promise.reject(new Error('damage')))).rejects.toThrow('damage')
  expect(await workedOut(last, [1, 1])).toEqual([1])
})
