import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildOwnerCells, ownedPieces } from './function-ranges.ts'

const ranges = fc.array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 15 })), { maxLength: 20 })

it('an address is the smallest range’s that holds it, of equally small ones the later one’s', () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const cells = buildOwnerCells({
        begin: list.map(([begin]) => begin),
        end: list.map(([begin, size]) => begin + size),
        owner: list.map((_, owner) => owner),
      })
      const pieces = ownedPieces(cells)
      for (let at = 0; at < 60; at++) {
        let owner = -1
        for (const [nth, [begin, size]] of list.entries()) {
          const isWithin = begin <= at && at < begin + size
          if (isWithin && (owner < 0 || size <= (list[owner]?.[1] ?? 0))) owner = nth
        }
        const cell = cells.start.findLastIndex((start) => start <= at)
        expect(cell < 0 ? -1 : cells.owner[cell]).toBe(owner)
        const isOwned = pieces.some((from, nth) => nth % 2 === 0 && from <= at && at < (pieces[nth + 1] ?? 0))
        expect(isOwned).toBe(owner >= 0)
      }
      expect(pieces.every((border) => Number.isFinite(border))).toBe(true)
      expect(pieces.length % 2).toBe(0)
    }),
  )
})
