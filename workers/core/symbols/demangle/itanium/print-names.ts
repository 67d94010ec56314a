/**
 * Prints names and whole functions: scopes, template arguments, lambdas, signatures, special entities.
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { NO_NODES, type Node } from './node.ts'
import { ExpressionPrinter } from './print-expressions.ts'
import { headName } from './print-types.ts'

export class NamePrinter extends ExpressionPrinter {
  protected readonly scopeMark: string = '::'

  printWhole(node: Node): string {
    this.print(node, null)
    return this.result()
  }

  protected printName(node: Node): void {
    switch (node.kind) {
      case 'qualified':
        this.printChild(node.left)
        this.append(this.scopeMark)
        this.printChild(node.right)
        break
      case 'template':
        this.printTemplate(node)
        break
      case 'encoding':
        this.printEncoding(node, true)
        break
      case 'constructor':
        this.printChild(node.left)
        break
      case 'destructor':
        this.append('~')
        this.printChild(node.left)
        break
      case 'special':
        this.append(node.text)
        this.printChild(node.left)
        this.printChild(node.right)
        break
      case 'local':
        this.#printLocal(node)
        break
      case 'lambda':
        this.#printLambda(node)
        break
      case 'tagged':
        this.printChild(node.left)
        this.append(`[abi:${node.text}]`)
        break
      case 'unnamed':
        this.append(`{unnamed type#${node.number}}`)
        break
      default:
        this.#printRareName(node)
    }
  }

  #printRareName(node: Node): void {
    switch (node.kind) {
      case 'conversion':
        this.#printConversion(node)
        break
      case 'attached':
        this.printChild(node.left)
        this.append('@')
        this.printChild(node.right)
        break
      case 'module':
        this.printChild(node.left)
        this.append(node.text)
        break
      case 'binding':
        this.append('[')
        this.printList(node.items)
        this.append(']')
        break
      default:
        throw NOT_MANGLED
    }
  }

  /** GNU's tools do not see the function's template arguments inside those of the type converted to. */
  #printConversion(node: Node): void {
    this.append('operator ')
    const type = node.left
    if (type === null || type.kind !== 'template') {
      this.printChild(type)
      return
    }
    this.printChild(type.left)
    const scope = this.scope
    this.scope = scope === null ? null : scope.outer
    this.printArguments(type.items)
    this.scope = scope
  }

  protected printTemplate(node: Node): void {
    const name = node.left
    if (name === null) throw NOT_MANGLED
    this.print(name, null)
    this.printArguments(node.items)
  }

  #printLocal(node: Node): void {
    const outer = node.left
    if (outer === null) throw NOT_MANGLED
    if (outer.kind === 'encoding') this.printEncoding(outer, false)
    else this.print(outer, null)
    this.append(this.scopeMark)
    if (node.number > 0) this.append(`{default arg#${node.number}}::`)
    this.printChild(node.right)
  }

  #printLambda(node: Node): void {
    const isOuter = this.isInLambda
    const outerHeads = this.lambdaHeads
    this.isInLambda = true
    this.lambdaHeads = node.left === null ? NO_NODES : node.left.items
    this.append('{lambda')
    if (this.lambdaHeads.length > 0) this.#printHeads(this.lambdaHeads, true)
    this.append('(')
    const only = node.items.length === 1 ? node.items[0] : undefined
    if (only === undefined || only.text !== 'void' || only.kind !== 'builtin') this.printList(node.items)
    this.append(`)#${node.number}}`)
    this.isInLambda = isOuter
    this.lambdaHeads = outerHeads
  }

  /** `<typename $T0, int $N1>`; without the names inside a template's own list. */
  #printHeads(heads: readonly Node[], named: boolean): void {
    this.append('<')
    for (const [index, head] of heads.entries()) {
      if (index > 0) this.append(', ')
      const isPack = head.text === 'pack'
      this.#printHead(isPack && head.left !== null ? head.left : head)
      if (isPack) this.append('...')
      if (named) this.append(` ${headName(head, index)}`)
    }
    this.append('>')
  }

  #printHead(head: Node): void {
    if (head.text === 'type') this.append('typename')
    else if (head.text === 'value') this.printChild(head.left)
    else if (head.text === 'template') {
      this.append('template')
      this.#printHeads(head.items, false)
      this.append(' class')
    } else throw NOT_MANGLED
  }

  protected printEncoding(node: Node, withResult: boolean): void {
    const scope = this.scope
    const items = argumentsOf(node.left)
    if (items !== null) this.scope = { items, outer: scope }
    const result = node.right === null ? null : node.right.left
    if (result !== null && withResult) this.printWithResult(node, result)
    else this.printSignature(node)
    this.scope = scope
  }

  protected printWithResult(encoding: Node, result: Node): void {
    this.print(result, this.waitingFor(encoding, null))
  }

  protected printSignature(encoding: Node): void {
    this.printChild(encoding.left)
    if (encoding.right !== null) this.printParameters(encoding.right)
    this.append(encoding.text)
  }
}

/** The template arguments of a function, if its last component has any. */
function argumentsOf(name: Node | null): readonly Node[] | null {
  let at = name
  while (at !== null) {
    if (at.kind === 'template') return at.items
    if (at.kind === 'local' || at.kind === 'qualified') at = at.right
    else if (at.kind === 'tagged' || at.kind === 'attached') at = at.left
    else return null
  }
  return null
}
