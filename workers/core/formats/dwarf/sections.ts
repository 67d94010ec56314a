// The debug sections of one executable, read by ranges, inflated when first asked for.
import { ProblemError } from '../../problems/problem-error.ts'
import { type ByteSource, LARGEST_TABLE, rangeSource, requireTable } from '../../bytes/byte-source.ts'
import { chunkedSource } from '../../bytes/chunked-source.ts'
import { type OnFraction, Yielder } from '../../base/yielder.ts'
import { inflate } from '../../bytes/compression.ts'
import type { RawExecutable, RawSection } from '../format.ts'
import { WorkBudget, type SectionPlace } from './work-budget.ts'
import { DwarfCursor, type SectionPiece } from './dwarf-cursor.ts'

/** Sections up to this many bytes are held whole for the sake of speed. */
const LARGEST_KEPT = 64 * 1024 * 1024

/** Of the others, bytes of one stretch from which small reads near one another are answered; where they go on beyond it, of the next. */
const NEAR = 4096
const MOST_NEAR = 256 * 1024

/** Steps that waiting for bytes is worth, and bytes that are decoded in one. */
const STEPS_OF_READING = 96
const BYTES_OF_STEP = 16

const ZLIB = 1
const ZSTD = 2

/** A section of debugging information, decompressed. Offsets and lengths are in decompressed bytes. */
export class DebugSection {
  readonly name: string
  readonly #bytes: ByteSource
  readonly #bigEndian: boolean
  readonly #allowance: WorkBudget
  readonly #place: SectionPlace
  #whole: Promise<Uint8Array<ArrayBuffer>> | null = null
  #kept: Uint8Array<ArrayBuffer> | null = null
  /** The stretch that was read last, and where it begins. */
  #near = { from: 0, bytes: new Uint8Array() }
  #cursor: DwarfCursor | null = null

  constructor(name: string, bytes: ByteSource, bigEndian: boolean, allowance: WorkBudget) {
    this.name = name
    this.#bytes = bytes
    this.#bigEndian = bigEndian
    this.#allowance = allowance
    this.#place = { file: bytes.name, section: name }
  }

  /** Size in bytes, decompressed. */
  get size(): number {
    return this.#bytes.size
  }

  /**
   * Reads a range of the section.
   *
   * @throws ProblemError `dwarf/damaged` for a range beyond the end, `dwarf/unsupported` if the budget is
   *   used up, `bytes/table-too-large` for more than 512 MB
   */
  async read(offset: number, length: number): Promise<SectionPiece> {
    if (offset > this.size || length > this.size - offset) this.damaged(offset, 'end of section')
    this.#allowance.spend(STEPS_OF_READING + length / BYTES_OF_STEP, this.#place)
    const whole = this.#kept
    if (whole) return this.#piece(offset, whole.subarray(offset, offset + length))
    requireTable(this.#bytes.name, `section ${this.name}`, length)
    if (length > MOST_NEAR) return this.#piece(offset, await this.#bytes.read(offset, length))
    let near = this.#near
    const behind = near.from + near.bytes.length
    if (offset < near.from || offset + length > behind) {
      const goesOn = offset >= near.from && offset <= behind + near.bytes.length
      const size = goesOn ? Math.min(2 * near.bytes.length, MOST_NEAR) : 0
      const most = Math.min(Math.max(NEAR, size, length), this.size - offset)
      near = this.#near = { from: offset, bytes: await this.#bytes.read(offset, most) }
    }
    const at = offset - near.from
    return this.#piece(offset, near.bytes.subarray(at, at + length))
  }

  /**
   * Reads the whole section and keeps it in memory, unless it is too large for that: for many small reads all
   * over it.
   */
  async keep(): Promise<void> {
    if (this.size <= LARGEST_KEPT) await this.readWhole()
  }

  /**
   * Reads the whole section and keeps it for the next time.
   *
   * @throws ProblemError `bytes/table-too-large`
   */
  async readWhole(): Promise<SectionPiece> {
    requireTable(this.#bytes.name, `section ${this.name}`, this.size)
    this.#whole ??= this.#bytes.read(0, this.size)
    this.#kept = await this.#whole
    return this.#piece(0, this.#kept)
  }

  /**
   * Returns what `decode` returns for a cursor at `offset`, without waiting; null if the section is not kept
   * whole.
   *
   * @throws ProblemError `dwarf/damaged` for an offset beyond the end
   */
  decodeKept<T>(offset: number, decode: (cursor: DwarfCursor) => T): T | null {
    if (this.#kept === null) return null
    if (offset >= this.size) this.damaged(offset, 'offset')
    const cursor = (this.#cursor ??= new DwarfCursor(this.#piece(0, this.#kept)))
    cursor.at = offset
    return decode(cursor)
  }

  /**
   * Decodes data of unknown length at `offset`: calls `decode` with `window` bytes first, then with four
   * times as many, and so on, as long as it runs out of bytes. `decode` may therefore run several times.
   *
   * @throws ProblemError `dwarf/damaged` for an offset or data beyond the end, and what `decode` throws
   */
  async decodeAt<T>(offset: number, window: number, decode: (cursor: DwarfCursor) => T): Promise<T> {
    if (offset >= this.size) this.damaged(offset, 'offset')
    for (let length = window; ; length *= 4) {
      const available = Math.min(length, this.size - offset)
      const cursor = new DwarfCursor(await this.read(offset, available))
      try {
        return decode(cursor)
      } catch (error) {
        if (!cursor.ranOut || available === this.size - offset || length > LARGEST_TABLE) throw error
      }
    }
  }

  /**
   * Checks the size of a table before it is made: `count` entries of `bytes` bytes each.
   *
   * @throws ProblemError `dwarf/unsupported` if it is too large for the file
   */
  bound(count: number, bytes: number, things: string): void {
    this.#allowance.bound(count, bytes, things, this.#place)
  }

  /**
   * Throws the problem `dwarf/damaged` at an offset of the section.
   *
   * @param what names the damaged field, for the message
   */
  damaged(offset: number, what: string): never {
    const { name: file } = this.#bytes
    throw new ProblemError({ code: 'dwarf/damaged', file, section: this.name, offset, what })
  }

  #piece(offset: number, bytes: Uint8Array): SectionPiece {
    // Name by name: copying an object takes longer than what most pieces are read for.
    const { file, section } = this.#place
    return { file, section, offset, bytes, bigEndian: this.#bigEndian, allowance: this.#allowance }
  }
}

/** The debugging sections of a file, decompressed on demand. */
export class DebugSections {
  readonly bigEndian: boolean
  readonly file: string
  readonly allowance: WorkBudget
  readonly #source: ByteSource
  readonly #executable: RawExecutable
  readonly #opened = new Map<string, Promise<DebugSection | null>>()
  /** How much of each that is packed has been unpacked, 0–1. */
  readonly #unpackedPart = new Map<string, number>()
  /** Settled when there is more of one, by `#onMore`. */
  #more: Promise<void> | null = null
  #onMore = (): void => {}

  constructor(source: ByteSource, executable: RawExecutable) {
    this.bigEndian = executable.bigEndian
    this.file = source.name
    this.#source = chunkedSource(source)
    this.allowance = new WorkBudget(source.size)
    this.#executable = executable
  }

  /**
   * Whether the executable has a section, by its uncompressed name (`.debug_line`); it may be empty or
   * damaged.
   */
  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  /**
   * Whether a section is named `.zdebug_…`, as compressed sections were before ELF had its own compression.
   *
   * @param name uncompressed: `.debug_line`
   */
  isNamedTheOldWay(name: string): boolean {
    return this.#find(name)?.name.startsWith('.zdebug_') === true
  }

  /**
   * Opens a section by its uncompressed name (`.debug_line`), and decompresses it the first time. Null if the
   * executable has none.
   *
   * @throws ProblemError `dwarf/damaged` for a section beyond the end of the file or bad compressed data,
   *   `dwarf/unsupported` for an unknown compression or too large a section
   */
  open(name: string): Promise<DebugSection | null> {
    let opened = this.#opened.get(name)
    if (opened === undefined) {
      opened = this.#open(name)
      this.#opened.set(name, opened)
    }
    return opened
  }

  /**
   * Whether some of these sections are compressed and not yet decompressed. Missing sections count as not
   * compressed.
   */
  arePacked(names: readonly string[]): boolean {
    return names.some((name) => this.#packedSize(name) > 0)
  }

  /**
   * Decompresses sections. A failure is reported to the code that reads the section. Work continues
   * after a cancellation, since other questions need the sections.
   */
  async unpack(names: readonly string[], work: Yielder): Promise<void> {
    const sizes = new Map(names.map((name) => [name, this.#packedSize(name)]))
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    let before = 0
    for (const [name, size] of sizes) {
      if (size === 0) continue
      let isOpen = false
      const settle = (): void => void (isOpen = true)
      const opened = this.open(name).then(settle, settle)
      while (!isOpen) {
        this.#more ??= new Promise((resolve) => (this.#onMore = resolve))
        await Promise.race([opened, this.#more])
        await work.report((before + size * this.#partOf(name)) / total)
      }
      before += size
    }
  }

  #packedSize(name: string): number {
    const raw = this.#find(name)
    if (!raw || !(raw.compressed || raw.name.startsWith('.zdebug_'))) return 0
    return this.#partOf(name) === 1 ? 0 : raw.size
  }

  #partOf(name: string): number {
    return this.#unpackedPart.get(name) ?? 0
  }

  #tellUnpacked(name: string, part: number): void {
    this.#unpackedPart.set(name, part)
    this.#onMore()
    this.#more = null
  }

  /** Keeps these sections in memory for many small reads; skips missing and very large ones. */
  async keep(names: readonly string[]): Promise<void> {
    for (const name of names) await (await this.open(name))?.keep()
  }

  /**
   * Opens a section that something else refers to.
   *
   * @throws ProblemError `dwarf/damaged` if it is missing, and what `open` throws
   */
  async need(name: string): Promise<DebugSection> {
    const section = await this.open(name)
    if (section !== null) return section
    throw new ProblemError({
      code: 'dwarf/damaged',
      file: this.#source.name,
      section: name,
      offset: 0,
      what: 'section',
    })
  }

  #find(name: string): RawSection | undefined {
    const old = name.replace('.debug_', '.zdebug_')
    return this.#executable.debugSections.find((section) => section.name === name || section.name === old)
  }

  async #open(name: string): Promise<DebugSection | null> {
    const raw = this.#find(name)
    if (raw === undefined) return null
    const bytes = await this.#bytesOf(raw, (part) => this.#tellUnpacked(name, part))
    this.#unpackedPart.set(name, 1)
    return new DebugSection(name, bytes, this.bigEndian, this.allowance)
  }

  async #bytesOf(raw: RawSection, onFraction: OnFraction): Promise<ByteSource> {
    const source = rangeSource(this.#source, raw.offset, raw.size)
    if (raw.offset + raw.size > this.#source.size) this.#fail('dwarf/damaged', raw.name, 'end of file')
    if (raw.name.startsWith('.zdebug_')) {
      const header = await source.read(0, Math.min(12, raw.size))
      // Four letters and a size; without them the section is not compressed after all.
      if (header.length < 12 || String.fromCharCode(...header.subarray(0, 4)) !== 'ZLIB') return source
      const view = new DataView(header.buffer)
      const size = view.getUint32(4) * 2 ** 32 + view.getUint32(8)
      return this.#inflated(raw, source, 12, size, onFraction)
    }
    if (!raw.compressed) return source
    const wide = this.#executable.wordSize === 8
    const headerSize = wide ? 24 : 12
    if (raw.size < headerSize) this.#fail('dwarf/damaged', raw.name, 'compression header')
    const header = new DwarfCursor({
      file: source.name,
      section: raw.name,
      offset: 0,
      bytes: await source.read(0, headerSize),
      bigEndian: this.bigEndian,
      allowance: this.allowance,
    })
    const kind = header.u32()
    if (wide) header.skip(4)
    const size = header.unsigned(this.#executable.wordSize)
    if (kind === ZLIB) return this.#inflated(raw, source, headerSize, size, onFraction)
    if (kind === ZSTD) return this.#unpacked(raw, source, headerSize, size, onFraction)
    return this.#fail('dwarf/unsupported', raw.name, `compression ${kind}`)
  }

  async #inflated(
    raw: RawSection,
    source: ByteSource,
    from: number,
    size: number,
    onFraction: OnFraction,
  ): Promise<ByteSource> {
    requireTable(source.name, `decompressed section ${raw.name}`, size)
    this.allowance.unpack(size, { file: source.name, section: raw.name })
    const bytes = await inflate(rangeSource(source, from, raw.size - from), 'deflate', size, onFraction)
    return inflatedSource(source.name, bytes ?? this.#fail('dwarf/damaged', raw.name, 'compressed data'))
  }

  async #unpacked(
    raw: RawSection,
    source: ByteSource,
    from: number,
    size: number,
    onFraction: OnFraction,
  ): Promise<ByteSource> {
    requireTable(source.name, `decompressed section ${raw.name}`, Math.max(size, raw.size))
    this.allowance.unpack(size, { file: source.name, section: raw.name })
    // Few programs are packed this way, and the worker is to be small.
    const { unpackZstd } = await import('../../bytes/unpack-zstd.ts')
    const steps = unpackZstd(await source.read(from, raw.size - from), size)
    const work = new Yielder(onFraction)
    let step = steps.next()
    for (; step.done !== true; step = steps.next()) await work.report(step.value / size)
    const bytes = step.value
    return inflatedSource(source.name, bytes ?? this.#fail('dwarf/damaged', raw.name, 'compressed data'))
  }

  #fail(code: 'dwarf/damaged' | 'dwarf/unsupported', section: string, what: string): never {
    const file = this.#source.name
    if (code === 'dwarf/unsupported') throw new ProblemError({ code, file, section, what })
    throw new ProblemError({ code, file, section, offset: 0, what })
  }
}

/** Returns bytes in memory without copying; no reader writes into them. */
function inflatedSource(name: string, bytes: Uint8Array<ArrayBuffer>): ByteSource {
  return { name, size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) }
}
