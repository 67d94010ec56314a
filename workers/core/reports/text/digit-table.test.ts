// Numbers in columns, four digits at a time.
import { expect, it } from 'vitest'
import { randomFrom } from '../../../testing/random/random.ts'
import { binaryString } from '../../base/string-table.ts'
import { digitTable } from './digit-table.ts'

const WIDTH = 24
const MIDDLE = 12

/** A row of blanks after `put`. */
function written(put: (view: DataView) => void): string {
  const bytes = new Uint8Array(WIDTH).fill(0x20)
  put(new DataView(bytes.buffer))
  return binaryString(bytes, 0, WIDTH)
}

it('puts numbers of any length where they belong, with blanks around', () => {
  const random = randomFrom(11)
  const edges = Array.from({ length: 8 }, (_, power) => 10 ** power).flatMap((value) => [value - 1, value])
  const values = [...edges, ...Array.from({ length: 5_000 }, () => random.below(10 ** (1 + random.below(8))))]
  const table = digitTable()
  for (const value of values) {
    const digits = `${value}`
    expect(written((view) => table.putCount(view, MIDDLE, value))).toBe(digits.padStart(MIDDLE).padEnd(WIDTH))
    expect(written((view) => table.putCountLeft(view, MIDDLE, value))).toBe(
      `${' '.repeat(MIDDLE)}${digits}`.padEnd(WIDTH),
    )
    expect(written((view) => table.putHundredths(view, MIDDLE, value))).toBe(
      (value / 100).toFixed(2).padStart(MIDDLE).padEnd(WIDTH),
    )
  }
})
