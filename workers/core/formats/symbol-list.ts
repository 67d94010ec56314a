// Names of functions from a text file: the output of nm in any form, and the map that GNU ld writes with
// -Map. Forms and sources: docs/formats/symbol-lists.md.
import { IDENTIFYING_BYTES, type RawSymbols, SymbolBinding, SymbolPlace, SymbolType } from './format.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { TextLines, withoutBlankEnd } from '../bytes/text-lines.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { SymbolRows } from './executables.ts'

/** A list of symbols, as read. */
export interface RawSymbolList {
  readonly file: string
  /** "Output of nm", "GNU ld map", for people. */
  readonly description: string
  readonly symbols: RawSymbols
  /** Null if the list does not state it. */
  readonly wordSize: 4 | 8 | null
  readonly bigEndian: boolean | null
  /** Link-time address of the last byte of the code; null if the list does not state it. */
  readonly textLast: number | null
}

/** Parses a list line by line, without line ends; lines that are no symbol's are ignored. */
export interface ListParser {
  line(text: string): void
  done(): Omit<RawSymbolList, 'file'>
}

/**
 * A text file of symbols → RawSymbols: what `nm` printed of a program before it was stripped, a file for gprof's -S, or
 * GNU ld's map. Read front to back in slices.
 *
 * Errors:  ProblemError `symbols/none-found` if no line names a function.
 * Source:  POSIX `nm`, GNU's manuals of nm and ld; see docs/formats/symbol-lists.md.
 */

const SLICE = 1024 * 1024
/** Characters of a line that count; C++ names can be long. */
const LONGEST_LINE = 64 * 1024

type Form = NmForm | 'map'

/** Text has tabs and ends of lines, and no other controls. */
function isBinary(line: string): boolean {
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code < 9 || (code > 13 && code < 32)) return true
  }
  return false
}

/** By the first bytes of a file; `whole` if there is no more of it. Null for what is no list of symbols. */
function formOf(start: Uint8Array, whole: boolean): Form | null {
  const lines: string[] = []
  const text = new TextLines((line) => lines.push(line), LONGEST_LINE)
  text.push(start)
  // The last line may be cut.
  if (whole || lines.length === 0) text.end()
  if (lines.some(isBinary)) return null
  return looksLikeMap(lines) ? 'map' : nmForm(lines)
}

/**
 * Returns what a list of symbols is, "Output of nm" or "GNU ld map"; null for any other file.
 *
 * @param start the file's first bytes
 * @param whole whether `start` is the whole file
 */
export function describeList(start: Uint8Array, whole: boolean): string | null {
  const form = formOf(start, whole)
  return form === null ? null : form === 'map' ? 'GNU ld map' : 'Output of nm'
}

/**
 * Reads a list of symbols: the output of nm, or a linker's map. The form is recognized by the first bytes; an
 * unknown one is read as nm's default output.
 *
 * @param onBytes receives the bytes read so far
 * @throws ProblemError `symbols/none-found` for a list without a symbol in code, `bytes/…`
 */
export async function readSymbolList(
  source: ByteSource,
  onBytes: (read: number) => void = () => {},
): Promise<RawSymbolList> {
  const start = await source.read(0, Math.min(IDENTIFYING_BYTES, source.size))
  const form = formOf(start, start.length === source.size) ?? 'bsd'
  const parser = form === 'map' ? new MapParser() : nmParser(form)
  const lines = new TextLines((line) => parser.line(line), LONGEST_LINE)
  for (let at = 0; at < source.size; at += SLICE) {
    const bytes = await source.read(at, Math.min(SLICE, source.size - at))
    lines.push(bytes)
    onBytes(at + bytes.length)
  }
  lines.end()
  const list = { file: source.name, ...parser.done() }
  if (!list.symbols.place.includes(SymbolPlace.code))
    throw new ProblemError({ code: 'symbols/none-found', file: source.name })
  return list
}

// The output of `nm`, in any of its forms, and the files gprof's -S takes, which are the simplest of them.

/** A symbol in nm's output. */
export interface NmSymbol {
  readonly digits: string
  readonly size: number
  readonly letter: string
  readonly name: string
}

/** How `nm` lays out its lines, after the systems that had them first. Names may hold any byte but blanks (bytes/text-lines.ts). */
export type NmForm = 'bsd' | 'posix' | 'system-v'

const LINES: Readonly<Record<NmForm, RegExp>> = {
  // "prog:0000000000401136 000000000000000b T main": file and size may be absent.
  bsd: /^(?:[^ \t:][^:]*:)*[ \t]*(?:0[xX])?(?<digits>[\da-fA-F]+)(?:[ \t]+(?<size>[\da-fA-F]{2,}))?[ \t]+(?<letter>[A-Za-z?-])[ \t]+(?<name>[^ \t].*)$/,
  // "main T 401136 b"
  posix: /^(?<name>[^ \t].*?) (?<letter>[A-Za-z?-]) (?<digits>[\da-fA-F]+)(?: (?<size>[\da-fA-F]+))?[ \t]*$/,
  // "main |0000000000401136|   T  |  FUNC|000000000000000b|     |.text"
  'system-v':
    /^(?<name>[^ \t].*?)[ \t]*\|[ \t]*(?<digits>[\da-fA-F]+)[ \t]*\|[ \t]*(?<letter>[A-Za-z?-])[ \t]*\|[^|]*\|[ \t]*(?<size>[\da-fA-F]*)[ \t]*\|/,
}
/** A symbol that has no address here, in any form. */
const UNDEFINED =
  /^(?:[^ \t:][^:]*:)*[ \t]+[UwWvV][ \t]+[^ \t]|^[^ \t]+ [UwWvV][ \t\da-fA-F]*$|^[^ \t]+[ \t]*\|[ \t]*\|[ \t]*[UwWvV][ \t]*\|/
/** Names of object files and libraries, and headings. */
const HEADING = /^[^ \t]+:$|^(?:Undefined s|S)ymbols from |^Name {2,}Value/

function parseNmLine(line: string, form: NmForm): NmSymbol | null {
  // With -l a tab and the source place follow.
  const tab = line.indexOf('\t', 1)
  const found = LINES[form].exec(tab < 0 ? line : line.slice(0, tab))?.groups
  if (found === undefined) return null
  const { digits = '', size = '', letter = '', name = '' } = found
  return { digits, size: size === '' ? 0 : Number.parseInt(size, 16), letter, name: withoutBlankEnd(name) }
}

/** The form of these lines, complete ones, if they begin what `nm` printed; else null. */
function nmForm(lines: readonly string[]): NmForm | null {
  const telling = lines.filter((line) => line.trim() !== '' && !UNDEFINED.test(line) && !HEADING.test(line))
  if (telling.length === 0) return formOfUndefined(lines.filter((line) => UNDEFINED.test(line)))
  for (const form of ['bsd', 'posix', 'system-v'] as const) {
    const symbols = telling.map((line) => parseNmLine(line, form))
    const all = symbols.every((symbol) => symbol !== null && isConvincing(symbol, form))
    if (all && symbols.some((symbol) => symbol !== null && hasAddress(symbol))) return form
  }
  return null
}

/** Other texts have lines of a number, a letter and a word, too: "a b c". Only POSIX's addresses are as short as can be. */
const isConvincing = (symbol: NmSymbol, form: NmForm): boolean =>
  form === 'posix' ? /^[\w.$?@~<-]/.test(symbol.name) : hasAddress(symbol)
const hasAddress = ({ digits }: NmSymbol): boolean => digits.length >= 3

/** Sorted by address, and often by name, what is not in the program comes first. */
function formOfUndefined(lines: readonly string[]): NmForm | null {
  const [first = ''] = lines
  if (lines.length < 2) return null
  return first.includes('|') ? 'system-v' : /^[^ \t]+ [UwWvV][ \t]*$/.test(first) ? 'posix' : 'bsd'
}

type ValueOf<T> = T[keyof T]
interface LetterKind {
  readonly binding: ValueOf<typeof SymbolBinding>
  readonly type: ValueOf<typeof SymbolType>
  readonly place: ValueOf<typeof SymbolPlace>
}

/** What a type letter says, as an executable's symbol table would have said it. Capital letters are global symbols. */
function kindOf(letter: string): LetterKind {
  const binding = letter === letter.toUpperCase() ? SymbolBinding.global : SymbolBinding.local
  switch (letter) {
    case 'T':
    case 't':
      return { binding, type: SymbolType.func, place: SymbolPlace.code }
    case 'W':
    case 'w':
      return { binding: SymbolBinding.weak, type: SymbolType.func, place: SymbolPlace.code }
    case 'V':
    case 'v':
      return { binding: SymbolBinding.weak, type: SymbolType.object, place: SymbolPlace.data }
    case 'i':
      return { binding, type: SymbolType.ifunc, place: SymbolPlace.code }
    case 'u':
      return { binding: SymbolBinding.other, type: SymbolType.object, place: SymbolPlace.data }
    case 'U':
      return { binding, type: SymbolType.none, place: SymbolPlace.undefined }
    case 'A':
    case 'a':
    case 'N':
    case 'n':
    case '?':
    case '-':
      return { binding, type: SymbolType.none, place: SymbolPlace.nowhere }
    default:
      // Not typed as objects: on machines with function descriptors, these are among data.
      return { binding, type: SymbolType.none, place: SymbolPlace.data }
  }
}

function nmParser(form: NmForm): ListParser {
  const rows = new SymbolRows()
  const encoder = new NameBytes()
  /** Where compilers put an underscore before names, `main` has one. */
  let mains = { plain: false, prefixed: false }
  /** How many digits addresses have; 0 once they differ. */
  let digits = -1
  /** The last function: its start, and its end if the list states it. */
  let last = { address: -1, end: 0 }
  return {
    line: (text) => {
      const symbol = parseNmLine(text, form)
      if (symbol === null) return
      const address = Number.parseInt(symbol.digits, 16)
      if (address > Number.MAX_SAFE_INTEGER) return
      const { binding, type, place } = kindOf(symbol.letter)
      rows.add(address, rows.addName(encoder.bytesOf(symbol.name)), binding, type, place)
      if (symbol.name === 'main') mains = { ...mains, plain: true }
      if (symbol.name === '_main') mains = { ...mains, prefixed: true }
      digits = digits === -1 || digits === symbol.digits.length ? symbol.digits.length : 0
      if (place !== SymbolPlace.code || binding === SymbolBinding.weak) return
      const isEnd = /^_{0,2}etext$/.test(symbol.name)
      const symbolEnd = isEnd ? address : symbol.size > 0 ? address + symbol.size : 0
      if (address > last.address || (address === last.address && symbolEnd > last.end))
        last = { address, end: symbolEnd }
    },
    done: () => ({
      description: 'Output of nm',
      symbols: mains.prefixed && !mains.plain ? { ...rows.done(), prefix: '_' } : rows.done(),
      wordSize: digits === 8 ? 4 : digits === 16 ? 8 : null,
      bigEndian: null,
      textLast: last.end === 0 ? null : last.end - 1,
    }),
  }
}

/** Binary strings back to bytes. */
class NameBytes {
  #buffer = new Uint8Array(256)

  bytesOf(name: string): Uint8Array {
    if (name.length > this.#buffer.length) this.#buffer = new Uint8Array(2 * name.length)
    for (let at = 0; at < name.length; at++) this.#buffer[at] = name.charCodeAt(at)
    return this.#buffer.subarray(0, name.length)
  }
}

/**
 * Maps of GNU ld (-Map) to symbols. A map lists global symbols below the section of their object
 * file. Static functions appear only with sections of their own (-ffunction-sections).
 *
 * Three kinds of line matter: an output section at the margin, an input section after one blank, a
 * symbol after many. A long section name has a line of its own, with its address on the next.
 */

/** What a map begins with, whatever was linked. */
const BEGINNINGS =
  /^\s*(?:Archive member included|As-needed library included|Allocating common symbols|Discarded input sections|There are no discarded input sections|Memory Configuration|Merging program properties|Linker script and memory map)/

const looksLikeMap = (lines: readonly string[]): boolean =>
  BEGINNINGS.test(lines.find((line) => line.trim() !== '') ?? '')

// Of names every byte but blanks (bytes/text-lines.ts).
const OUTPUT_SECTION = /^([^ \t(*][^ \t]*)\s+0x([\da-f]+)\s+0x([\da-f]+)/
const INPUT_SECTION = /^ ([^ \t(*][^ \t]*)\s+0x([\da-f]+)\s+0x([\da-f]+)\s+\S/
/** A section whose address has no room beside it. */
const LONE_NAME = /^ ?[^ \t(*][^ \t]*$/
const SYMBOL = /^\s{8,}0x([\da-f]+)\s{8,}([^ \t].*)$/
const CONTINUED = /^\s{8,}0x([\da-f]+)\s+0x([\da-f]+)(?:\s+\S|\s*$)/
/** Assignments of the linker script. */
const ASSIGNMENT = /(?:^|\s)[-+*/|&<>]?=\s|^(?:PROVIDE|ASSERT|HIDDEN|\[!provide\]|LONG|QUAD|SHORT|BYTE)\b|^\./
const FORMAT = /^OUTPUT\(.*\s((?:elf|pei|pe|coff)\S*)\)/

/** By the linker's names: "elf64-x86-64"; "elf32-tradbigmips", and "elf32-powerpc" beside "elf32-powerpcle". */
const WIDE = /^elf64|^pei-(?:x86-64|a)/
const BIG_ENDIAN = /big|-be$|^elf(?:32|64)-(?:powerpc|sparc|s390|m68k|hppa)(?!le)/

const CODE = /^\.plt|(?:^|[._])(?:text|init|fini|ramfunc|iram\d*|fastcode|stub)(?:$|[._\d])/i
/** Prefix of the function's name in the name of its own section. */
const OWN_SECTION = /^\.text\.(?:(?:unlikely|startup|exit|hot|sorted\.\d+)\.)?(.+)$/

interface Section {
  readonly name: string
  readonly address: number
  readonly size: number
}

/** One map, line by line. */
class MapParser implements ListParser {
  readonly #rows = new SymbolRows()
  readonly #encoder = new NameBytes()
  #isBegun = false
  /** A name whose address comes on the next line. */
  #pending: { readonly name: string; readonly isOutput: boolean } | null = null
  #output: Section | null = null
  #input: Section | null = null
  /** Whether a symbol is at the start of the input section. */
  #isInputNamed = false
  #text: Section | null = null
  #format = ''

  line(raw: string): void {
    const [, format] = FORMAT.exec(raw) ?? []
    if (format !== undefined) this.#format = format
    if (!this.#isBegun) this.#isBegun = raw.startsWith('Linker script and memory map')
    else if (!this.#readContinued(raw) && !this.#readSection(raw)) this.#readSymbol(raw)
  }

  done(): Omit<RawSymbolList, 'file'> {
    this.#closeInput()
    const { address = 0, size = 0 } = this.#text ?? {}
    const format = this.#format
    return {
      description: 'GNU ld map',
      symbols: this.#rows.done(),
      wordSize: format === '' ? null : WIDE.test(format) ? 8 : 4,
      bigEndian: format === '' ? null : BIG_ENDIAN.test(format),
      textLast: size > 0 ? address + size - 1 : null,
    }
  }

  /**
   * Reads the address of a section whose name was on the line before. Returns whether the line has
   * one.
   */
  #readContinued(raw: string): boolean {
    const pending = this.#pending
    this.#pending = null
    const rest = pending && CONTINUED.exec(raw)
    if (!rest) return false
    const [, address = '', size = ''] = rest
    this.#open(sectionOf(pending.name, address, size), pending.isOutput)
    return true
  }

  /** A section, or the name of one. */
  #readSection(raw: string): boolean {
    const isOutput = !raw.startsWith(' ')
    const section = (isOutput ? OUTPUT_SECTION : INPUT_SECTION).exec(raw)
    if (section) {
      const [, name = '', address = '', size = ''] = section
      this.#open(sectionOf(name, address, size), isOutput)
      return true
    }
    if (!LONE_NAME.test(raw)) return false
    this.#pending = { name: raw.trim(), isOutput }
    return true
  }

  #readSymbol(raw: string): void {
    const [, digits = '', name = ''] = SYMBOL.exec(raw) ?? []
    if (name === '' || ASSIGNMENT.test(name)) return
    const address = Number.parseInt(digits, 16)
    if (address === this.#input?.address) this.#isInputNamed = true
    this.#add(address, name, SymbolBinding.global, this.#isCode())
  }

  #open(section: Section, isOutput: boolean): void {
    this.#closeInput()
    if (isOutput) {
      this.#output = section
      if (section.name === '.text') this.#text = section
    } else {
      this.#input = section
      this.#isInputNamed = false
    }
  }

  /** The input section is over: a function that had it to itself, and was not named, is static. */
  #closeInput(): void {
    const input = this.#input
    const own = input !== null && !this.#isInputNamed && input.size > 0 ? OWN_SECTION.exec(input.name) : null
    if (input !== null && own?.[1] !== undefined) this.#add(input.address, own[1], SymbolBinding.local, true)
    this.#input = null
  }

  #isCode(): boolean {
    const output = this.#output?.name ?? ''
    return CODE.test(this.#input?.name ?? output) || CODE.test(output)
  }

  #add(
    address: number,
    name: string,
    binding: typeof SymbolBinding.global | typeof SymbolBinding.local,
    isCode: boolean,
  ): void {
    if (address > Number.MAX_SAFE_INTEGER) return
    const place = isCode ? SymbolPlace.code : SymbolPlace.data
    const type = isCode ? SymbolType.func : SymbolType.object
    const rows = this.#rows
    rows.add(address, rows.addName(this.#encoder.bytesOf(name)), binding, type, place)
  }
}

function sectionOf(name: string, address: string, size: string): Section {
  return { name, address: Number.parseInt(address, 16), size: Number.parseInt(size, 16) }
}
