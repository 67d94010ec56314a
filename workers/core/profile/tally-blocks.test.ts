// Summing basic-block counts as gprof does.
import { expect, it } from 'vitest'
import { stringTableOf } from '../base/string-table.ts'
import type { RawBlocks } from '../formats/format.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { BlockTally } from './tally-blocks.ts'

const SYMBOLS: SymbolTable = {
  length: 1,
  address: Float64Array.of(0),
  last: Float64Array.of(99),
  isStatic: new Uint8Array(1),
  isFunction: Uint8Array.of(1),
  names: stringTableOf(['low']),
  lastIsOpen: false,
}

/** Blocks as `address:count`, tallied. */
function tally(text: string): string {
  const pairs = text.split(' ').map((pair) => pair.split(':').map(Number))
  const blocks: RawBlocks = {
    length: pairs.length,
    address: Float64Array.from(pairs, ([address = 0]) => address),
    count: Float64Array.from(pairs, ([, count = 0]) => count),
  }
  const tallied = new BlockTally(SYMBOLS)
  tallied.add(blocks)
  return tallied
    .of(0)
    .map(({ address, count }) => `${address}:${count}`)
    .join(' ')
}

it('adds up blocks of one address, in the order in which they came', () => {
  expect(tally('9:1 4:2 9:3')).toBe('9:4 4:2')
})

it('keeps ten blocks of a symbol', () => {
  const twelve = Array.from({ length: 12 }, (_, at) => `${at + 1}:1`)
  expect(tally(twelve.join(' '))).toBe(twelve.slice(0, 10).join(' '))
})

it('counts a block at address 0 with the one that comes next, as gprof does', () => {
  expect(tally('0:1 9:1 4:2')).toBe('9:2 4:2')
  expect(tally('9:1 0:1 0:2 4:2')).toBe('9:1 4:5')
  expect(tally('9:1 0:7')).toBe('9:1')
})
