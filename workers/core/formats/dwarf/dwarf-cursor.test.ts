import { expect, it } from 'vitest'
import { Allowance } from './allowance.ts'
import { DwarfCursor } from './dwarf-cursor.ts'

const sleb = (bytes: readonly number[]): number =>
  new DwarfCursor({
    file: 'prog',
    section: '.debug_line',
    offset: 0,
    bytes: Uint8Array.from(bytes),
    bigEndian: false,
    allowance: new Allowance(0),
  }).sleb()

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
