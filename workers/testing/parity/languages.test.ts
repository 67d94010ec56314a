// Names of functions in the lines of a language: the plain one where that is the linker's as well, or else the linker's own.
import { beforeAll, expect, test } from 'vitest'
import { compareFuzzCase } from '../fuzz/fuzz-compare.ts'
import { requireTools } from '../gprof/live-gprof.ts'
import type { RandomCase } from '../random/random-case.ts'

beforeAll(() => requireTools(['gprof', 'gcc', 'timeout']))

const START = 0x401000
/** DWARF's numbers up to that of C++20 and one more, and the first three of those that are left to vendors. */
const LANGUAGES = [...Array.from({ length: 0x2d }, (_, at) => at), 0x8000, 0x8001, 0x8002]

test.each(LANGUAGES)('language %i', async (language) => {
  const verdict = await compareFuzzCase({
    made: madeCase(language),
    options: [['-b'], ['-p'], ['-z'], ['-l']],
    damaged: null,
    symbols: null,
    map: null,
    operands: 'last',
    isChain: false,
  })
  expect(verdict).toEqual({ kind: 'same', zeroed: false })
})

/** A function whose symbol is another name than its plain one, as gnat has it of a procedure inside of another. */
function madeCase(language: number): RandomCase {
  const end = START + 64
  const bins = Array.from({ length: 16 }, () => 1)
  return {
    seed: 0,
    elf: {
      text: { address: START, bytes: new Uint8Array(64) },
      symbols: [
        { name: 'inner.0', address: START, size: 64 },
        { name: 'etext', address: end },
      ],
    },
    profiles: [{ records: [{ kind: 'histogram', low: START, high: end, bins }] }],
    lines: {
      version: 4,
      units: [
        {
          folder: null,
          language,
          files: [['one.c', 0]],
          sequences: [
            [
              [START, 1, 5],
              [START + 16, 1, 6],
              [end, 1, 6],
            ],
          ],
          ranges: [[START, end]],
          functions: [{ name: 'inner', ranges: [[START, end]] }],
        },
      ],
    },
  }
}
