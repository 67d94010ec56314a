// Finds the useful dumps in a text, as bytes: the entry point of this folder.
import { type Dump, DumpBytes, type DumpReader, type DumpRules } from './dump.ts'
import type { UnpackBudget } from '../../archives/archive.ts'
import type { ByteSource } from '../byte-source.ts'
import { HexDumpReader } from './hex-dump.ts'
import { type LinePiece, LinePieces } from './line-pieces.ts'
import { INTEL_HEX, RecordReader, S_RECORDS } from './records.ts'
import { BASE64, C_ARRAY, HEX_DIGITS } from './stream-forms.ts'
import { StreamReader } from './stream.ts'
import { UuencodeReader } from './uuencode.ts'

/** How to look for dumps. */
export interface FindOptions {
  readonly isBeginning: DumpRules['isBeginning']
  readonly budget: UnpackBudget
  /** Receives the number of bytes read so far. It cancels the search by throwing. */
  readonly onRead: (bytes: number) => void
}

const SLICE = 1 << 20
/**
 * Bytes of other text in which the next dump is looked for. A longer log has no dump near its end.
 */
const LOOKED_THROUGH = 16 * SLICE
/**
 * Largest factor of repeated lines. A repeated line yields many bytes, and the file's size is
 * part of what identifies it.
 */
const MOST_REPEATED = 16

/**
 * Whether a useful dump begins within the first `within` bytes.
 *
 * @throws ProblemError `archive/too-large` for more bytes than the budget allows, `bytes/…`
 */
export async function beginsSoon(
  source: ByteSource,
  within: number,
  options: Omit<FindOptions, 'onRead'>,
): Promise<boolean> {
  const search = new DumpSearch(source, options)
  search.push(await source.read(0, Math.min(within, source.size)))
  return search.end().length > 0
}

/**
 * Returns the useful dumps of a text, in order; empty if there are none. Takes their bytes from the budget.
 * Stops reading some megabytes behind the last dump.
 *
 * @throws ProblemError `archive/too-large` for more bytes than the budget allows, `bytes/…`; what `onRead`
 *   throws
 */
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

  /** Gives a line to the readers. Returns lines to read again, as another dump's. */
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

/** The first reader that recognises a beginning reads on. */
const readersOf = (rules: DumpRules): readonly DumpReader[] => [
  new HexDumpReader(rules),
  new RecordReader(INTEL_HEX, rules),
  new RecordReader(S_RECORDS, rules),
  new StreamReader(C_ARRAY, rules),
  new StreamReader(HEX_DIGITS, rules),
  new UuencodeReader(rules),
  new StreamReader(BASE64, rules),
]
