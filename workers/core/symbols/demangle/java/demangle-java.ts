/**
 * Names of Java methods and classes compiled by gcj, as GNU's tools print them.
 *
 * Shape:   any name of the Itanium C++ ABI to text or null.
 * Errors:  null for whatever is not such a name, or passes a bound.
 * Source:  the Itanium C++ ABI; how Java is spelled in it, from names and what c++filt makes of them.
 */
import { demangleItanium } from '../itanium/demangle-itanium.ts'
import type { Dialect } from '../itanium/demangle-itanium.ts'
import { JavaParser } from './java-parser.ts'
import { JavaPrinter } from './java-printer.ts'

const JAVA: Dialect = { Parser: JavaParser, Printer: JavaPrinter }

export function demangleJava(name: string): string | null {
  const readable = demangleItanium(name, JAVA)
  if (readable === null) return null
  // A NUL can be spelled, too, and ends the text in GNU's tools.
  const end = readable.indexOf('\0')
  return end < 0 ? readable : readable.slice(0, end)
}
