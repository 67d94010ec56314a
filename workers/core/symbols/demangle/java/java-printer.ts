/**
 * Prints the tree of a C++ name the way Java writes it: dots between scopes, no pointers, its own builtin types,
 * `int[]` for gcj's `JArray<int>`, and the result behind the parameters.
 */
import type { Node } from '../itanium/node.ts'
import { Printer } from '../itanium/printer.ts'
import type { Waiting } from '../itanium/scopes.ts'
import { spelledOut } from './spelling.ts'

/** Java's types by the C++ types gcj has for them. The others keep their names. */
const BUILTINS: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['char', 'byte'],
  ['wchar_t', 'char'],
  ['long long', 'long'],
  ['unsigned int', 'unsigned'],
])

const POINTER = '*'

export class JavaPrinter extends Printer {
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
