// The output of `nm`, in any of its forms, and the files gprof's -S takes, which are the simplest of them.
import { SymbolBinding, SymbolPlace, SymbolType } from '../format.ts'
import { SymbolRows } from '../symbol-rows.ts'
import type { ListParser } from './types.ts'

export interface NmSymbol {
  readonly digits: string
  readonly size: number
  readonly letter: string
  readonly name: string
}

/** "prog:0000000000401136 000000000000000b T main\tmain.c:3": file, size and source place may be absent. */
const BSD = /^(?:[^\s:][^:]*:)*\s*(?:0[xX])?([\da-fA-F]+)(?:\s+([\da-fA-F]{2,}))?\s+([A-Za-z?-])\s+(\S.*)$/
/** "main T 401136 b": POSIX. */
const POSIX = /^(\S.*?) ([A-Za-z?-]) ([\da-fA-F]+)(?: ([\da-fA-F]+))?$/
/** "main |0000000000401136|   T  |  FUNC|000000000000000b|     |.text": System V. */
const SYSTEM_V = /^(\S.*?)\s*\|\s*([\da-fA-F]+)\s*\|\s*([A-Za-z?-])\s*\|[^|]*\|\s*([\da-fA-F]*)\s*\|/
/** A symbol without an address: not in the program. */
const UNDEFINED = /^(?:[^\s:][^:]*:)*\s+[UwWvV]\s+\S|^\S+ [UwWvV](?:\s*\d*)*$/

export function parseNmLine(line: string): NmSymbol | null {
  // With -l a tab and the source place follow.
  const tab = line.indexOf('\t', 1)
  const text = tab < 0 ? line : line.slice(0, tab)
  const bsd = BSD.exec(text)
  if (bsd) {
    const [, digits = '', size = '', letter = '', name = ''] = bsd
    return { digits, size: sizeOf(size), letter, name: name.trimEnd() }
  }
  const systemV = SYSTEM_V.exec(text)
  if (systemV) {
    const [, name = '', digits = '', letter = '', size = ''] = systemV
    return { digits, size: sizeOf(size), letter, name }
  }
  const posix = POSIX.exec(text)
  if (!posix) return null
  const [, name = '', letter = '', digits = '', size = ''] = posix
  return { digits, size: sizeOf(size), letter, name }
}

const sizeOf = (digits: string): number => (digits === '' ? 0 : Number.parseInt(digits, 16))

/** Whether these lines, complete ones, begin what `nm` printed. */
export function looksLikeNm(lines: readonly string[]): boolean {
  let found = 0
  for (const line of lines) {
    if (line.trim() === '' || UNDEFINED.test(line)) continue
    // Names of object files and libraries, headings of the System V form.
    if (/^\S+:$|^Symbols from |^Name {2,}Value/.test(line)) continue
    if (parseNmLine(line) === null) return false
    found++
  }
  return found > 0
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
      return { binding, type: SymbolType.object, place: SymbolPlace.data }
  }
}

export function nmParser(): ListParser {
  const rows = new SymbolRows()
  const encoder = new NameBytes()
  /** How many digits addresses have; 0 once they differ. */
  let digits = -1
  let end = 0
  return {
    line: (text) => {
      const symbol = parseNmLine(text)
      if (symbol === null) return
      const address = Number.parseInt(symbol.digits, 16)
      if (address > Number.MAX_SAFE_INTEGER) return
      const { binding, type, place } = kindOf(symbol.letter)
      rows.add(address, rows.addName(encoder.bytesOf(symbol.name)), binding, type, place)
      digits = digits === -1 || digits === symbol.digits.length ? symbol.digits.length : 0
      if (type === SymbolType.func) end = Math.max(end, address + symbol.size)
      if (/^_{0,2}etext$/.test(symbol.name)) end = Math.max(end, address)
    },
    done: () => ({
      description: 'Output of nm',
      symbols: rows.done(),
      wordSize: digits === 8 ? 4 : digits === 16 ? 8 : null,
      bigEndian: null,
      textLast: end === 0 ? null : end - 1,
    }),
  }
}

/** Binary strings back to bytes. */
export class NameBytes {
  #buffer = new Uint8Array(256)

  bytesOf(name: string): Uint8Array {
    if (name.length > this.#buffer.length) this.#buffer = new Uint8Array(2 * name.length)
    for (let at = 0; at < name.length; at++) this.#buffer[at] = name.charCodeAt(at)
    return this.#buffer.subarray(0, name.length)
  }
}
