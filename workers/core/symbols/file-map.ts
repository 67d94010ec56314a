// gprof's `-R` maps of functions to object files, whose symbols then represent files.
//
// A line is "file.o: … name": the file ends at the first colon, the name begins after the last
// blank. Of consecutive lines with one file, the first function represents it and gets its name.
// The others are dropped, so their code counts for the symbol before.
//
// Source: behaviour of GNU gprof 2.40, which reads maps with C's `scanf` and finds names by binary
// search.
import { binaryString } from '../base/string-table.ts'
import { type RawSymbols, SymbolPlace } from '../formats/raw-symbols.ts'

/** gprof's map of functions to object files. Names are binary strings. */
export interface FileMap {
  /** By name, those of one name in the order of the map. */
  readonly functions: readonly MappedFunction[]
  /** Each once, in order. */
  readonly files: readonly string[]
}

/** A function of a map, and its object file. */
export interface MappedFunction {
  readonly name: string
  readonly file: string
  /** Whether the function follows another file's in the map: it represents its file. */
  readonly isFirst: boolean
}

const SKIPPED = 'No symbols in '
/** Bytes that `scanf` takes at a time; the rest of a longer line is read as a line of its own. */
const LONGEST_MAP_LINE = 1023

/**
 * Parses gprof's `-R` map, lines of `file.o: … name`, into its functions sorted by name.
 *
 * @param bytes the whole file
 * @returns null if a line is not one of a map, where gprof crashes
 */
export function parseFileMap(bytes: Uint8Array): FileMap | null {
  const scanner = new Scanner(binaryString(bytes, 0, bytes.length))
  const functions: MappedFunction[] = []
  let before: string | null = null
  while (!scanner.metEnd && bytes.length > 0) {
    if (!scanner.take(/[\n:]/g)) return null
    const file = scanner.text
    if (file.startsWith(SKIPPED)) {
      scanner.skipSpace()
      continue
    }
    const isAtEnd = scanner.metEnd
    if (!scanner.take(/\n/g)) return null
    if (!isAtEnd) scanner.skipSpace()
    const blank = scanner.text.lastIndexOf(' ')
    // Without a blank gprof crashes.
    if (blank < 0) return null
    functions.push({ name: scanner.text.slice(blank + 1), file, isFirst: file !== before })
    before = file
  }
  const byName = functions.sort((left, right) =>
    left.name < right.name ? -1 : left.name > right.name ? 1 : 0,
  )
  return { functions: byName, files: [...new Set(functions.map(({ file }) => file))].sort() }
}

/** The two things that maps are scanned with. */
class Scanner {
  /** The text taken last, up to a NUL. */
  text = ''
  /** Whether the last read reached the end, like C's `feof`. */
  metEnd = false
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  /**
   * Takes the text before the next stop. Returns false if it is empty; at the end `text` stays
   * unchanged.
   */
  take(stop: RegExp): boolean {
    const { length } = this.#source
    if (this.#at >= length) {
      this.metEnd = true
      return true
    }
    stop.lastIndex = this.#at
    const found = stop.exec(this.#source)?.index ?? length
    const end = Math.min(found, this.#at + LONGEST_MAP_LINE)
    if (end === this.#at) return false
    if (end === length && end < this.#at + LONGEST_MAP_LINE) this.metEnd = true
    const taken = this.#source.slice(this.#at, end)
    const nul = taken.indexOf('\0')
    this.text = nul < 0 ? taken : taken.slice(0, nul)
    this.#at = end
    return true
  }

  skipSpace(): void {
    const space = /[^ \t\n\v\f\r]/g
    space.lastIndex = this.#at
    this.#at = space.exec(this.#source)?.index ?? this.#source.length
    if (this.#at === this.#source.length) this.metEnd = true
  }
}

/** Of several functions of one name, returns the one that binary search finds. */
function findMapped({ functions }: FileMap, name: string): MappedFunction | null {
  let from = 0
  let to = functions.length
  while (from < to) {
    const middle = (from + to) >> 1
    const found = functions[middle]
    if (name === found.name) return found
    if (name < found.name) to = middle
    else from = middle + 1
  }
  return null
}

/**
 * Returns the executable's symbols with the map's names: the first function of each file shows the file's
 * name, and its others are marked undefined, so that none of them is selected. Symbols that the map does not
 * name stay. `symbols` is not changed.
 */
export function mapSymbols(symbols: RawSymbols, map: FileMap): RawSymbols {
  const place = symbols.place.slice()
  const shownName = symbols.nameOffset.slice()
  const { names: own } = symbols
  // A NUL between, should the string table have none at its end.
  let end = own.length + 1
  const offsets = new Map<string, number>()
  for (const file of map.files) {
    offsets.set(file, end)
    end += file.length + 1
  }
  const names = new Uint8Array(end)
  names.set(own)
  for (const [file, offset] of offsets)
    for (let at = 0; at < file.length; at++) names[offset + at] = file.charCodeAt(at)
  for (let row = 0; row < symbols.length; row++) {
    const from = symbols.nameOffset[row]
    const nul = own.indexOf(0, from)
    const mapped = findMapped(map, binaryString(own, from, nul < 0 ? own.length : nul))
    if (mapped === null) continue
    if (mapped.isFirst) shownName[row] = offsets.get(mapped.file) ?? from
    else place[row] = SymbolPlace.undefined
  }
  return { ...symbols, place, names, shownName }
}
