// Bytes of the stabs sections → stretches of code with their file, line, function. No waiting; stabs.ts
// brings the bytes.
//
// An entry has 12 bytes: offset of a string (4), type (1), other (1), description (2), value (4). A file is opened by one or
// two entries of its name, a function by one of its own, and its lines follow; `docs/formats/stabs.md` has all of it.
//
// Errors:  `dwarf/damaged` where strings lie over one another without end, or folders before files. An entry that is cut off
//          is none, a string beyond its table is empty.
// Source:  the stabs debug format; where entries leave a choice, behaviour of GNU gprof 2.40 and addr2line.
import { sortRowsByKey } from '../base/radix-sort.ts'
import { binaryString, TextList } from '../base/string-table.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { newStretches, type Stretches } from './stretches.ts'

/** The sections that hold stabs. */
export interface StabsSections {
  /** For reports of damage. */
  readonly file: string
  readonly entries: Uint8Array
  readonly strings: Uint8Array
  readonly bigEndian: boolean
}

/** Lines from stabs. Stretches ascend and do not overlap. */
export interface StabsLines {
  readonly stretches: Stretches
  readonly files: TextList
  readonly names: TextList
}

const ENTRY_SIZE = 12

/**
 * So many times as long as both sections may all strings be, and paths made of them. Linkers let one string end within
 * another, but a few at a time.
 */
const MOST_TIMES = 16

const StabType = {
  /** Begins the entries of an object file; its value is the size of that file's strings. */
  header: 0x00,
  function: 0x24,
  line: 0x44,
  dataLine: 0x46,
  bssLine: 0x48,
  source: 0x64,
  included: 0x84,
} as const

/** Where a function begins, or a source file in which none does; it holds below the next one's address. */
interface Opening {
  readonly address: number
  /** Its entry; the second one of a source file that has two. */
  readonly entry: number
  /** Null of a source file. */
  readonly opened: OpenedFunction | null
}

interface OpenedFunction {
  readonly name: string
  /** The file that is open there; null for none. */
  readonly file: string | null
  /** Prefix of relative file names. */
  readonly folder: string
  /** What offsets of strings count from. */
  readonly base: number
}

/** @param beyondEnds whether a function has the code behind its end too, up to the next one, as in gprof */
export function decodeStabs(sections: StabsSections, beyondEnds: boolean): StabsLines {
  const table = new StabTable(sections)
  const openings = listOpenings(table)
  const rows = Uint32Array.from(openings, (_, row) => row)
  const addresses = openings.map(({ address }) => address)
  const order = sortRowsByKey(rows, addresses)
  const lines = { stretches: newStretches(), files: new TextList(), names: new TextList() }
  for (let at = 0; at < order.length; at++) {
    const { address, entry, opened } = openings[order[at]]
    if (opened === null) continue
    const next = openings[order[at + 1]] as Opening | undefined
    const piece = {
      start: address,
      end: next?.address ?? Infinity,
      entry,
      endEntry: next?.entry ?? table.length,
    }
    addFunction(table, opened, piece, beyondEnds, lines)
  }
  return lines
}

class StabTable {
  readonly length: number
  readonly #view: DataView
  readonly #strings: Uint8Array
  readonly #little: boolean
  readonly #file: string
  /** By where they begin: names of files come again and again. */
  readonly #texts = new Map<number, string>()
  /** Bytes of strings that may still be made. */
  #left: number

  constructor({ file, entries, strings, bigEndian }: StabsSections) {
    this.#file = file
    this.#left = MOST_TIMES * (entries.length + strings.length)
    this.length = Math.floor(entries.length / ENTRY_SIZE)
    this.#view = new DataView(entries.buffer, entries.byteOffset, entries.byteLength)
    this.#strings = strings
    this.#little = !bigEndian
  }

  type(entry: number): number {
    return this.#view.getUint8(entry * ENTRY_SIZE + 4)
  }

  description(entry: number): number {
    return this.#view.getUint16(entry * ENTRY_SIZE + 6, this.#little)
  }

  value(entry: number): number {
    return this.#view.getUint32(entry * ENTRY_SIZE + 8, this.#little)
  }

  /** A binary string. @param base what offsets of strings count from there */
  text(entry: number, base: number): string {
    const from = base + this.#view.getUint32(entry * ENTRY_SIZE, this.#little)
    let text = this.#texts.get(from)
    if (text === undefined) {
      text = this.#textAt(from)
      this.#texts.set(from, text)
    }
    return text
  }

  /** Returns the name of a file, with the folder if it is relative. */
  join(folder: string, file: string): string {
    if (file.startsWith('/')) return file
    this.#claim(folder.length + file.length, 0)
    return folder + file
  }

  #textAt(from: number): string {
    const { length } = this.#strings
    if (from >= length) return ''
    const nul = this.#strings.indexOf(0, from)
    const end = nul < 0 ? length : nul
    this.#claim(end - from, from)
    return binaryString(this.#strings, from, end)
  }

  #claim(bytes: number, offset: number): void {
    this.#left -= bytes
    if (this.#left >= 0) return
    const place = { file: this.#file, section: '.stabstr', offset }
    throw new ProblemError({ code: 'dwarf/damaged', ...place, what: 'amount of data' })
  }
}

/** In the order of the file. */
function listOpenings(table: StabTable): readonly Opening[] {
  const openings: Opening[] = []
  let base = 0
  let nextBase = 0
  let file: string | null = null
  let folder = ''
  /** The source file that was opened last, as long as no function of it has been seen. */
  let source: Opening | null = null
  for (let entry = 0; entry < table.length; entry++) {
    const address = table.value(entry)
    switch (table.type(entry)) {
      case StabType.header:
        base = nextBase
        nextBase += address
        break
      case StabType.included:
        file = table.text(entry, base)
        break
      case StabType.function: {
        const name = table.text(entry, base)
        // Without a name it ends a function.
        if (name === '') break
        source = null
        openings.push({ address, entry, opened: { name: withoutType(name), file, folder, base } })
        break
      }
      case StabType.source:
        if (source) openings.push(source)
        source = null
        file = table.text(entry, base)
        folder = ''
        // Without a name it ends a file.
        if (file === '') file = null
        else {
          if (entry + 1 < table.length && table.type(entry + 1) === StabType.source) {
            folder = file
            file = table.text(++entry, base)
          }
          source = { address, entry, opened: null }
        }
        break
    }
  }
  if (source) openings.push(source)
  return openings
}

/** A type follows the name, in the language of stabs. */
function withoutType(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(0, colon)
}

/** A file from which code comes, from an address on. */
interface IncludedFile {
  readonly address: number
  readonly file: string
}

/** Ascending by address, without those that a later entry has taken the place of before they begin. */
function opensInTurn(included: readonly IncludedFile[]): readonly IncludedFile[] {
  const kept: IncludedFile[] = []
  let lowest = Infinity
  for (const one of [...included].reverse()) {
    if (one.address >= lowest) continue
    lowest = one.address
    kept.push(one)
  }
  return kept.reverse()
}

/** The code of a function, and the entries in which its lines are looked for: behind `entry`, before `endEntry`. */
interface FunctionPiece {
  readonly start: number
  readonly end: number
  readonly entry: number
  readonly endEntry: number
}

/**
 * The lines of one function. gprof asks for one address after the other and goes on from the line that it found last: a file
 * that begins at a later address than the line behind it is passed over.
 */
function addFunction(
  table: StabTable,
  { name, file: firstFile, folder, base }: OpenedFunction,
  { start, end: wholeEnd, entry: opening, endEntry }: FunctionPiece,
  beyondEnds: boolean,
  { stretches, files, names }: StabsLines,
): void {
  let at = start
  let end = wholeEnd
  let file = firstFile
  /** Position of its path in `files`; −1 until it is needed. */
  let path = -1
  let line = 0
  /** Files that begin behind the last line, and where. */
  let included: IncludedFile[] = []
  let anyLine = false
  let anyOpening = false

  const holdUntil = (to: number): void => {
    // Where a file begins nothing is known before its first line.
    const border = included.reduce((least, { address }) => Math.min(least, address), Math.min(to, end))
    if (file !== null && line > 0 && border > at) {
      if (path < 0) path = files.add(table.join(folder, file))
      stretches.start.push(at)
      stretches.end.push(border)
      stretches.file.push(path)
      stretches.line.push(line)
      stretches.name.push(names.add(name))
    }
    at = Math.max(at, to)
  }

  const openFile = (begun: IncludedFile): void => {
    file = begun.file
    path = -1
  }
  const addLine = (address: number, description: number): void => {
    const begun = included
    if (anyLine) holdUntil(address)
    included = []
    line = description
    if (anyLine) {
      for (const one of begun) if (one.address <= at) openFile(one)
      return
    }
    // The first line holds from the function's beginning, in whichever file is open by then.
    anyLine = true
    // One that begins just where a late first line does comes too late, as gprof has found that line before.
    for (const one of opensInTurn(begun)) {
      if (one.address > start && one.address >= address) break
      holdUntil(one.address)
      openFile(one)
    }
    holdUntil(address)
  }
  scan: for (let entry = opening + 1; entry < endEntry && at < end; entry++) {
    const value = table.value(entry)
    const type = table.type(entry)
    switch (type) {
      case StabType.included:
        included.push({ address: value, file: table.text(entry, base) })
        break
      case StabType.line:
      case StabType.dataLine:
      case StabType.bssLine:
        addLine(start + value, table.description(entry))
        break
      case StabType.function:
      case StabType.source:
        if (!beyondEnds && table.text(entry, base) === '') {
          const ends = type === StabType.function ? start + value : value
          if (ends > start) end = Math.min(end, ends)
        }
        if (anyLine || anyOpening) break scan
        anyOpening = true
        break
    }
  }
  holdUntil(end)
}
