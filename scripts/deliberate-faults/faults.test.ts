// The deliberate faults fit the tree as it is. Whether tests notice them: `npm run faults`.
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FAULTS } from './faults.mjs'

const WORTH = 40

it(`has ${WORTH} faults or more, each of its own`, () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(WORTH)
  expect(new Set(FAULTS.map(({ file, from, to }) => `${file} ${from} ${to}`)).size).toBe(FAULTS.length)
})

it.each(FAULTS)('$area: $what', ({ file, from, to, tests }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  expect(tests.filter((path) => !existsSync(path))).toEqual([])
})
