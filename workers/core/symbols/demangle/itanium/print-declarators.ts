/**
 * Prints types the way C++ declares them, inside out.
 *
 * What must stand around the middle of a declaration (`*`, `&`, ` const`, array bounds, parameter lists, at last the
 * name of a function) waits in a list, nearest to the middle first, and is printed once the middle is. So
 * `int (*f(char)) [3]` comes from "function of char, returning pointer to array of 3 int".
 */
import { NO_NODES, type Node } from './node.ts'
import { Output } from './output.ts'
import type { Active, Scope, Waiting } from './scopes.ts'

export abstract class DeclaratorPrinter extends Output {
  protected scope: Scope | null = null
  protected active: Active | null = null
  /** What waits around the type whose scope or operand is being printed. Its qualifiers are not repeated there. */
  protected around: Waiting | null = null

  protected abstract print(node: Node, waiting: Waiting | null): void
  protected abstract printSignature(encoding: Node): void

  protected printChild(node: Node | null): void {
    if (node !== null) this.print(node, null)
  }

  protected printList(items: readonly Node[]): void {
    const length = this.length()
    const held = this.heldBack()
    for (let at = 0; at < items.length; at++) {
      if (at > 0) this.separate()
      this.printChild(items[at] ?? null)
    }
    if (items.length > 1) this.endList(length, held)
  }

  protected waitingFor(node: Node, next: Waiting | null): Waiting {
    return { node, scope: this.scope, active: this.active, next }
  }

  protected printWaiting(waiting: Waiting | null, isInParentheses: boolean): void {
    const { scope, active } = this
    for (let at = waiting; at !== null; at = at.next) {
      this.scope = at.scope
      this.active = at.active
      if (at.node.kind === 'function') {
        this.#printFunctionAround(at.node, at.next, isInParentheses)
        break
      }
      if (at.node.kind === 'array') {
        this.#printArrayAround(at.node, at.next)
        break
      }
      this.printAfter(at.node, isInParentheses)
    }
    this.scope = scope
    this.active = active
  }

  protected printAfter(node: Node, isInParentheses: boolean): void {
    switch (node.kind) {
      case 'encoding':
        if (!isInParentheses) this.append(' ')
        this.printSignature(node)
        break
      case 'memberPointer':
        if (this.last !== 40) this.append(' ')
        this.printChild(node.right)
        this.append('::*')
        break
      case 'vendorQualifier':
        this.append(` ${node.text}`)
        if (node.items !== NO_NODES) this.printArguments(node.items)
        break
      case 'vector':
        this.append(' __vector(')
        this.printChild(node.right)
        this.append(')')
        break
      default:
        this.append(node.text)
    }
  }

  protected printArguments(items: readonly Node[]): void {
    if (this.last === 60) this.append(' ')
    this.append('<')
    this.printBareArguments(items)
    if (this.last === 62) this.append(' ')
    this.append('>')
  }

  protected printBareArguments(items: readonly Node[]): void {
    const { around, scope } = this
    this.around = null
    // A function's own arguments cannot refer to themselves.
    if (scope !== null && scope.items === items) this.scope = scope.outer
    this.printList(items)
    this.around = around
    this.scope = scope
  }

  #printFunctionAround(node: Node, next: Waiting | null, isInParentheses: boolean): void {
    const isNamed = next !== null && (next.node.kind === 'encoding' || next.node.kind === 'function')
    if (isNamed) this.printWaiting(next, false)
    else {
      const isClose = next === null || this.last === 40 || this.last === 42
      if (this.last !== 32 && (!isInParentheses || !isClose)) this.append(' ')
      if (next === null) {
        this.printParameters(node)
        return
      }
      this.append('(')
      this.printWaiting(next, true)
      this.append(')')
    }
    this.printParameters(node)
  }

  #printArrayAround(node: Node, next: Waiting | null): void {
    let rest = next
    // Qualifiers of an array are those of its elements.
    while (rest !== null && rest.node.kind === 'modifier' && isQualifier(rest.node.text)) {
      this.append(rest.node.text)
      rest = rest.next
    }
    if (rest === null) this.append(' ')
    else if (rest.node.kind === 'array') this.printWaiting(rest, false)
    else {
      this.append(' (')
      this.printWaiting(rest, true)
      this.append(') ')
    }
    this.append('[')
    this.printChild(node.right)
    this.append(']')
  }

  /** The parameter list and what follows it. */
  protected printParameters(signature: Node): void {
    this.append('(')
    const items = signature.items
    const only = items.length === 1 ? items[0] : undefined
    if (only === undefined || only.kind !== 'builtin' || only.text !== 'void') this.printList(items)
    this.append(')')
    const qualifiers = signature.right
    if (qualifiers !== null) for (const item of qualifiers.items) this.#printFunctionQualifier(item)
  }

  #printFunctionQualifier(node: Node): void {
    this.append(node.text)
    if (node.kind !== 'exceptionSpec') return
    this.append('(')
    this.printList(node.items)
    this.append(')')
  }
}

function isQualifier(text: string): boolean {
  return text === ' const' || text === ' volatile' || text === ' restrict'
}

/** Is this qualifier already waiting, with only qualifiers in between? */
export function isRepeated(text: string, waiting: Waiting | null): boolean {
  if (!isQualifier(text)) return false
  for (
    let at = waiting;
    at !== null && at.node.kind === 'modifier' && isQualifier(at.node.text);
    at = at.next
  ) {
    if (at.node.text === text) return true
  }
  return false
}
