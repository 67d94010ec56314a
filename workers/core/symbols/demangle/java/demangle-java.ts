/**
 * Names of Java methods and classes compiled by gcj, as GNU's tools print them.
 *
 * Shape:   any name of the Itanium C++ ABI to text or null.
 * Errors:  null for whatever is not such a name, or passes a bound.
 * Source:  the Itanium C++ ABI; how Java is spelled in it, from names and what c++filt makes of them.
 */
import { demangleItanium, type Dialect } from '../itanium/demangle-itanium.ts'
import { JavaParser } from './java-parser.ts'
import { JavaPrinter } from './java-printer.ts'
import { spelledOut } from './spelling.ts'

const JAVA: Dialect = { parser: new JavaParser(), printer: new JavaPrinter() }

export function demangleJava(name: string): string | null {
  const readable = demangleItanium(name, JAVA)
  if (readable === null) return null
  // The file of `_GLOBAL__I_file` has not been read as a name.
  const isFile = name.startsWith('_GLOBAL_') && !name.startsWith('_Z', 11)
  const text = isFile ? spelledOut(readable) : readable
  // A NUL can be spelled, too, and ends the text in GNU's tools.
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
