import { expect, it } from 'vitest'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { cycleColours } from './cycle-colours.ts'

const coloursOf = (...cycles: number[]) => [...cycleColours(cycles as CycleIndex[]).values()]

it('keeps a cycle’s own colour where no other has it', () => {
  expect(coloursOf(0, 1, 2)).toEqual([0, 1, 2])
  expect(coloursOf(7, 3)).toEqual([2, 3])
})

it('gives the next free one to a cycle whose colour is taken', () => {
  expect(coloursOf(4, 24)).toEqual([4, 0])
  expect(coloursOf(0, 5, 1)).toEqual([0, 1, 2])
})

it('begins anew once all are taken', () => {
  expect(coloursOf(0, 1, 2, 3, 4, 5, 6)).toEqual([0, 1, 2, 3, 4, 0, 1])
})
