// Demangles names in the style that gprof's `--demangle` asks for. Separate from demangle.ts, so
// that the page loads the automatic style alone. Names are binary strings.

import { demangle, demangleRust } from './demangle.ts'
import { demangleDlang } from './dlang/demangle-dlang.ts'
import { demangleGnat } from './gnat.ts'
import { demangleItanium } from './itanium/demangle-itanium.ts'
import { demangleJava } from './java.ts'

/** gprof's `--demangle=`. */
export type DemanglingStyle = 'none' | 'auto' | 'gnu-v3' | 'java' | 'gnat' | 'dlang' | 'rust'

/**
 * Demangles a name in a style, from binary string to binary string; null if the style does not apply, and
 * always for `none`. `gnat` accepts every name: one that is not Ada's comes in angle brackets.
 */
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
