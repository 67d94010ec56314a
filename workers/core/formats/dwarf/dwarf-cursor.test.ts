import { expect, it } from 'vitest'
import { DwarfCursor } from './dwarf-cursor.ts'
import { WorkBudget } from './work-budget.ts'

const over = (bytes: readonly number[]): DwarfCursor =>
  new DwarfCursor({
    file: 'prog',
    section: '.debug_line',
    offset: 0,
    bytes: Uint8Array.from(bytes),
    bigEndian: false,
    allowance: new WorkBudget(0),
  })
const sleb = (bytes: readonly number[]): number => over(bytes).sleb()

it.each([
  [-1, [0x7f]],
  [-129, [0xff, 0x7e]],
  [2 ** 31, [0x80, 0x80, 0x80, 0x80, 0x08]],
  [-(2 ** 31), [0x80, 0x80, 0x80, 0x80, 0x78]],
])('a signed number is %d, however many bytes it is padded to', (value, bytes) => {
  expect(sleb(bytes)).toBe(value)
  const last = bytes.length - 1
  for (let length = bytes.length + 1; length <= 16; length++) {
    const sign = value < 0 ? 0x7f : 0
    const padded = Array.from({ length }, (_, at) => 0x80 | (at <= last ? (bytes[at] ?? 0) : sign))
    padded[length - 1] = sign
    expect(sleb(padded)).toBe(value)
  }
})

const uleb = (value: bigint): readonly number[] =>
  value < 128n ? [Number(value)] : [Number(value % 128n) + 128, ...uleb(value / 128n)]

it.each([
  0n,
  300n,
  2n ** 53n + 2n,
  2n ** 63n - 2048n,
  2n ** 63n,
  2n ** 64n - 2n ** 40n,
  2n ** 64n - 300n,
  2n ** 64n - 1n,
  2n ** 64n,
  2n ** 65n + 2n ** 63n,
  2n ** 70n - 1n,
  2n ** 80n - 4096n,
  2n ** 80n + 4096n,
])('%d wraps as 64 bits do', (value) => {
  expect(over(uleb(value)).wrappingUleb()).toBe(Number(BigInt.asIntN(64, value)))
})
