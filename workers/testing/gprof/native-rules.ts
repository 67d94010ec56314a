// Symbols as gprof built for the program's own machine takes them, by which the golden listings were made.
import { SymbolPlace, type RawSymbols } from '../../core/formats/format.ts'
import {
  findDescriptorTargets,
  HOST,
  withoutEncodings,
  type DescriptorTargets,
  type TargetRules,
} from '../../core/symbols/symbol-table.ts'

export const NATIVE: TargetRules = {
  anyWidth: false,
  symbolsOf(executable) {
    if (executable.format === 'pe') return HOST.symbolsOf(executable)
    const addressed = withoutEncodings(executable)
    const { descriptors } = executable
    return descriptors
      ? withDotSymbols(addressed, findDescriptorTargets(addressed, descriptors, executable))
      : addressed
  },
}

const DOT = 0x2e

/**
 * As GNU's tools do: beside the symbols one more for the code of each descriptor, with a dot before its name. gprof's
 * filter takes no local name that begins with a dot, so static functions are lost.
 */
function withDotSymbols(symbols: RawSymbols, { row, code }: DescriptorTargets): RawSymbols {
  const { length } = symbols
  const total = length + row.length
  const address = new Float64Array(total)
  const nameOffset = new Uint32Array(total)
  const columns = {
    binding: new Uint8Array(total),
    type: new Uint8Array(total),
    place: new Uint8Array(total),
  }
  address.set(symbols.address)
  nameOffset.set(symbols.nameOffset)
  for (const column of ['binding', 'type', 'place'] as const) columns[column].set(symbols[column])
  const names: number[] = []
  row.forEach((symbol, nth) => {
    const from = symbols.nameOffset[symbol]
    const end = symbols.names.indexOf(0, from)
    nameOffset[length + nth] = symbols.names.length + names.length
    names.push(DOT, ...symbols.names.subarray(from, end < 0 ? symbols.names.length : end), 0)
    address[length + nth] = code[nth]
    columns.binding[length + nth] = symbols.binding[symbol]
    columns.type[length + nth] = symbols.type[symbol]
    columns.place[length + nth] = SymbolPlace.code
  })
  const table = new Uint8Array(symbols.names.length + names.length)
  table.set(symbols.names)
  table.set(names, symbols.names.length)
  return { ...symbols, length: total, address, nameOffset, ...columns, names: table }
}
