/**
 * Readable names for mangled ones, equal to what GNU gprof shows: unless a style is chosen, Rust first, then C++.
 *
 * Shape:   names are binary strings, one character per byte, on the way in and on the way out.
 * Errors:  none; null, or the raw name, for what is not a mangled name.
 * Source:  binutils 2.40 seen from outside: `c++filt -i` prints what gprof does.
 */
import { demangleDlang } from './dlang/demangle-dlang.ts'
import { demangleGnat } from './gnat/demangle-gnat.ts'
import { demangleItanium } from './itanium/demangle-itanium.ts'
import { demangleJava } from './java/demangle-java.ts'
import { demangleRustLegacy } from './rust/rust-legacy.ts'
import { demangleRustV0 } from './rust/rust-v0.ts'

/** gprof's `--demangle=`. */
export type DemanglingStyle = 'none' | 'auto' | 'gnu-v3' | 'java' | 'gnat' | 'dlang' | 'rust'

/** The readable name, or null if the name is not mangled. */
export function demangle(name: string): string | null {
  if (name.charCodeAt(0) !== 95) return null
  return demangleRust(name) ?? demangleItanium(name)
}

function demangleRust(name: string): string | null {
  return demangleRustV0(name) ?? demangleRustLegacy(name)
}

/** The same in one style. `gnat` knows every name: one that is none of Ada's comes in angle brackets. */
export function demangleStyle(name: string, style: DemanglingStyle): string | null {
  switch (style) {
    case 'none':
      return null
    case 'auto':
      return demangle(name)
    case 'gnu-v3':
      return demangleItanium(name)
    case 'java':
      return demangleJava(name)
    case 'gnat':
      return demangleGnat(name)
    case 'dlang':
      return demangleDlang(name)
    case 'rust':
      return demangleRust(name)
  }
}

/** What gprof prints for a symbol: leading dots and dollars and everything from the first `@` are put back around. */
export function readableName(name: string, style: DemanglingStyle = 'auto'): string {
  let from = 0
  while (name.charCodeAt(from) === 46 || name.charCodeAt(from) === 36) from++
  const at = name.indexOf('@', from)
  const to = at < 0 ? name.length : at
  const readable = demangleStyle(name.slice(from, to), style)
  return readable === null ? name : name.slice(0, from) + readable + name.slice(to)
}
