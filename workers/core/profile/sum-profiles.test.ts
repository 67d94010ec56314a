// The sample of arcs that decides whether the program matches the profiles, over all summed
// files.
import { expect, it } from 'vitest'
import type { RawProfile } from '../formats/format.ts'
import { stringTableOf } from '../base/string-table.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { MOST_EVIDENCE } from './arc-evidence.ts'
import { ProfileSum } from './sum-profiles.ts'

const NONE: SymbolTable = {
  length: 0,
  address: new Float64Array(),
  last: new Float64Array(),
  isStatic: new Uint8Array(),
  isFunction: new Uint8Array(),
  names: stringTableOf([]),
  lastIsOpen: false,
}

function run(nth: number, length: number): RawProfile {
  const self = new Float64Array(length).fill(nth)
  return {
    file: `gmon.out.${nth}`,
    dialect: 'gnu',
    version: 1,
    histograms: [],
    arcs: { length, from: self, self, count: new Float64Array(length).fill(1) },
    blocks: { length: 0, address: new Float64Array(), count: new Float64Array() },
    records: { histogram: 0, arc: length, basicBlock: 0 },
    damage: null,
  }
}

it.each([
  [1, 5000],
  [2, 5000],
  [3, 5000],
  [500, 100],
  [3000, 2],
])('of %d files with %d arcs each has its say, and all together no more than one alone', (files, arcs) => {
  const sum = new ProfileSum(NONE, undefined, files)
  for (let nth = 0; nth < files; nth++) sum.add(run(nth, arcs), [])
  const { length, self } = sum.evidence()
  expect(length).toBeLessThanOrEqual(MOST_EVIDENCE)
  const heard = new Set(self)
  expect(heard.size).toBe(Math.min(files, MOST_EVIDENCE))
  const least = Math.min(...[...heard].map((nth) => self.filter((one) => one === nth).length))
  expect(least).toBeGreaterThanOrEqual(Math.min(arcs, Math.floor(MOST_EVIDENCE / files / 3)))
})
