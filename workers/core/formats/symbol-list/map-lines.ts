/**
 * The map that GNU ld writes with -Map → symbols. It lists global symbols below the section of the object file they
 * came in; of static functions it knows those that have a section of their own (-ffunction-sections).
 *
 * Three kinds of line matter, told by what they begin with: an output section at the margin, an input section after one
 * blank, a symbol after many. A long section name stands on a line of its own, its address on the next.
 */
import { SymbolBinding, SymbolPlace, SymbolType } from '../format.ts'
import { SymbolRows } from '../symbol-rows.ts'
import { NameBytes } from './nm-lines.ts'
import type { ListParser } from './types.ts'

/** What a map begins with, whatever was linked. */
const BEGINNINGS =
  /^\s*(?:Archive member included|As-needed library included|Allocating common symbols|Discarded input sections|There are no discarded input sections|Memory Configuration|Merging program properties|Linker script and memory map)/

export const looksLikeMap = (lines: readonly string[]): boolean =>
  BEGINNINGS.test(lines.find((line) => line.trim() !== '') ?? '')

const OUTPUT_SECTION = /^([^\s(*]\S*)\s+0x([\da-f]+)\s+0x([\da-f]+)/
const INPUT_SECTION = /^ ([^\s(*]\S*)\s+0x([\da-f]+)\s+0x([\da-f]+)\s+\S/
const SYMBOL = /^\s{8,}0x([\da-f]+)\s{8,}(\S.*)$/
const CONTINUED = /^\s{8,}0x([\da-f]+)\s+0x([\da-f]+)(?:\s+\S|\s*$)/
/** Assignments of the linker script. */
const ASSIGNMENT = /(?:^|\s)[-+*/|&<>]?=\s|^(?:PROVIDE|ASSERT|HIDDEN|\[!provide\]|LONG|QUAD|SHORT|BYTE)\b|^\./
const FORMAT = /^OUTPUT\(.*\s((?:elf|pei|pe|coff)\S*)\)/

/** By the linker's names: "elf64-x86-64"; "elf32-tradbigmips", and "elf32-powerpc" beside "elf32-powerpcle". */
const WIDE = /^elf64|^pei-(?:x86-64|a)/
const BIG_ENDIAN = /big|-be$|^elf(?:32|64)-(?:powerpc|sparc|s390|m68k|hppa)(?!le)/

const CODE = /^\.plt|(?:^|[._])(?:text|init|fini|ramfunc|iram\d*|fastcode|stub)(?:$|[._\d])/i
/** Of a function's own section, what stands before its name. */
const OWN_SECTION = /^\.text\.(?:(?:unlikely|startup|exit|hot|sorted\.\d+)\.)?(.+)$/

interface Section {
  readonly name: string
  readonly address: number
  readonly size: number
}

export function mapParser(): ListParser {
  const rows = new SymbolRows()
  const encoder = new NameBytes()
  let begun = false
  /** A name whose address comes on the next line. */
  let pending: { readonly name: string; readonly isOutput: boolean } | null = null
  let output: Section | null = null
  let input: Section | null = null
  /** Whether a symbol stands at the start of the input section. */
  let inputNamed = false
  let text: Section | null = null
  let format = ''

  const add = (
    address: number,
    name: string,
    binding: typeof SymbolBinding.global | typeof SymbolBinding.local,
    code: boolean,
  ): void => {
    if (address > Number.MAX_SAFE_INTEGER) return
    const place = code ? SymbolPlace.code : SymbolPlace.data
    const type = code ? SymbolType.func : SymbolType.object
    rows.add(address, rows.addName(encoder.bytesOf(name)), binding, type, place)
  }
  /** The input section is over: a function that had it to itself, and was not named, is static. */
  const closeInput = (): void => {
    const own = input !== null && !inputNamed && input.size > 0 ? OWN_SECTION.exec(input.name) : null
    if (input !== null && own?.[1] !== undefined) add(input.address, own[1], SymbolBinding.local, true)
    input = null
  }
  const open = (section: Section, isOutput: boolean): void => {
    closeInput()
    if (isOutput) {
      output = section
      if (section.name === '.text') text = section
    } else {
      input = section
      inputNamed = false
    }
  }
  const isCode = (): boolean => CODE.test(input?.name ?? output?.name ?? '') || CODE.test(output?.name ?? '')

  const line = (raw: string): void => {
    const found = FORMAT.exec(raw)
    if (found?.[1] !== undefined) format = found[1]
    if (!begun) {
      begun = raw.startsWith('Linker script and memory map')
      return
    }
    if (pending !== null) {
      const { name, isOutput } = pending
      pending = null
      const rest = CONTINUED.exec(raw)
      if (rest) {
        const [, address = '', size = ''] = rest
        open({ name, address: Number.parseInt(address, 16), size: Number.parseInt(size, 16) }, isOutput)
        return
      }
    }
    const isOutput = !raw.startsWith(' ')
    const section = (isOutput ? OUTPUT_SECTION : INPUT_SECTION).exec(raw)
    if (section) {
      const [, name = '', address = '', size = ''] = section
      open({ name, address: Number.parseInt(address, 16), size: Number.parseInt(size, 16) }, isOutput)
      return
    }
    if (/^ ?[^\s(*]\S*$/.test(raw)) {
      pending = { name: raw.trim(), isOutput }
      return
    }
    const symbol = SYMBOL.exec(raw)
    if (!symbol) return
    const [, digits = '', name = ''] = symbol
    if (ASSIGNMENT.test(name)) return
    const address = Number.parseInt(digits, 16)
    if (address === input?.address) inputNamed = true
    add(address, name, SymbolBinding.global, isCode())
  }

  return {
    line,
    done: () => {
      closeInput()
      const { address = 0, size = 0 } = text ?? {}
      return {
        description: 'GNU ld map',
        symbols: rows.done(),
        wordSize: format === '' ? null : WIDE.test(format) ? 8 : 4,
        bigEndian: format === '' ? null : BIG_ENDIAN.test(format),
        textLast: size > 0 ? address + size - 1 : null,
      }
    },
  }
}
