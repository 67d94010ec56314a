import { expect, it } from 'vitest'
import { DwarfCursor } from './dwarf-cursor.ts'
import { WorkBudget } from './work-budget.ts'
import { decodeLineHeader, type LineHeader } from './line-header.ts'

/** What follows the header's length in DWARF 4: no opcodes, no directories, no files. */
const REST = [1, 1, 1, 0xfb, 14, 1, 0, 0]
const PROGRAM = [7, 7]

function headerOf(headerLength: number): LineHeader {
  const body = [4, 0, headerLength, 0, 0, 0, ...REST, ...PROGRAM]
  const bytes = Uint8Array.from([body.length, 0, 0, 0, ...body])
  const allowance = new WorkBudget(0)
  const piece = { file: 'prog', section: '.debug_line', offset: 0, bytes, bigEndian: false, allowance }
  return decodeLineHeader(new DwarfCursor(piece), 8)
}

it('the opcodes begin where the header says, be it at the very end, and not behind it', () => {
  const afterLength = 10
  for (const length of [REST.length, REST.length + 1, REST.length + PROGRAM.length])
    expect(headerOf(length).programAt).toBe(afterLength + length)
  expect(() => headerOf(REST.length + PROGRAM.length + 1)).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ code: 'dwarf/damaged', what: 'header length' }) as unknown,
    }),
  )
})
