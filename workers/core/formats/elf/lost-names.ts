// For symbols whose names lie outside of the string table, which only damaged programs have.
import type { RawSymbols } from '../format.ts'

/** Behind the end of the string table the name that gprof's library has for all whose own lies outside of it. */
export function withLostNames(
  symbols: RawSymbols,
  lostNames: NonNullable<RawSymbols['lostNames']>,
): RawSymbols {
  const names = new Uint8Array(symbols.names.length + 8)
  names.set(symbols.names)
  names.set(new TextEncoder().encode('(null)'), symbols.names.length + 1)
  return { ...symbols, names, lostNames }
}
