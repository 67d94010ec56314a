// A program of two functions and its profile, for tests in which one thing is wrong with them.
import { buildElf, type ElfSpec } from './build-elf.ts'
import { buildGmon, type BsdGmonSpec, type GmonHistogram, type GmonRecord } from './build-gmon.ts'

const PROGRAM: ElfSpec = {
  text: { address: 0x401000, size: 0x100 },
  symbols: [
    { name: 'main', address: 0x401000 },
    { name: 'work', address: 0x401040 },
    { name: 'etext', address: 0x401100, type: 'none' },
  ],
}
export const HISTOGRAM: GmonHistogram = {
  kind: 'histogram',
  low: 0x401000,
  high: 0x401100,
  bins: Array.from({ length: 64 }, (_, bin) => (bin === 20 ? 7 : 0)),
}
export const ARC = { kind: 'arc', from: 0x401008, self: 0x401040, count: 3 } as const satisfies GmonRecord
const BSD: BsdGmonSpec = {
  format: '4.4bsd',
  low: 0x401000,
  high: 0x401100,
  rate: 100,
  bins: Array.from({ length: 64 }, () => 1),
  arcs: [],
}

type Bytes = Uint8Array<ArrayBuffer>
/** The bytes of a file, by its name. */
export type Content = Bytes | 'directory' | { readonly pipe: Bytes }

export const program = (change: Partial<ElfSpec> = {}): Bytes => buildElf({ ...PROGRAM, ...change })
export const gmon = (...records: GmonRecord[]): Bytes => buildGmon({ records })
export const histogram = (change: Partial<GmonHistogram>): Bytes => gmon({ ...HISTOGRAM, ...change })
export const bsd = (change: Partial<BsdGmonSpec> = {}): Bytes => buildGmon({ ...BSD, ...change })
