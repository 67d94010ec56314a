// A map of object files and their functions, as gprof's `-R` wants it: "file.o: … name" a line → functions renamed to files.
import { binaryString, stringAt, stringTableOf, type StringIndex } from '../base/string-table.ts'
import { SymbolBinding, SymbolPlace, type RawSymbols } from '../formats/format.ts'
import type { SymbolTable } from './select-functions.ts'

export interface FileMap {
  /** By function: its file, and whether it stands for the file. */
  readonly functions: ReadonlyMap<string, { readonly file: string; readonly isFirst: boolean }>
  readonly files: ReadonlySet<string>
}

const SKIPPED = 'No symbols in '

/** Null if a line is not one of a map. Names are binary strings. */
export function parseFileMap(bytes: Uint8Array): FileMap | null {
  const functions = new Map<string, { file: string; isFirst: boolean }>()
  const files = new Set<string>()
  let before = ''
  for (const line of binaryString(bytes, 0, bytes.length).split('\n')) {
    if (line === '' || line.startsWith(SKIPPED)) continue
    const colon = line.indexOf(':')
    if (colon < 0) return null
    const file = line.slice(0, colon)
    const name = line.slice(line.lastIndexOf(' ') + 1)
    // The first of each run of lines with one file stands for it.
    functions.set(name, { file, isFirst: file !== before })
    files.add(file)
    before = file
  }
  return { functions, files }
}

/** The executable's symbols without the functions that do not stand for their file. */
export function withoutMapped(symbols: RawSymbols, map: FileMap): RawSymbols {
  const place = symbols.place.slice()
  for (let row = 0; row < symbols.length; row++) {
    // Weak symbols stay, and bear the name of the file too.
    if (symbols.binding[row] === SymbolBinding.weak) continue
    const from = symbols.nameOffset[row]
    const end = symbols.names.indexOf(0, from)
    const name = binaryString(symbols.names, from, end < 0 ? symbols.names.length : end)
    if (map.functions.get(name)?.isFirst === false) place[row] = SymbolPlace.undefined
  }
  return { ...symbols, place }
}

export interface MappedSymbols {
  readonly symbols: SymbolTable
  /** 1 for a symbol that bears the name of a file. */
  readonly isMapped: Uint8Array
}

/** Functions that stand for their file bear its name. */
export function renameMapped(symbols: SymbolTable, map: FileMap): MappedSymbols {
  const isMapped = new Uint8Array(symbols.length)
  const names = Array.from({ length: symbols.length }, (_, row) => {
    const name = stringAt(symbols.names, row as StringIndex)
    const mapped = map.functions.get(name)
    if (mapped) isMapped[row] = 1
    return mapped?.file ?? name
  })
  return { symbols: { ...symbols, names: stringTableOf(names) }, isMapped }
}
