/**
 * Names in the style gprof is asked for. It stands apart from demangle.ts so that the page, which has only the
 * automatic style, need not load the others.
 *
 * Shape:   binary strings, in and out.
 * Errors:  none; null for what the style does not read.
 */
import { demangle, demangleRust } from './demangle.ts'
import { demangleDlang } from './dlang.ts'
import { demangleGnat } from './gnat.ts'
import { demangleItanium } from './itanium/demangle-itanium.ts'
import { demangleJava } from './java.ts'

/** gprof's `--demangle=`. */
export type DemanglingStyle = 'none' | 'auto' | 'gnu-v3' | 'java' | 'gnat' | 'dlang' | 'rust'

/** `gnat` knows every name: one that is none of Ada's comes in angle brackets. */
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
