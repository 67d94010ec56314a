import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import type { ElfNames } from './elf-names.ts'
import { buildLineTable, findRow } from './line-table.ts'
import type { LineRows } from './line-program.ts'
import { listStretches, mergeRanges } from './list-stretches.ts'
import { effort } from '../../../testing/effort.ts'

const MOST = 60
/** A distance to the row before, and a line; 0 for code that belongs to none. */
const row = fc.tuple(fc.nat(4), fc.nat(3))
const sequence = fc.tuple(fc.nat(MOST - 20), fc.array(row, { minLength: 1, maxLength: 6 }))
const ranges = fc.array(fc.tuple(fc.nat(MOST), fc.nat(20)), { maxLength: 4 })

function rowsOf(sequences: readonly (readonly [number, readonly (readonly [number, number])[]])[]): LineRows {
  const flat = sequences.flatMap(([start, list]) => {
    let at = start
    return list.map(([by, line], nth) => ({ at: (at += by), line, isEnd: Number(nth === list.length - 1) }))
  })
  return {
    length: flat.length,
    address: Float64Array.from(flat, ({ at }) => at),
    operation: new Uint8Array(flat.length),
    file: Uint32Array.from(flat, (_, nth) => nth),
    line: Uint32Array.from(flat, ({ line }) => line),
    isEnd: Uint8Array.from(flat, ({ isEnd }) => isEnd),
  }
}

const stretch = (from: number, to: number, file: number, line: number, owner: number, symbol: number) => ({
  from,
  to,
  file,
  line,
  owner,
  symbol,
})

it('stretches are what each address by itself has: row, function or symbol, within what is asked and allowed', () => {
  fc.assert(
    fc.property(
      fc.array(sequence, { maxLength: 5 }),
      fc.option(ranges, { nil: null }),
      fc.uniqueArray(fc.nat(MOST), { maxLength: 6 }),
      fc.uniqueArray(fc.nat(MOST), { maxLength: 5 }),
      fc.boolean(),
      fc.nat(MOST),
      fc.nat(MOST),
      (sequences, allowed, borders, names, leavesNamelessOut, from, length) => {
        const table = buildLineTable(rowsOf(sequences))
        const merged = allowed && mergeRanges(allowed.flatMap(([begin, size]) => [begin, begin + size]))
        const start = Float64Array.from(borders).sort()
        // Every other cell is a function's.
        const cells = { start, owner: Int32Array.from(start, (_, cell) => (cell % 2 === 0 ? cell : -1)) }
        const starts = Float64Array.from(names).sort()
        let asked = -1
        const symbols = {
          ask: (address: number) => (asked = lastAtOrBelow(starts, address)),
          heldUntil: () => starts[asked + 1] ?? Infinity,
        } as unknown as ElfNames
        const found: ReturnType<typeof stretch>[] = []
        const to = from + length
        listStretches({ table, ranges: merged, cells, symbols, leavesNamelessOut }, from, to, (...told) =>
          found.push(stretch(...told)),
        )
        for (const one of found) expect(one.from).toBeLessThan(one.to)
        for (let at = 0; at < 2 * MOST; at++) {
          const here = found.filter((one) => one.from <= at && at < one.to)
          const place = at >= from && at < to ? findRow(table, at) : -1
          const isAllowed =
            merged === null ||
            merged.some((begin, nth) => nth % 2 === 0 && begin <= at && at < (merged[nth + 1] ?? 0))
          const cell = lastAtOrBelow(cells.start, at)
          const owner = cell < 0 ? -1 : (cells.owner[cell] ?? -1)
          const symbol = owner < 0 ? lastAtOrBelow(starts, at) : -1
          const isNamed = owner >= 0 || symbol >= 0 || !leavesNamelessOut
          const line = table.line[place] ?? 0
          const isThere = place >= 0 && isAllowed && isNamed && line !== 0
          expect(
            here.map(({ file, line: told, owner: whose, symbol: by }) => [file, told, whose, by]),
          ).toEqual(isThere ? [[table.file[place], line, owner, symbol]] : [])
        }
      },
    ),
    { numRuns: effort(400) },
  )
})

it('ranges are merged where they overlap or touch', () => {
  fc.assert(
    fc.property(ranges, (list) => {
      const merged = mergeRanges(list.flatMap(([begin, size]) => [begin, begin + size]))
      for (let at = 0; at < 2 * MOST; at++) {
        const isIn = list.some(([begin, size]) => begin <= at && at < begin + size)
        expect(merged.some((begin, nth) => nth % 2 === 0 && begin <= at && at < (merged[nth + 1] ?? 0))).toBe(
          isIn,
        )
      }
      for (let pair = 2; pair < merged.length; pair += 2)
        expect(merged[pair]).toBeGreaterThan(merged[pair - 1] ?? 0)
    }),
  )
})
