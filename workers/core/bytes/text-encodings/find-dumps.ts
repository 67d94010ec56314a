// A text → the dumps in it that are of use, as bytes. The only door.
import { type Dump, DumpBytes, type DumpReader, type DumpRules } from './dump.ts'
import type { UnpackBudget } from '../../archives/archive.ts'
import type { ByteSource } from '../byte-source.ts'
import { HexDumpReader } from './hex-dump.ts'
import { type LinePiece, LinePieces } from './line-pieces.ts'
import { INTEL_HEX, RecordReader, S_RECORDS } from './records.ts'
import { BASE64, C_ARRAY, HEX_DIGITS, StreamReader } from './stream.ts'
import { UuencodeReader } from './uuencode.ts'

export interface FindOptions {
  readonly isBeginning: DumpRules['isBeginning']
  readonly budget: UnpackBudget
  /** Told how many bytes are read so far; what it throws ends the work. */
  readonly onRead: (bytes: number) => void
}

const SLICE = 1 << 20
/** Bytes of other text in which the next dump is looked for: a log of more has none in front of its end. */
const LOOKED_THROUGH = 16 * SLICE
/** A line that is repeated stands for many bytes, and a file's size is one of the things it is known by. */
const MOST_REPEATED = 16

/** Whether one begins within so many bytes; the same errors. */
export async function beginsSoon(
  source: ByteSource,
  within: number,
  options: Omit<FindOptions, 'onRead'>,
): Promise<boolean> {
  const search = new DumpSearch(source, options)
  search.push(await source.read(0, Math.min(within, source.size)))
  return search.end().length > 0
}

/** Errors: `archive/too-large` for more bytes than may be unpacked; `bytes/…`; what `onRead` throws. */
export async function findDumps(source: ByteSource, options: FindOptions): Promise<readonly Dump[]> {
  const search = new DumpSearch(source, options)
  let dumpAt = 0
  for (let at = 0; at < source.size && at - dumpAt < LOOKED_THROUGH; at += SLICE) {
    options.onRead(at)
    search.push(await source.read(at, Math.min(SLICE, source.size - at)))
    if (search.isInDump) dumpAt = at
  }
  return search.end()
}

class DumpSearch {
  readonly #rules: DumpRules
  readonly #lines = new LinePieces((piece) => this.#take(piece))
  readonly #found: Dump[] = []
  #readers: readonly DumpReader[]
  #open: DumpReader | null = null

  constructor({ name, size }: ByteSource, { isBeginning, budget }: Omit<FindOptions, 'onRead'>) {
    const newBytes = (): DumpBytes => new DumpBytes(budget, name)
    this.#rules = { isBeginning, newBytes, largest: MOST_REPEATED * size }
    this.#readers = readersOf(this.#rules)
  }

  get isInDump(): boolean {
    return this.#open !== null
  }

  push(bytes: Uint8Array): void {
    this.#lines.push(bytes)
  }

  end(): readonly Dump[] {
    this.#lines.end()
    for (const reader of this.#listening()) {
      const dump = reader.end()
      if (dump === null) continue
      this.#found.push(dump)
      break
    }
    return this.#found
  }

  #listening(): readonly DumpReader[] {
    return this.#open === null ? this.#readers : [this.#open]
  }

  #take(piece: LinePiece): void {
    const pending = [piece]
    for (let next = pending.pop(); next; next = pending.pop())
      pending.push(...this.#takeOne(next).toReversed())
  }

  /** Answers lines that are to be looked at once more, as another dump's. */
  #takeOne(piece: LinePiece): readonly LinePiece[] {
    for (const reader of this.#listening()) {
      const found = reader.take(piece)
      if (found === 'nothing') continue
      if (found === 'open') {
        this.#open = reader
        return []
      }
      if (found.dump) this.#found.push(found.dump)
      this.#open = null
      this.#readers = readersOf(this.#rules)
      return found.after
    }
    return []
  }
}

/** The first whose beginning it is reads on. */
const readersOf = (rules: DumpRules): readonly DumpReader[] => [
  new HexDumpReader(rules),
  new RecordReader(INTEL_HEX, rules),
  new RecordReader(S_RECORDS, rules),
  new StreamReader(C_ARRAY, rules),
  new StreamReader(HEX_DIGITS, rules),
  new UuencodeReader(rules),
  new StreamReader(BASE64, rules),
]
