// Small profiles, written for every kind of machine and read, and what is in them, as text.
import { memorySource } from '../core/bytes/byte-source.ts'
import type { RawProfile } from '../core/formats/format.ts'
import { readProfile, type Target } from '../core/formats/gmon/read.ts'
import { buildGmon, type GmonRecord, type GmonSpec } from './builders/build-gmon.ts'

export const TARGETS: readonly Target[] = [
  { wordSize: 8, bigEndian: false },
  { wordSize: 8, bigEndian: true },
  { wordSize: 4, bigEndian: false },
  { wordSize: 4, bigEndian: true },
]
export const WIDE = TARGETS[0]
export const title = ({ wordSize, bigEndian }: Target): string =>
  `${wordSize * 8} bits, ${bigEndian ? 'big' : 'little'}-endian`

export const read = (spec: GmonSpec, target: Target = WIDE): Promise<RawProfile> =>
  readProfile(memorySource('gmon.out', buildGmon({ ...spec, ...target })), target)
export const readBytes = (bytes: Uint8Array, target: Target = WIDE): Promise<RawProfile> =>
  readProfile(memorySource('gmon.out', bytes), target)

/** "from>self count" per arc. */
export function arcs({ arcs: { length, from, self, count } }: RawProfile): readonly string[] {
  const lines: string[] = []
  for (let arc = 0; arc < length; arc++) {
    lines.push(`${from[arc].toString(16)}>${self[arc].toString(16)} ${count[arc]}`)
  }
  return lines
}

/** "low-high rate dimension/abbreviation: bins" per histogram. */
export const histograms = (profile: RawProfile): readonly string[] =>
  profile.histograms.map(
    ({ low, high, rate, dimension, abbreviation, bins }) =>
      `${low.toString(16)}-${high.toString(16)} ${rate} ${dimension}/${abbreviation}: ${Array.from(bins).join(' ')}`,
  )

/** Records of every kind, in no order. */
export const RECORDS: readonly GmonRecord[] = [
  { kind: 'histogram', low: 0x401000, high: 0x401010, bins: [1, 0, 65535, 4] },
  { kind: 'arc', from: 0x401004, self: 0x401008, count: 7 },
  { kind: 'arc', from: 0, self: 0x40100c, count: 4294967295 },
  {
    kind: 'blocks',
    blocks: [
      { address: 0x401000, count: 3 },
      { address: 0x401004, count: 5, file: 'a.c', line: 9 },
    ],
  },
  {
    kind: 'histogram',
    low: 0x500000,
    high: 0x500008,
    rate: 1000,
    dimension: 'fortnights',
    abbreviation: 'F',
    bins: [5, 6],
  },
  { kind: 'histogram', low: 0x600000, high: 0x600008, bins: [] },
  { kind: 'arc', from: 0xfffffff0, self: 0xfffffff8, count: 1 },
]
/** What reading them gives. */
export const HISTOGRAMS = [
  '401000-401010 100 seconds/s: 1 0 65535 4',
  '500000-500008 1000 fortnights/F: 5 6',
  '600000-600008 100 seconds/s: ',
]
export const ARCS = ['401004>401008 7', '0>40100c 4294967295', 'fffffff0>fffffff8 1']
