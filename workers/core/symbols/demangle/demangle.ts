// Demangles names as GNU gprof does, Rust first, then C++.
import { demangleItanium } from './itanium/demangle-itanium.ts'
import { demangleRustLegacy } from './rust/legacy.ts'
import { demangleRustV0 } from './rust/v0.ts'
import { isStringAt } from '../../base/string-table.ts'
import type { StringTable } from '../../base/packed-strings.ts'

/**
 * Names are binary strings. The reference is binutils 2.40 seen from outside: `c++filt -i` prints
 * what gprof does.
 */

/**
 * Demangles a name in the automatic style: Rust first, then C++. Returns null if it is not mangled. Binary
 * strings in and out.
 */
export function demangle(name: string): string | null {
  if (name.charCodeAt(0) !== 95) return null
  return demangleRust(name) ?? demangleItanium(name)
}

/** Demangles a Rust name, v0 or legacy; null for any other name. Binary strings in and out. */
export function demangleRust(name: string): string | null {
  return demangleRustV0(name) ?? demangleRustLegacy(name)
}

/**
 * Whether `readableName` may change a name, by the character code of its first character: `_`, `.` or `$`.
 */
export const mayBeMangled = (first: number): boolean => first === 95 || first === 46 || first === 36

/**
 * Returns what gprof prints for a symbol: the demangled name, or the name itself if it is not mangled.
 * Leading dots and dollars and everything from the first `@` are put back around the demangled part.
 *
 * @param read the demangler of another style (demangle-style.ts); null from it leaves the name unchanged
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
 * Returns a raw name without the prefix that some systems' compilers put before all names, or unchanged if it
 * has none. Linkers need the prefix; gprof's filters do not know it.
 */
export const withoutPrefix = (raw: string, prefix = ''): string =>
  raw.startsWith(prefix) ? raw.slice(prefix.length) : raw

/**
 * Whether a row's name is this raw name, with or without the prefix.
 *
 * @param row of `names`
 * @param name binary string
 */
export function isNamed(names: StringTable, row: number, name: string, prefix = ''): boolean {
  if (prefix === '') return isStringAt(names, row, name)
  return isStringAt(names, row, prefix + name) || (!name.startsWith(prefix) && isStringAt(names, row, name))
}
