// The output of `nm`, in any of its forms. The files of gprof’s -S are the simplest of them.
import { SymbolBinding, SymbolPlace, SymbolType } from './raw-symbols.ts'
import { withoutBlankEnd } from '../bytes/text-lines.ts'
import { SymbolRows } from './symbol-rows.ts'
import { type ListParser, NameBytes } from './raw-symbol-list.ts'

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
export function nmForm(lines: readonly string[]): NmForm | null {
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

export function nmParser(form: NmForm): ListParser {
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
