// Corrects symbols for their machine, as gprof's or the machine's own tools read them.
//
// Some machines' symbols are not addresses of instructions: Arm marks Thumb code in bit 0, MIPS its
// compressed code, and 64-bit PowerPC (ELFv1) names a function descriptor. A gprof built for the
// machine handles these; any other takes the values unchanged. So there are three rules, and
// docs/differences.md has the cases in which they differ:
// - HOST: what gprof built for x86-64 does
// - NATIVE: what gprof built for the file's machine does; `gmonscope gprof`'s default
// - CORRECTED: the actual functions, where both lose some
import { NONE } from '../base/columns.ts'
import { TWO_TO_32 } from '../bytes/byte-cursor.ts'
import type { RawDescriptors, RawExecutable } from '../formats/format.ts'
import { type RawSymbols, SymbolBinding, SymbolPlace, SymbolType } from '../formats/raw-symbols.ts'
import { DOT } from './local-name-filter.ts'

/** How to read a program's symbols, and the counters of unusual profiles. */
export interface TargetRules {
  readonly symbolsOf: (executable: RawExecutable) => RawSymbols
  /** Counters and counts are believed where they are not as wide as gprof takes them for. */
  readonly anyWidth: boolean
}

/** Rules of gprof built for x86-64: `gmonscope gprof --as-host`. */
export const HOST: TargetRules = { symbolsOf: hostSymbols, anyWidth: false }

/** Rules that find all functions; the page's default. */
export const CORRECTED: TargetRules = { symbolsOf: correctedSymbols, anyWidth: true }

/** Rules of gprof built for the machine of the file; those of HOST for x86 and for Windows programs. */
export const NATIVE: TargetRules = { symbolsOf: nativeSymbols, anyWidth: false }

function nativeSymbols(executable: RawExecutable): RawSymbols {
  if (executable.format === 'pe') return hostSymbols(executable)
  const addressed = withoutEncodings(executable)
  const { descriptors } = executable
  return descriptors
    ? withDotSymbols(addressed, findDescriptorTargets(addressed, descriptors, executable))
    : addressed
}

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

function hostSymbols({ format, symbols }: RawExecutable): RawSymbols {
  return format === 'pe' ? withUntypedLocals(symbols) : symbols
}

function correctedSymbols(executable: RawExecutable): RawSymbols {
  const evened = withoutEncodings(executable)
  const addressed = evened === executable.symbols ? evened : withoutLabels(evened, executable.symbols)
  const { descriptors } = executable
  return descriptors
    ? withCodeAddresses(addressed, findDescriptorTargets(addressed, descriptors, executable))
    : addressed
}

/** ELF e_machine of those where bit 0 of a function's address says how its code is encoded, and is no part of the address. */
const ENCODED: ReadonlySet<number> = new Set([
  // MIPS, of either byte order: MIPS16 and microMIPS code.
  8, 10,
  // Arm: Thumb code.
  40,
])

/** With the addresses at which functions begin: even ones, where bit 0 only says how they are encoded. */
function withoutEncodings({ format, machine, symbols }: RawExecutable): RawSymbols {
  return format !== 'pe' && ENCODED.has(machine) ? withEvenFunctions(symbols) : symbols
}

/**
 * Whether the count of an arc in a BSD profile of the program is the low half of its 64-bit word: 64-bit
 * Windows programs write 32 bits and leave the rest of the word unset. GNU's format always has 32 bits.
 */
export const hasNarrowCounts = ({ format, wordSize }: RawExecutable): boolean =>
  format === 'pe' && wordSize === 8

/** To gprof a static function of a PE file is a label: COFF's type field is looked at for external symbols only. */
function withUntypedLocals(symbols: RawSymbols): RawSymbols {
  const type = symbols.type.map((is, row) =>
    is === SymbolType.func && symbols.binding[row] === SymbolBinding.local ? SymbolType.none : is,
  )
  return { ...symbols, type }
}

/**
 * Without labels of a linker's script, such as `_stext`, at whose address an encoded function begins: they would give it their name,
 * and its calls to the function before.
 */
function withoutLabels(evened: RawSymbols, encoded: RawSymbols): RawSymbols {
  const moved = new Set<number>()
  for (let row = 0; row < evened.length; row++)
    if (evened.address[row] !== encoded.address[row]) moved.add(evened.address[row])
  const place = evened.place.map((is, row) =>
    evened.type[row] === SymbolType.none && moved.has(evened.address[row]) ? SymbolPlace.nowhere : is,
  )
  return { ...evened, place }
}

function withEvenFunctions(symbols: RawSymbols): RawSymbols {
  const address = symbols.address.map((value, row) =>
    symbols.type[row] === SymbolType.func && value % 2 === 1 ? value - 1 : value,
  )
  return { ...symbols, address }
}

/** Symbols of descriptors and where the code lies: `code[nth]` is that of row `row[nth]`. Ascending by descriptor. */
export interface DescriptorTargets {
  readonly row: readonly number[]
  readonly code: readonly number[]
}

/**
 * One symbol per descriptor: of several a global one, then one typed as a function, then one that is not weak, then the
 * first. A function whose code has a symbol already needs none.
 */
function findDescriptorTargets(
  symbols: RawSymbols,
  descriptors: RawDescriptors,
  { bigEndian }: RawExecutable,
): DescriptorTargets {
  const { start, firstCode, bytes } = descriptors
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const named = new Set<number>()
  const best = new Map<number, number>()
  for (let row = 0; row < symbols.length; row++) {
    const type = symbols.type[row]
    if (type !== SymbolType.func && type !== SymbolType.none) continue
    const address = symbols.address[row]
    if (symbols.place[row] === SymbolPlace.code) named.add(address)
    const at = address - start
    if (symbols.place[row] !== SymbolPlace.data || at < 0 || at + 8 > bytes.length) continue
    const before = best.get(address) ?? NONE
    if (before === NONE || specificityOf(symbols, row) < specificityOf(symbols, before))
      best.set(address, row)
  }
  const row: number[] = []
  const code: number[] = []
  for (const [address, chosen] of [...best].sort(([left], [right]) => left - right)) {
    const at = address - start
    const high = view.getUint32(bigEndian ? at : at + 4, !bigEndian)
    const low = view.getUint32(bigEndian ? at + 4 : at, !bigEndian)
    const entry = high * TWO_TO_32 + low
    if (entry < firstCode || entry > Number.MAX_SAFE_INTEGER || named.has(entry)) continue
    row.push(chosen)
    code.push(entry)
  }
  return { row, code }
}

function specificityOf(symbols: RawSymbols, row: number): number {
  const binding = symbols.binding[row]
  const global = binding === SymbolBinding.global ? 0 : 4
  const func = symbols.type[row] === SymbolType.func ? 0 : 2
  return global + func + (binding === SymbolBinding.weak ? 1 : 0)
}

/** The same symbols, those of descriptors at the code: functions, whether they say so or not. */
function withCodeAddresses(symbols: RawSymbols, { row, code }: DescriptorTargets): RawSymbols {
  const address = symbols.address.slice()
  const place = symbols.place.slice()
  const type = symbols.type.slice()
  row.forEach((symbol, nth) => {
    address[symbol] = code[nth]
    place[symbol] = SymbolPlace.code
    type[symbol] = SymbolType.func
  })
  return { ...symbols, address, place, type }
}
