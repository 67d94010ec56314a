// Maps of GNU ld (-Map) to symbols. A map lists global symbols below the section of their object
// file. Static functions appear only with sections of their own (-ffunction-sections).
//
// Three kinds of line matter: an output section at the margin, an input section after one blank, a
// symbol after many. A long section name has a line of its own, with its address on the next.
import { SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'
import { SymbolRows } from './symbol-rows.ts'
import { type ListParser, NameBytes, type RawSymbolList } from './raw-symbol-list.ts'

/** What a map begins with, whatever was linked. */
const BEGINNINGS =
  /^\s*(?:Archive member included|As-needed library included|Allocating common symbols|Discarded input sections|There are no discarded input sections|Memory Configuration|Merging program properties|Linker script and memory map)/

export const looksLikeMap = (lines: readonly string[]): boolean =>
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
export class MapParser implements ListParser {
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
