// Tests of paired lines.

import { expect, it } from 'vitest'
import { KeyedLines, NameNumbers, REPORT_EVERY } from './keyed-lines.ts'
import { pairLines } from './pair-lines.ts'

it('tells how far it has come once in so many lines', () => {
  const names = new NameNumbers()
  const [theirs, ours] = [new KeyedLines(names), new KeyedLines(names)]
  const rows = 2 * REPORT_EVERY + 1
  for (const lines of [theirs, ours]) {
    lines.take(' time   seconds   seconds    calls  ms/call  ms/call  name')
    for (let row = 0; row < rows; row++)
      lines.take(`  0.00      0.00     0.00        1     0.00     0.00  f${row}`)
  }
  const length = theirs.at.size
  expect(length).toBeGreaterThanOrEqual(rows)
  const told: number[] = []
  const { result } = pairLines(theirs, ours, 0, (part) => told.push(part))
  expect(result.same).toBe(length)
  expect(told).toEqual([0, REPORT_EVERY / length, (2 * REPORT_EVERY) / length])
})
