import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reorder } from './reorder.ts'

it('fits changed and added rows in where sorting everything would put them', () => {
  const cases = fc.record({
    before: fc.array(fc.nat(30), { maxLength: 60 }),
    changes: fc.array(fc.tuple(fc.nat(59), fc.nat(30)), { maxLength: 20 }),
    added: fc.array(fc.nat(30), { maxLength: 5 }),
  })
  fc.assert(
    fc.property(cases, ({ before, changes, added }) => {
      const now = [...before, ...added]
      const isChanged = new Uint8Array(now.length)
      for (const [at, value] of changes) {
        if (at >= before.length) continue
        now[at] = value
        isChanged[at] = 1
      }
      const by = (values: readonly number[]) => (left: number, right: number) =>
        (values[left] ?? 0) - (values[right] ?? 0) || left - right
      const rows = Uint32Array.from(before.keys()).sort(by(before))
      const fresh = added.map((_, at) => before.length + at)
      expect([...reorder(rows, isChanged, fresh, by(now))]).toEqual([...now.keys()].sort(by(now)))
    }),
    { numRuns: 500 },
  )
})
