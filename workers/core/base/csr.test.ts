// Tests of grouped rows.

import { expect, it } from 'vitest'
import { groupNewestFirst } from './csr.ts'

it('groups rows by key, the newest first, and leaves out negative keys', () => {
  const { offsets, items } = groupNewestFirst([1, 0, 1, -1, 1], 3)
  expect([...offsets]).toEqual([0, 1, 4, 4])
  expect([...items]).toEqual([1, 4, 2, 0])
})
