// Functions as the lines of a listing name them, kept as bytes: each is put together once and copied a thousand times.
import type { FunctionIndex } from '../../profile/tables.ts'
import { indexText, styleOf, type TextInput } from './listing-text.ts'
import type { TextBytes } from './text-bytes.ts'

const PAGE_BITS = 20
const PAGE = 1 << PAGE_BITS
/** So many fit into a position of 32 bits; names that come later are put together each time. */
const MOST_PAGES = 2 ** (32 - PAGE_BITS)

/**
 * Names in pages, in the order in which they are first asked for; none lies in two.
 *
 *     start (page, and offset in it)
 *       | name | " <cycle 1> [5]" | "\n" |
 *       |< nameLength             |      |
 *       |< lineLength ------------------>|    0: not here yet
 */
export class PrintedNames {
  readonly #input: TextInput
  readonly #nameOf: (f: FunctionIndex) => string
  readonly #pages: Uint8Array<ArrayBuffer>[] = []
  #used = PAGE
  readonly #start: Uint32Array
  readonly #nameLength: Uint32Array
  readonly #lineLength: Uint32Array

  constructor(input: TextInput) {
    const { length } = input.analyzed.profile.functions
    this.#input = input
    this.#nameOf = styleOf(input).nameOf
    this.#start = new Uint32Array(length)
    this.#nameLength = new Uint32Array(length)
    this.#lineLength = new Uint32Array(length)
  }

  /** The name alone. */
  writeName(f: FunctionIndex, out: TextBytes): void {
    if (this.#isHere(f)) this.#copy(f, this.#nameLength[f], out)
    else out.text(this.#nameOf(f))
  }

  /** Name, cycle and number, as every line of the call graph ends, and the end of the line. */
  writeLine(f: FunctionIndex, out: TextBytes): void {
    if (this.#isHere(f)) this.#copy(f, this.#lineLength[f], out)
    else out.text(`${this.#nameOf(f)}${numbered(this.#input, f)}\n`)
  }

  /** Bytes of the name alone. */
  lengthOf(f: FunctionIndex): number {
    return this.#isHere(f) ? this.#nameLength[f] : this.#nameOf(f).length
  }

  #copy(f: FunctionIndex, length: number, out: TextBytes): void {
    const start = this.#start[f]
    out.part(this.#pages[start >>> PAGE_BITS], start & (PAGE - 1), length)
  }

  /** Puts the name into a page if it is in none; false where it fits into none. */
  #isHere(f: FunctionIndex): boolean {
    if (this.#lineLength[f] > 0) return true
    const name = this.#nameOf(f)
    // Not joined to the name: to look at the characters of a joined text an engine copies all of it first.
    const ending = `${numbered(this.#input, f)}\n`
    const length = name.length + ending.length
    if (length > PAGE) return false
    if (this.#used + length > PAGE) {
      if (this.#pages.length === MOST_PAGES) return false
      this.#pages.push(new Uint8Array(PAGE))
      this.#used = 0
    }
    const page = this.#pages.length - 1
    setBytes(this.#pages[page], this.#used, name)
    setBytes(this.#pages[page], this.#used + name.length, ending)
    this.#start[f] = page * PAGE + this.#used
    this.#nameLength[f] = name.length
    this.#lineLength[f] = length
    this.#used += length
    return true
  }
}

function setBytes(bytes: Uint8Array, from: number, binary: string): void {
  for (let at = 0; at < binary.length; at++) bytes[from + at] = binary.charCodeAt(at)
}

/** What stands behind a name: its cycle and its number. Without arcs gprof builds no graph, and nothing has a number. */
function numbered({ analyzed, listing }: TextInput, f: FunctionIndex): string {
  if (!analyzed.profile.hasArcs) return ''
  const cycle = analyzed.cycles.cycleOf[f]
  const index = indexText(listing.entries.entryOfFunction[f], analyzed.times.isPrinted[f] === 1)
  return cycle < 0 ? ` ${index}` : ` <cycle ${cycle + 1}> ${index}`
}

const known = new WeakMap<TextInput, PrintedNames>()

/** One for all parts of a listing. */
export function printedNames(input: TextInput): PrintedNames {
  const names = known.get(input) ?? new PrintedNames(input)
  known.set(input, names)
  return names
}
