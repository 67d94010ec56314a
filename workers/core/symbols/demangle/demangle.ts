// Readable names for mangled ones, equal to what GNU gprof shows: Rust first, then C++. Also raw names
// without the prefix that compilers for some systems put before all of them.
import { demangleItanium } from './itanium/demangle-itanium.ts'
import { demangleRustLegacy, demangleRustV0 } from './rust.ts'
import { isStringAt, type StringTable } from '../../base/string-table.ts'

/**
 * Readable names for mangled ones, equal to what GNU gprof shows: Rust first, then C++.
 *
 * Shape:   names are binary strings, one character per byte, on the way in and on the way out.
 * Errors:  none; null, or the raw name, for what is not a mangled name.
 * Source:  binutils 2.40 seen from outside: `c++filt -i` prints what gprof does.
 */

/** The readable name, or null if the name is not mangled. */
export function demangle(name: string): string | null {
  if (name.charCodeAt(0) !== 95) return null
  return demangleRust(name) ?? demangleItanium(name)
}

/** Of either mangling; null for what is no name of Rust. */
export function demangleRust(name: string): string | null {
  return demangleRustV0(name) ?? demangleRustLegacy(name)
}

/** By its first character, whether `readableName` may change a name. */
export const mayBeMangled = (first: number): boolean => first === 95 || first === 46 || first === 36

/**
 * What gprof prints for a symbol: leading dots and dollars and everything from the first `@` are put back around.
 * `read` is the demangler of another style (demangle-style.ts).
 */
export function readableName(name: string, read: (name: string) => string | null = demangle): string {
  let from = 0
  while (name.charCodeAt(from) === 46 || name.charCodeAt(from) === 36) from++
  const at = name.indexOf('@', from)
  const to = at < 0 ? name.length : at
  const readable = read(name.slice(from, to))
  return readable === null ? name : name.slice(0, from) + readable + name.slice(to)
}

/**
 * Names without what compilers for some systems put before all of them: to linkers it is part of the name, to people it is
 * not, and gprof's filters and its list of what profilers put into a program know names without it.
 */

export const withoutPrefix = (raw: string, prefix = ''): string =>
  raw.startsWith(prefix) ? raw.slice(prefix.length) : raw

/** Whether a row's name is this one, once the prefix is gone. */
export function isNamed(names: StringTable, row: number, name: string, prefix = ''): boolean {
  if (prefix === '') return isStringAt(names, row, name)
  return isStringAt(names, row, prefix + name) || (!name.startsWith(prefix) && isStringAt(names, row, name))
}
