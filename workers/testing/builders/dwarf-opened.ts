// Information about lines made for tests, opened, and what most of them begin with.
import { readLines } from '../../core/formats/dwarf/read.ts'
import type { SourceLines, SourceLinesOptions } from '../../core/formats/source-lines.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { buildDwarf } from './build-dwarf.ts'
import type { DwarfSpec, DwarfUnit } from './dwarf-spec.ts'

export async function linesOf(spec: DwarfSpec, options: SourceLinesOptions = {}): Promise<SourceLines> {
  const { executable, file } = buildDwarf(spec)
  const lines = await readLines(memorySource('prog', file), executable, options)
  if (lines === null) throw new Error('no lines')
  return lines
}

export const MAIN: DwarfUnit = {
  directories: ['include', '/usr/include'],
  files: [
    ['main.c', 0],
    ['list.h', 1],
    ['stdio.h', 2],
    ['/made/parser.c', 0],
  ],
  sequences: [
    [
      [0x1000, 1, 10],
      [0x1008, 2, 3],
      [0x1010, 3, 99],
      [0x1018, 4, 7],
      [0x1020, 1, 12],
      [0x1030, 1, 0],
    ],
  ],
  ranges: [[0x1000, 0x1030]],
}

/** Every version with every width and byte order. */
export const layouts = ([2, 3, 4, 5] as const).flatMap((version) =>
  ([4, 8] as const).flatMap((offsetSize) =>
    ([4, 8] as const).flatMap((addressSize) =>
      [false, true].map((bigEndian) => ({ version, offsetSize, addressSize, bigEndian })),
    ),
  ),
)
