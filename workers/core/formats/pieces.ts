// Parts of a program's file, or the problem that the file ends before they do.
import type { Piece } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { requireTable } from '../bytes/largest-table.ts'
import { raise } from '../problems/problem-error.ts'

interface Pieces {
  /** Errors: what is told of a file that does not hold all of it; `bytes/table-too-large`; and what the source throws. */
  readonly readPiece: (
    source: ByteSource,
    offset: number,
    length: number,
    what: string,
  ) => Promise<Piece & { readonly bytes: Uint8Array<ArrayBuffer> }>
  /** Errors: the same, but for the source's; nothing is read. */
  readonly checkInFile: (source: ByteSource, offset: number, length: number, what: string) => void
}

/** @param code what a file is told of that is too short */
export function piecesOr(code: 'elf/truncated' | 'executable/truncated'): Pieces {
  const checkInFile: Pieces['checkInFile'] = (source, offset, length, what) => {
    if (offset + length <= source.size) return requireTable(source.name, what, length)
    const found = Math.max(0, source.size - offset)
    raise({ code, file: source.name, offset, what, expected: length, found })
  }
  return {
    checkInFile,
    async readPiece(source, offset, length, what) {
      checkInFile(source, offset, length, what)
      return { file: source.name, offset, bytes: await source.read(offset, length) }
    },
  }
}
