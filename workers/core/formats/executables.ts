// What the readers of executables share: parts of a file that may end too soon, columns of symbols that come
// one by one, and names of machines.
import { type ByteSource, type Piece, requireTable } from '../bytes/byte-source.ts'
import { raise } from '../problems/problem-error.ts'
import { type RawSymbols, SymbolBinding, SymbolPlace, SymbolType } from './format.ts'

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

// Symbols one after another → the columns of RawSymbols, for formats whose tables are not columns in the making.

const MINIMUM = 256

type ValueOf<T> = T[keyof T]

/**
 * Collects symbols one by one and builds their columns. It grows without limit: the caller bounds the rows by
 * the size of the file.
 */
export class SymbolRows {
  #length = 0
  #address = new Float64Array(MINIMUM)
  #nameOffset = new Uint32Array(MINIMUM)
  /** Binding, type and place, three bytes a row. */
  #kind = new Uint8Array(3 * MINIMUM)
  #names: Uint8Array<ArrayBuffer>
  #namesEnd: number

  /** @param names the file's own string table, if it has one; it stays at the beginning, with a NUL more at its end */
  constructor(names: Uint8Array<ArrayBuffer> = new Uint8Array(0)) {
    this.#names = grown(names, names.length + 2)
    this.#namesEnd = names.length + 2
  }

  /**
   * Adds a name and returns its offset. gprof's filter of local names may read past the end of a name. It
   * finds a NUL there, unless names are `packed`, each at a multiple of eight bytes.
   *
   * @param name without a NUL
   */
  addName(name: Uint8Array, packed = false): number {
    const from = this.#namesEnd
    const end = from + (packed ? Math.ceil((name.length + 1) / 8) * 8 : name.length + 2)
    if (end > this.#names.length) this.#names = grown(this.#names, Math.max(end, 2 * this.#names.length))
    this.#names.set(name, from)
    this.#namesEnd = end
    return from
  }

  /**
   * Adds a symbol.
   *
   * @param address link-time address
   * @param nameOffset from `addName`, or an offset in the table given to the constructor
   */
  add(
    address: number,
    nameOffset: number,
    binding: ValueOf<typeof SymbolBinding>,
    type: ValueOf<typeof SymbolType>,
    place: ValueOf<typeof SymbolPlace>,
  ): void {
    const row = this.#length++
    if (row === this.#address.length) this.#grow(2 * row)
    this.#address[row] = address
    this.#nameOffset[row] = nameOffset
    this.#kind[3 * row] = binding
    this.#kind[3 * row + 1] = type
    this.#kind[3 * row + 2] = place
  }

  /** Returns copies of the columns, in the order of `add`. */
  done(): RawSymbols {
    const length = this.#length
    const kinds = (which: number): Uint8Array<ArrayBuffer> =>
      Uint8Array.from({ length }, (_, row) => this.#kind[3 * row + which])
    return {
      length,
      address: this.#address.slice(0, length),
      nameOffset: this.#nameOffset.slice(0, length),
      binding: kinds(0),
      type: kinds(1),
      place: kinds(2),
      names: this.#names.slice(0, this.#namesEnd),
    }
  }

  #grow(capacity: number): void {
    const address = new Float64Array(capacity)
    address.set(this.#address)
    this.#address = address
    const nameOffset = new Uint32Array(capacity)
    nameOffset.set(this.#nameOffset)
    this.#nameOffset = nameOffset
    this.#kind = grown(this.#kind, 3 * capacity)
  }
}

function grown(bytes: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(capacity)
  larger.set(bytes)
  return larger
}

// Names of machines, for people. The codes are ELF's e_machine for every file format.

const NAMES: Readonly<Record<number, string>> = {
  2: 'SPARC',
  3: 'i386',
  4: 'Motorola 68000',
  8: 'MIPS',
  15: 'PA-RISC',
  18: 'SPARC v8+',
  20: 'PowerPC',
  21: 'PowerPC64',
  22: 'S/390',
  40: 'Arm',
  42: 'SuperH',
  43: 'SPARC v9',
  50: 'Itanium',
  62: 'x86-64',
  75: 'VAX',
  83: 'AVR',
  92: 'OpenRISC',
  93: 'ARC',
  94: 'Xtensa',
  105: 'MSP430',
  113: 'Nios II',
  164: 'Hexagon',
  183: 'AArch64',
  189: 'MicroBlaze',
  195: 'ARCv2',
  243: 'RISC-V',
  247: 'BPF',
  252: 'C-SKY',
  258: 'LoongArch',
  0x9026: 'Alpha',
}

/** Returns the name of a machine ("x86-64") by its ELF e_machine; undefined for a rare one. */
export const machineName = (machine: number): string | undefined => NAMES[machine]

// Whether a program may contain Thumb code. Separate from the decoders, which are loaded on demand.

/** ELF e_machine. */
export const ARM = 40

/** Whether functions of a program for this ELF e_machine may be Thumb code: 32-bit Arm only. */
export const hasThumb = (machine: number): boolean => machine === ARM
