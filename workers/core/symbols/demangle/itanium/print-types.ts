/**
 * Prints types, and finds the template arguments that parameters and packs stand for.
 *
 * A type is walked from its outside in. What must stand around it waits in a list until the walk ends at a name;
 * print-declarators.ts then prints that list.
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { NO_NODES, type Node } from './node.ts'
import { DeclaratorPrinter, isRepeated } from './print-declarators.ts'
import { nesting, type Referred, type Waiting } from './scopes.ts'

/** Every element of a pack at once, as fold expressions show them. */
export const WHOLE_PACK = -1

/** A parameter that stands for something with itself inside is followed twice; deeper, GNU's tools give up the name. */
const MAX_NESTING = 2

export abstract class TypePrinter extends DeclaratorPrinter {
  /** Which element of a pack is being printed. */
  protected packIndex = 0
  protected isInLambda = false
  /** Template parameters the lambda being printed declares in angle brackets. */
  protected lambdaHeads: readonly Node[] = NO_NODES

  /** Template parameters seen under a reference, and what they stood for then. */
  #referred: Referred | null = null

  protected abstract printName(node: Node): void
  protected abstract printExpression(node: Node): void

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
        this.#printUnderQualifiers(node, waiting)
        break
      case 'modifier':
      case 'vendorQualifier':
      case 'vector':
      case 'array':
      case 'memberPointer':
      case 'function':
      case 'reference':
        this.#printCompound(node, waiting)
        this.leave()
        return
      case 'parameter':
        this.#printParameter(node, waiting)
        this.leave()
        return
      case 'packExpansion':
        this.#printExpansion(node)
        break
      case 'pack':
        this.printList(node.items)
        break
      default:
        this.#printRarer(node)
    }
    if (waiting !== null) this.printWaiting(waiting, false)
    this.leave()
  }

  #printUnderQualifiers(node: Node, waiting: Waiting | null): void {
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

  #printRarer(node: Node): void {
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

  #printCompound(node: Node, waiting: Waiting | null): void {
    const inner = node.left
    if (inner === null) throw NOT_MANGLED
    if (node.kind === 'modifier' && isRepeated(node.text, waiting ?? this.around)) this.print(inner, waiting)
    else if (node.kind === 'reference') this.#printReference(node, inner, waiting)
    else this.print(inner, this.waitingFor(node, waiting))
  }

  /** References to references collapse, also where a template argument brings the inner one. */
  #printReference(node: Node, inner: Node, waiting: Waiting | null): void {
    if (inner.kind === 'parameter' && !this.isInLambda) this.#printReferenceToParameter(node, inner, waiting)
    else if (inner.kind !== 'reference') this.print(inner, this.waitingFor(node, waiting))
    else this.#printChildOfReference(inner, this.waitingFor(collapsed(node, inner), waiting))
  }

  /**
   * GNU's tools remember, for a template parameter under a reference, the arguments it stood for when first printed,
   * and use them again where a substitution brings the same parameter into the signature of another template, unless
   * that is inside what it stands for. What comes out may be wrong, but it is what they print.
   */
  #printReferenceToParameter(node: Node, parameter: Node, waiting: Waiting | null): void {
    const { scope, active } = this
    if (nesting(node, active) >= MAX_NESTING) throw NOT_MANGLED
    let known = this.#referred
    while (known !== null && known.parameter !== parameter) known = known.next
    if (known === null) this.#referred = { parameter, scope, next: this.#referred }
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
    if (target.kind === 'reference') this.#printChildOfReference(target, around)
    else {
      if (nesting(parameter, active) >= MAX_NESTING) throw NOT_MANGLED
      this.active = { node: parameter, outer: this.active }
      this.print(target, around)
    }
    this.scope = scope
    this.active = active
  }

  #printChildOfReference(reference: Node, waiting: Waiting): void {
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

  #printParameter(node: Node, waiting: Waiting | null): void {
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

  #printExpansion(node: Node): void {
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
}

/** `& &&` is `&`. */
function collapsed(outer: Node, inner: Node): Node {
  return outer.text === '&' ? outer : inner
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
