import { describe, expect, it } from 'vitest'
import { buildGmon, type GmonSpec } from '../../../testing/builders/build-gmon.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { guessTarget, type TargetGuess } from './guess-target.ts'

const guess = (bytes: Uint8Array): Promise<TargetGuess> => guessTarget(memorySource('f', bytes))
const arcs = [
  { from: 0x401004, self: 0x401008, count: 7 },
  { from: 0x401044, self: 0x401018, count: 1 },
]
const samples = { low: 0x401000, high: 0x401100, bins: new Uint16Array(64) }
const SPECS: readonly GmonSpec[] = [
  { records: [{ kind: 'histogram', ...samples }, ...arcs.map((arc) => ({ kind: 'arc', ...arc }) as const)] },
  { records: arcs.map((arc) => ({ kind: 'arc', ...arc }) as const) },
  { format: 'bsd', ...samples, arcs },
  { format: '4.4bsd', ...samples, arcs },
]

describe('guessTarget', () => {
  for (const wordSize of [4, 8] as const) {
    for (const bigEndian of [false, true]) {
      it(`finds ${wordSize * 8} bits, big-endian ${bigEndian}`, async () => {
        for (const spec of SPECS) {
          const file = buildGmon({ ...spec, wordSize, bigEndian })
          expect(await guess(file)).toEqual({ wordSize, bigEndian, certain: true })
        }
      })
    }
  }

  it('takes the layout that leads furthest in a damaged file', async () => {
    const file = buildGmon({ ...SPECS[0], wordSize: 4, bigEndian: true })
    expect(await guess(file.slice(0, -3))).toEqual({ wordSize: 4, bigEndian: true, certain: false })
  })

  it('takes the layout that misses least where the first record is cut', async () => {
    for (const wordSize of [4, 8] as const) {
      for (const bigEndian of [false, true]) {
        for (const [low, high] of [
          [0x401000, 0x401100],
          [0x1000, 0x1100],
        ] as const) {
          const records = [{ ...samples, kind: 'histogram', low, high } as const]
          const file = buildGmon({ records, wordSize, bigEndian })
          expect(await guess(file.slice(0, -30))).toEqual({ wordSize, bigEndian, certain: false })
        }
      }
    }
  })

  it('is not certain of a header alone, nor of anything else', async () => {
    expect((await guess(buildGmon({ records: [] }))).certain).toBe(false)
    for (const length of [0, 3, 12, 30]) expect((await guess(new Uint8Array(length))).certain).toBe(false)
    expect((await guess(buildGmon({ records: [] }).slice(0, 7))).certain).toBe(false)
  })
})
