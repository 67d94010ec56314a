import { expect, test } from 'vitest'
import { RowElements } from './row-elements.ts'

const keys = (elements: RowElements, ...indexes: number[]) =>
  [...elements.keysOf(indexes)].map(([, key]) => key)

test('rows that stay keep their elements, new rows take those that others leave', () => {
  const elements = new RowElements()
  expect(keys(elements, 0, 1, 2)).toEqual([0, 1, 2])
  expect(keys(elements, 1, 2, 3)).toEqual([1, 2, 0])
  expect(keys(elements, 1, 2, 3)).toEqual([1, 2, 0])
  // The focused row, far from the others.
  expect(keys(elements, 2, 70, 71, 72)).toEqual([2, 1, 0, 3])
  expect(keys(elements, 2)).toEqual([2])
  expect(keys(elements, 2, 3)).toEqual([2, 3])
  expect(keys(elements)).toEqual([])
})

test('no two rows share an element', () => {
  const elements = new RowElements()
  for (let turn = 0; turn < 200; turn++) {
    const first = (turn * 37) % 101
    const shown = keys(elements, ...Array.from({ length: 1 + (turn % 13) }, (_, at) => first + at))
    expect(new Set(shown).size).toBe(shown.length)
    expect(Math.max(...shown)).toBeLessThan(26)
  }
})
