// Tests of the keys of files with equal names.

import { describe, expect, it } from 'vitest'
import { isSameFileKey, fileKeysOf, positionOfKey } from './file-key.ts'

const files = ['prog', 'gmon.out', 'gmon.1', 'gmon.out'].map((name) => ({ name }))

describe('things of the same name', () => {
  it('are told apart by which of them they are', () => {
    expect(fileKeysOf(files).map(({ name, nth }) => `${name} ${nth}`)).toEqual([
      'prog 1',
      'gmon.out 1',
      'gmon.1 1',
      'gmon.out 2',
    ])
  })

  it('are found where they stand, and not where there are fewer', () => {
    expect(fileKeysOf(files).map((thing) => positionOfKey(files, thing))).toEqual([0, 1, 2, 3])
    expect(positionOfKey(files, { name: 'gmon.out', nth: 3 })).toBe(-1)
    expect(positionOfKey(files, { name: 'gmon.2', nth: 1 })).toBe(-1)
  })

  it('are the same, or none of them is', () => {
    expect(isSameFileKey(null, null)).toBe(true)
    expect(isSameFileKey({ name: 'a', nth: 1 }, { name: 'a', nth: 1 })).toBe(true)
    expect(isSameFileKey({ name: 'a', nth: 1 }, { name: 'a', nth: 2 })).toBe(false)
    expect(isSameFileKey({ name: 'a', nth: 1 }, null)).toBe(false)
  })
})
