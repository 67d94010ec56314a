// Pieces of an executable, with the problem of a file that ends too soon.
import { type ByteSource, requireTable } from '../bytes/byte-source.ts'
import type { Piece } from '../bytes/byte-cursor.ts'
import { raise } from '../problems/problem-error.ts'

interface Pieces {
  /**
   * Reads a piece.
   * @throws ProblemError `code` for a file that is too short, `bytes/table-too-large`, and problems
   * of the source
   */
  readonly readPiece: (
    source: ByteSource,
    offset: number,
    length: number,
    what: string,
  ) => Promise<Piece & { readonly bytes: Uint8Array<ArrayBuffer> }>
  /** Errors: the same, but for the source's; nothing is read. */
  readonly checkInFile: (source: ByteSource, offset: number, length: number, what: string) => void
}

/**
 * Returns functions that read a file's pieces and check that they are in the file.
 *
 * @param code problem of a file that is too short
 */
export function pieceReader(code: 'elf/truncated' | 'executable/truncated'): Pieces {
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
