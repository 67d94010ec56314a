// What the linker's marks say about whose profile it is.
import { expect, it } from 'vitest'
import type { RawSymbols } from '../../formats/raw-symbols.ts'
import { isOfOtherBuild, ownRange } from './own-range.ts'

const OWN = { lows: [0x401002, 0x401100], etext: 0x401ffd }

it.each([
  ['the program’s own range', 0x401000, 0x402000, 4, false],
  ['from another mark of start-up code', 0x401100, 0x402000, 4, false],
  ['one grain beyond', 0x401000, 0x402004, 4, true],
  ['one grain before', 0x401100, 0x401ffc, 4, true],
  ['coarser counters that round more', 0x401000, 0x402010, 16, false],
  ['coarser counters beyond any rounding', 0x401000, 0x402020, 16, true],
  ['a part that someone chose', 0x401800, 0x401900, 4, false],
])('%s', (_, low, high, width, expected) => {
  expect(isOfOtherBuild(OWN, { low, high }, (high - low) / width)).toBe(expected)
})

it('nothing is known of a program without the marks', () => {
  expect(isOfOtherBuild(null, { low: 0x401000, high: 0x402000 }, 0x400)).toBe(false)
})

/** Symbols as a program has them: a name and an address each. */
function symbols(list: readonly (readonly [string, number])[]): RawSymbols {
  const address = Float64Array.from(list, ([, at]) => at)
  const nameOffset = new Uint32Array(list.length)
  let names = ''
  for (const [row, [name]] of list.entries()) {
    nameOffset[row] = names.length
    names += `${name}\0`
  }
  const { length } = list
  const zeros = new Uint8Array(length)
  return {
    length,
    address,
    nameOffset,
    names: Uint8Array.from(Buffer.from(names, 'latin1')),
    place: zeros,
    type: zeros,
    isLocal: zeros,
  } as unknown as RawSymbols
}

it('goes by the two marks alone, whatever stands around them and has as long a name', () => {
  const others = [
    ['main_', 0x401500],
    ['etex', 0x403000],
    ['etextra', 0x404000],
    ['_etext', 0x405000],
    ['__executable_stars', 0x100000],
    ['__executable_starting', 0x200000],
  ] as const
  const marks = [
    ['__executable_start', 0x401002],
    ['etext', 0x401ffd],
  ] as const
  const own = { low: 0x401000, high: 0x402000 }
  expect(ownRange(symbols([...others, ...marks]))).toEqual(own)
  expect(ownRange(symbols([...marks, ...others]))).toEqual(own)
  for (const mark of marks) expect(ownRange(symbols([...others, mark]))).toBeNull()
})
