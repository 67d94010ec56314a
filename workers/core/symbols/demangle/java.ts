// Names of Java functions that gcj mangled: C++ names with Java’s types, in Java’s spelling.
import { lowerHexValue } from './parsing.ts'
import type { Node } from './itanium/nodes.ts'
import { named, Parser } from './itanium/parser.ts'
import { Printer, type Waiting } from './itanium/printer.ts'
import { demangleItanium, type Dialect } from './itanium/demangle-itanium.ts'

/** Names are bytes; a character beyond stays spelled. */
const CHARACTERS = 256

const SPELLED = /__U([\da-fA-F]*)_/g

function spelledOut(text: string): string {
  return text.includes('__U') ? text.replace(SPELLED, character) : text
}

function character(spelled: string, digits: string): string {
  let code = 0
  for (let at = 0; at < digits.length && code < CHARACTERS; at++) {
    code = code * 16 + lowerHexValue(digits.charCodeAt(at) | 32)
  }
  return code < CHARACTERS ? String.fromCharCode(code) : spelled
}

/**
 * Reads the names gcj mangles: those of C++, with characters spelled out, and with a `$` behind names that would be
 * keywords in C++.
 */

const DOLLAR = 36

class JavaParser extends Parser {
  protected override sourceText(): string {
    const text = spelledOut(super.sourceText())
    this.accept(DOLLAR)
    return text
  }

  protected override identifier(): Node {
    return named(this.sourceText())
  }
}

/**
 * Prints the tree of a C++ name the way Java writes it: dots between scopes, no pointers, its own builtin types,
 * `int[]` for gcj's `JArray<int>`, and the result behind the parameters.
 */

/** Java's types by the C++ types gcj has for them. The others keep their names. */
const BUILTINS: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['char', 'byte'],
  ['wchar_t', 'char'],
  ['long long', 'long'],
  ['unsigned int', 'unsigned'],
])

const POINTER = '*'

class JavaPrinter extends Printer {
  protected override readonly scopeMark: string = '.'
  /** Functions inside the signature of another have their result in front, as in C++. */
  #isInSignature = false

  override printWhole(tree: Node, input: Uint8Array<ArrayBuffer>): void {
    this.#isInSignature = false
    super.printWhole(tree, input)
  }

  protected override print(node: Node, waiting: Waiting | null): void {
    if (node.kind === 'function' && !this.#isInSignature) {
      this.#printFunctionType(node, waiting)
      return
    }
    const text = node.kind === 'builtin' ? BUILTINS.get(node.text) : undefined
    super.print(text === undefined ? node : { ...node, text }, waiting)
  }

  /** `()int`; on its own, not in a signature. */
  #printFunctionType(node: Node, waiting: Waiting | null): void {
    this.enter()
    this.#isInSignature = true
    if (waiting === null) this.printParameters(node)
    else this.printWaiting(this.waitingFor(node, waiting), false)
    this.printChild(node.left)
    this.#isInSignature = false
    this.leave()
  }

  protected override printAfter(node: Node, isInParentheses: boolean): void {
    if (node.kind !== 'modifier' || node.text !== POINTER) super.printAfter(node, isInParentheses)
  }

  protected override printExpression(node: Node): void {
    super.printExpression(node.kind === 'literal' ? { ...node, text: spelledOut(node.text) } : node)
  }

  protected override printTemplate(node: Node): void {
    if (node.left?.kind !== 'name' || node.left.text !== 'JArray') {
      super.printTemplate(node)
      return
    }
    this.printBareArguments(node.items)
    this.append('[]')
  }

  protected override printEncoding(node: Node, withResult: boolean): void {
    const outer = this.#isInSignature
    super.printEncoding(node, withResult)
    this.#isInSignature = outer
  }

  protected override printSignature(encoding: Node): void {
    if (encoding.right !== null) this.#isInSignature = true
    super.printSignature(encoding)
  }

  protected override printWithResult(encoding: Node, result: Node): void {
    if (this.#isInSignature) {
      super.printWithResult(encoding, result)
      return
    }
    this.printSignature(encoding)
    this.#isInSignature = true
    this.print(result, null)
  }
}

/**
 * Names of Java methods and classes compiled by gcj, as GNU's tools print them.
 *
 * Shape:   any name of the Itanium C++ ABI to text or null.
 * Errors:  null for whatever is not such a name, or passes a bound.
 * Source:  the Itanium C++ ABI; how Java is spelled in it, from names and what c++filt makes of them.
 */

const JAVA: Dialect = { parser: new JavaParser(), printer: new JavaPrinter() }

/**
 * Demangles a name of gcj's Java, as GNU's tools print it; null for any other name. Binary strings in and
 * out.
 */
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
