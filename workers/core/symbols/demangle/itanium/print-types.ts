/**
 * Prints types the way C++ declares them, inside out.
 *
 * A type is walked from its outside in, and what must stand around the middle (`*`, `&`, ` const`, array bounds,
 * parameter lists, at last the name of a function) waits in a list, nearest to the middle first. The walk ends at a
 * name; then the list is printed. So `int (*f(char))[3]` comes from "function of char, returning pointer to array".
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { NO_NODES } from './node.ts'
import type { Node } from './node.ts'
import { Output } from './output.ts'

/** Template arguments that `T_` and its like refer to, innermost first. */
export interface Scope {
  readonly items: readonly Node[]
  readonly outer: Scope | null
}

/** Template parameters, and references to them, whose arguments are being printed, innermost first. */
interface Active {
  readonly node: Node
  readonly outer: Active | null
}

interface Referred {
  readonly parameter: Node
  readonly scope: Scope | null
  readonly next: Referred | null
}

/** Something waiting to be printed around a type, with the surroundings its own parts are to be printed in. */
export interface Waiting {
  readonly node: Node
  readonly scope: Scope | null
  readonly active: Active | null
  readonly next: Waiting | null
}

/** Every element of a pack at once, as fold expressions show them. */
export const WHOLE_PACK = -1

/** A parameter that stands for something with itself inside is followed twice; deeper, GNU's tools give up the name. */
const MAX_NESTING = 2

export abstract class TypePrinter extends Output {
  protected scope: Scope | null = null
  /** Which element of a pack is being printed. */
  protected packIndex = 0
  /** What waits around the type whose scope or operand is being printed. Its qualifiers are not repeated there. */
  private around: Waiting | null = null
  protected isInLambda = false
  /** Template parameters the lambda being printed declares in angle brackets. */
  protected lambdaHeads: readonly Node[] = NO_NODES

  private active: Active | null = null
  /** Template parameters seen under a reference, and what they stood for then. */
  private referred: Referred | null = null

  protected abstract printName(node: Node): void
  protected abstract printExpression(node: Node): void
  protected abstract printSignature(encoding: Node): void

  protected print(node: Node, waiting: Waiting | null): void {
    this.enter()
    switch (node.kind) {
      case 'name':
      case 'operator':
      case 'builtin':
      case 'abbreviation':
        this.append(node.text)
        break
      case 'template':
        this.printName(node)
        break
      case 'qualified':
      case 'decltype':
        this.printUnderQualifiers(node, waiting)
        break
      case 'modifier':
      case 'vendorQualifier':
      case 'vector':
      case 'array':
      case 'memberPointer':
      case 'function':
      case 'reference':
        this.printCompound(node, waiting)
        this.leave()
        return
      case 'parameter':
        this.printParameter(node, waiting)
        this.leave()
        return
      case 'packExpansion':
        this.printExpansion(node)
        break
      case 'pack':
        this.printList(node.items)
        break
      default:
        this.printRarer(node)
    }
    if (waiting !== null) this.printWaiting(waiting, false)
    this.leave()
  }

  private printUnderQualifiers(node: Node, waiting: Waiting | null): void {
    const outer = this.around
    if (waiting !== null) this.around = waiting
    if (node.kind === 'qualified') this.printName(node)
    else {
      this.append('decltype (')
      this.printChild(node.left)
      this.append(')')
    }
    this.around = outer
  }

  private printRarer(node: Node): void {
    switch (node.kind) {
      case 'literal':
      case 'functionParameter':
      case 'globalName':
      case 'unary':
      case 'postfix':
      case 'binary':
      case 'index':
      case 'conditional':
      case 'call':
      case 'cast':
      case 'namedCast':
      case 'new':
      case 'braced':
      case 'designator':
      case 'fold':
      case 'packSize':
      case 'operandOfType':
        this.printExpression(node)
        break
      default:
        this.printName(node)
    }
  }

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

  private printCompound(node: Node, waiting: Waiting | null): void {
    const inner = node.left
    if (inner === null) throw NOT_MANGLED
    if (node.kind === 'modifier' && isRepeated(node.text, waiting ?? this.around)) this.print(inner, waiting)
    else if (node.kind === 'reference') this.printReference(node, inner, waiting)
    else this.print(inner, this.waitingFor(node, waiting))
  }

  protected waitingFor(node: Node, next: Waiting | null): Waiting {
    return { node, scope: this.scope, active: this.active, next }
  }

  /** References to references collapse, also where a template argument brings the inner one. */
  private printReference(node: Node, inner: Node, waiting: Waiting | null): void {
    if (inner.kind === 'parameter' && !this.isInLambda) this.printReferenceToParameter(node, inner, waiting)
    else if (inner.kind !== 'reference') this.print(inner, this.waitingFor(node, waiting))
    else this.printChildOfReference(inner, this.waitingFor(collapsed(node, inner), waiting))
  }

  /**
   * GNU's tools remember, for a template parameter under a reference, the arguments it stood for when first printed,
   * and use them again where a substitution brings the same parameter into the signature of another template, unless
   * that is inside what it stands for. What comes out may be wrong, but it is what they print.
   */
  private printReferenceToParameter(node: Node, parameter: Node, waiting: Waiting | null): void {
    const { scope, active } = this
    if (nesting(node, active) >= MAX_NESTING) throw NOT_MANGLED
    let known = this.referred
    while (known !== null && known.parameter !== parameter) known = known.next
    if (known === null) this.referred = { parameter, scope, next: this.referred }
    else if (nesting(parameter, active) + nesting(node, active) === 0) this.scope = known.scope
    const target = this.resolve(parameter)
    const around = {
      node: target.kind === 'reference' ? collapsed(node, target) : node,
      scope,
      active,
      next: waiting,
    }
    this.scope = this.scope === null ? null : this.scope.outer
    this.active = { node, outer: active }
    if (target.kind === 'reference') this.printChildOfReference(target, around)
    else {
      if (nesting(parameter, active) >= MAX_NESTING) throw NOT_MANGLED
      this.active = { node: parameter, outer: this.active }
      this.print(target, around)
    }
    this.scope = scope
    this.active = active
  }

  private printChildOfReference(reference: Node, waiting: Waiting): void {
    if (reference.left !== null) this.print(reference.left, waiting)
  }

  /** The template argument meant; of a pack, the element in turn. */
  protected resolve(parameter: Node): Node {
    const found = this.scope?.items[parameter.number]
    if (found === undefined) throw NOT_MANGLED
    if (found.kind !== 'pack' || this.packIndex === WHOLE_PACK) return found
    const element = found.items[this.packIndex]
    if (element === undefined) throw NOT_MANGLED
    return element
  }

  private printParameter(node: Node, waiting: Waiting | null): void {
    if (this.isInLambda) {
      const head = this.lambdaHeads[node.number]
      this.append(head === undefined ? `auto:${node.number + 1}` : headName(head, node.number))
      if (waiting !== null) this.printWaiting(waiting, false)
      return
    }
    const target = this.resolve(node)
    const { scope, active } = this
    if (nesting(node, active) >= MAX_NESTING) throw NOT_MANGLED
    this.scope = scope === null ? null : scope.outer
    this.active = { node, outer: active }
    this.print(target, waiting)
    this.scope = scope
    this.active = active
  }

  private printExpansion(node: Node): void {
    const pattern = node.left
    if (pattern === null) throw NOT_MANGLED
    const pack = this.isInLambda ? null : this.findPack(pattern)
    if (pack === null) {
      this.printOperand(pattern)
      this.append('...')
      return
    }
    const outer = this.packIndex
    for (let at = 0; at < pack.items.length; at++) {
      if (at > 0) this.append(', ')
      this.packIndex = at
      this.print(pattern, null)
    }
    this.packIndex = outer
  }

  /** The first pack a pattern refers to. */
  protected findPack(node: Node): Node | null {
    if (node.kind === 'parameter') {
      const found = this.scope?.items[node.number]
      return found !== undefined && found.kind === 'pack' ? found : null
    }
    if (node.kind === 'packExpansion' || node.kind === 'lambda' || node.kind === 'encoding') return null
    this.enter()
    let found = node.left === null ? null : this.findPack(node.left)
    if (found === null && node.right !== null) found = this.findPack(node.right)
    for (let at = 0; found === null && at < node.items.length; at++) {
      const item = node.items[at]
      if (item !== undefined) found = this.findPack(item)
    }
    this.leave()
    return found
  }

  /** An operand, in parentheses unless it is plainly a unit. */
  protected printOperand(node: Node): void {
    if (isUnit(node)) {
      this.print(node, null)
      return
    }
    this.append('(')
    this.print(node, null)
    this.append(')')
  }

  protected printWaiting(waiting: Waiting | null, isInParentheses: boolean): void {
    const { scope, active } = this
    for (let at = waiting; at !== null; at = at.next) {
      this.scope = at.scope
      this.active = at.active
      if (at.node.kind === 'function') {
        this.printFunctionAround(at.node, at.next, isInParentheses)
        break
      }
      if (at.node.kind === 'array') {
        this.printArrayAround(at.node, at.next)
        break
      }
      this.printAfter(at.node, isInParentheses)
    }
    this.scope = scope
    this.active = active
  }

  private printAfter(node: Node, isInParentheses: boolean): void {
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
        if (node.items.length > 0) this.printArguments(node.items)
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
    const { around, scope } = this
    this.around = null
    // A function's own arguments cannot refer to themselves.
    if (scope !== null && scope.items === items) this.scope = scope.outer
    if (this.last === 60) this.append(' ')
    this.append('<')
    this.printList(items)
    if (this.last === 62) this.append(' ')
    this.append('>')
    this.around = around
    this.scope = scope
  }

  private printFunctionAround(node: Node, next: Waiting | null, isInParentheses: boolean): void {
    const isNamed = next !== null && (next.node.kind === 'encoding' || next.node.kind === 'function')
    if (isNamed) this.printWaiting(next, false)
    else {
      const isClose = next === null || this.last === 40 || this.last === 42
      if (!isInParentheses || !isClose) this.append(' ')
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

  private printArrayAround(node: Node, next: Waiting | null): void {
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
    if (qualifiers !== null) for (const item of qualifiers.items) this.printFunctionQualifier(item)
  }

  private printFunctionQualifier(node: Node): void {
    this.append(node.text)
    if (node.kind !== 'exceptionSpec') return
    this.append('(')
    this.printList(node.items)
    this.append(')')
  }
}

function nesting(node: Node, active: Active | null): number {
  let count = 0
  for (let at = active; at !== null; at = at.outer) if (at.node === node) count++
  return count
}

/** `& &&` is `&`. */
function collapsed(outer: Node, inner: Node): Node {
  return outer.text === '&' ? outer : inner
}

function isQualifier(text: string): boolean {
  return text === ' const' || text === ' volatile' || text === ' restrict'
}

/** Is this qualifier already waiting, with only qualifiers in between? */
function isRepeated(text: string, waiting: Waiting | null): boolean {
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

function isUnit(node: Node): boolean {
  return (
    node.kind === 'name' ||
    node.kind === 'qualified' ||
    node.kind === 'functionParameter' ||
    node.kind === 'braced'
  )
}

/** The name a template parameter of a lambda gets, which has none in the mangled name. */
export function headName(head: Node, index: number): string {
  const declared = head.text === 'pack' ? head.left : head
  const kind = declared === null ? '' : declared.text
  return `$${kind === 'value' ? 'N' : kind === 'template' ? 'TT' : 'T'}${index}`
}
