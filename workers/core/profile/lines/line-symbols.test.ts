// The symbol table of functions and lines.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { stringAt, stringTableOf, type StringIndex } from '../../base/string-table.ts'
import type { SourceLocations, SourceRuns } from '../../formats/source-lines.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { buildLineSymbols } from './line-symbols.ts'

const START = 0x1000
/** Bytes of code per line, and lines per function. */
const STEP = 4
const LINES = 400

const NOT_LOCATED: SourceLocations = {
  length: 1,
  file: Int32Array.of(-1),
  line: Uint32Array.of(0),
  files: stringTableOf([]),
}

function functionsOf(names: readonly string[]): SymbolTable {
  const address = Float64Array.from(names, (_, f) => START + f * LINES * STEP)
  return {
    length: names.length,
    address,
    last: address.map((at) => at + LINES * STEP - 1),
    isStatic: new Uint8Array(names.length),
    isFunction: new Uint8Array(names.length).fill(1),
    names: stringTableOf(names),
    lastIsOpen: false,
  }
}

function runsOf(names: readonly string[]): SourceRuns {
  const length = names.length * LINES
  return {
    length,
    start: Float64Array.from({ length }, (_, run) => START + run * STEP),
    file: new Int32Array(length),
    line: Uint32Array.from({ length }, (_, run) => run + 1),
    name: Int32Array.from({ length }, (_, run) => Math.floor(run / LINES)),
    files: stringTableOf(['one.cc']),
    names: stringTableOf(names),
  }
}

it('names a line by its function, whose name is kept no more often however many lines it has', () => {
  const name = fc.tuple(fc.constantFrom('_Z', '_', '__', 'f'), fc.integer({ min: 1, max: 20_000 }))
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (drawn) => {
      const names = drawn.map(([begin, length], f) => begin + String(f).padEnd(length, 'n'))
      const last = START + names.length * LINES * STEP - 1
      const { symbols } = buildLineSymbols(functionsOf(names), [START], NOT_LOCATED, runsOf(names), last)
      expect(symbols.length).toBe(names.length * LINES)
      for (let row = 0; row < symbols.length; row += 7) {
        expect(stringAt(symbols.names, row as StringIndex)).toBe(names[Math.floor(row / LINES)])
      }
      const once = names.reduce((sum, { length }) => sum + length, 0)
      expect(symbols.names.bytes.length).toBeLessThanOrEqual(2 * once)
    }),
    { numRuns: 20 },
  )
})
