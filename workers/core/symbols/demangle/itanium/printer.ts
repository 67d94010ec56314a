/**
 * Prints the tree of a C++ name as GNU's tools do, into bytes.
 *
 * Text:        A comma is held back until something follows it, for empty argument packs at the end of a list leave none. The
 *              last character counts as a blank then: this is how GNU's tools come to print `A<B<int>>`, without the usual
 *              blank, where an empty pack follows `B<int>`. GNU's tools write into a buffer of 255 characters and cannot take
 *              back a comma once the buffer has been emptied, so now and then one stays: `A<B, >`. To know when, the places
 *              where that buffer is emptied are counted here.
 * Types:       C++ declares them inside out. A type is walked from its outside in; what belongs around the middle of the
 *              declaration (`*`, `&`, ` const`, array bounds, parameter lists, at last the name of a function) waits in a list,
 *              nearest to the middle first, and is printed once the middle is. So `int (*f(char)) [3]` comes from "function of
 *              char, returning pointer to array of 3 int".
 * Expressions: Operands are in parentheses unless they are names, parameters or braced lists.
 * Errors:      NOT_MANGLED past a bound; short names can expand to texts that double with every few characters.
 */
import { NOT_MANGLED } from '../parsing.ts'
import { FOLD_SHAPES, LiteralStyle, NO_NODES, type Node, type NodeList } from './nodes.ts'

/** Bytes of the whole text; c++filt would go on. */
const MAX_LENGTH = 1 << 18
/** Bytes that there is room for at first. */
const USUAL_LENGTH = 1 << 12

/** Nodes visited for one name. */
const MAX_STEPS = 1 << 17

/** Nested calls; the parser allows fewer levels, but substitutions can stack them. */
const MAX_DEPTH = 768

const BUFFER_LENGTH = 255

const COMMA = 44
const BLANK = 32
const SEPARATOR_LENGTH = 2

/** Every element of a pack at once, as fold expressions show them. */
const WHOLE_PACK = -1

/** A parameter that contains itself is followed twice; deeper, GNU's tools give up the name. */
const MAX_NESTING = 2

/** By LiteralStyle. */
const SUFFIXES: readonly (string | undefined)[] = [undefined, '', 'u', 'l', 'ul', 'll', 'ull']

/**
 * Prints trees of C++ names as bytes, as GNU's tools do.
 *
 * @throws NOT_MANGLED past a limit
 */
export class Printer {
  /**
   * The text of the last name: the first `length` bytes, until the next one is printed. The array may be
   * replaced when it grows.
   */
  bytes = new Uint8Array(USUAL_LENGTH)
  length = 0
  /** What names of the tree are places in. */
  #input = new Uint8Array(0)

  /** Commas held back, and for each how often the buffer had been emptied then. */
  #held = 0
  readonly #emptiedBefore: number[] = []
  /** Where in the text the buffer now begins, and how often it has been emptied. */
  #bufferStart = 0
  #emptied = 0
  #steps = 0
  #depth = 0
  /** Code of the last character, commas held back or taken back included. */
  #last = 0

  #scope: Scope | null = null
  #active: Active | null = null
  /** What waits around the type whose scope or operand is being printed. Its qualifiers are not repeated there. */
  #around: Waiting | null = null
  /** Which element of a pack is being printed. */
  #packIndex = 0
  #isInLambda = false
  /** Template parameters the lambda being printed declares in angle brackets. */
  #lambdaHeads: NodeList = NO_NODES
  /** Template parameters seen under a reference, and their arguments then. */
  #referred: Referred | null = null

  protected readonly scopeMark: string = '::'

  /**
   * Prints a tree to `bytes` and `length`, in place of the name before.
   *
   * @param input the bytes that the tree was parsed from
   * @throws NOT_MANGLED past a limit
   */
  printWhole(tree: Node, input: Uint8Array<ArrayBuffer>): void {
    this.#input = input
    this.length = this.#held = this.#bufferStart = this.#emptied = this.#steps = this.#depth = this.#last = 0
    this.#scope = this.#active = this.#around = this.#referred = null
    this.#packIndex = 0
    this.#isInLambda = false
    this.#lambdaHeads = NO_NODES
    this.print(tree, null)
  }

  // Text.

  protected append(text: string): void {
    const { length } = text
    if (length === 0) return
    const at = this.#room(length)
    const { bytes } = this
    for (let next = 0; next < length; next++) bytes[at + next] = text.charCodeAt(next)
    this.#appended(at + length)
  }

  #appendInput(from: number, to: number): void {
    const at = this.#room(to - from)
    const { bytes } = this
    const input = this.#input
    for (let next = from; next < to; next++) bytes[at + next - from] = input[next]
    this.#appended(at + to - from)
  }

  /** Where the next so many bytes go, behind commas that nothing holds back any more. */
  #room(more: number): number {
    if (this.#held > 0) this.#release()
    if (this.length + more > this.bytes.length) this.#grow(this.length + more)
    return this.length
  }

  #grow(length: number): void {
    if (length > MAX_LENGTH) throw NOT_MANGLED
    const larger = new Uint8Array(2 * length)
    larger.set(this.bytes)
    this.bytes = larger
  }

  #appended(end: number): void {
    this.#last = this.bytes[end - 1]
    this.length = end
    if (end - this.#bufferStart > BUFFER_LENGTH) this.#overflow()
  }

  #overflow(): void {
    if (this.length > MAX_LENGTH) throw NOT_MANGLED
    do {
      this.#bufferStart += BUFFER_LENGTH
      this.#emptied++
    } while (this.length - this.#bufferStart > BUFFER_LENGTH)
  }

  #release(): void {
    const end = this.length + SEPARATOR_LENGTH * this.#held
    if (end > this.bytes.length) this.#grow(end)
    while (this.length < end) {
      this.bytes[this.length++] = COMMA
      this.bytes[this.length++] = BLANK
    }
    this.#held = 0
  }

  #separate(): void {
    const at = this.length + this.#held * SEPARATOR_LENGTH
    if (at - this.#bufferStart + SEPARATOR_LENGTH > BUFFER_LENGTH) {
      // The buffer is emptied beforehand, to have the comma in one piece.
      this.#bufferStart = at
      this.#emptied++
    }
    this.#emptiedBefore[this.#held++] = this.#emptied
    this.#last = BLANK
  }

  /** Ends a list that began at this length, so many commas being held back: takes back those at its end. */
  #endList(length: number, heldBefore: number): void {
    const keep = this.length === length ? heldBefore : 0
    while (this.#held > keep) {
      if (this.#emptiedBefore[this.#held - 1] !== this.#emptied) {
        this.#release()
        return
      }
      this.#held--
    }
  }

  protected enter(): void {
    if (++this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) throw NOT_MANGLED
  }

  protected leave(): void {
    this.#depth--
  }

  // Names and whole functions: scopes, template arguments, lambdas, signatures, special entities.

  #printName(node: Node): void {
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
        this.#printList(node.items)
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
    const scope = this.#scope
    this.#scope = scope === null ? null : scope.outer
    this.#printArguments(type.items)
    this.#scope = scope
  }

  protected printTemplate(node: Node): void {
    const name = node.left
    if (name === null) throw NOT_MANGLED
    this.print(name, null)
    this.#printArguments(node.items)
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
    const isOuter = this.#isInLambda
    const outerHeads = this.#lambdaHeads
    this.#isInLambda = true
    this.#lambdaHeads = node.left === null ? NO_NODES : node.left.items
    this.append('{lambda')
    if (this.#lambdaHeads.length > 0) this.#printHeads(this.#lambdaHeads, true)
    this.append('(')
    const only = node.items.length === 1 ? node.items.get(0) : null
    if (only === null || only.text !== 'void' || only.kind !== 'builtin') this.#printList(node.items)
    this.append(`)#${node.number}}`)
    this.#isInLambda = isOuter
    this.#lambdaHeads = outerHeads
  }

  /** `<typename $T0, int $N1>`; without the names inside a template's own list. */
  #printHeads(heads: NodeList, named: boolean): void {
    this.append('<')
    for (let index = 0; index < heads.length; index++) {
      const head = heads.at(index)
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
    const scope = this.#scope
    const items = argumentsOf(node.left)
    if (items !== null) this.#scope = { items, outer: scope }
    const result = node.right === null ? null : node.right.left
    if (result !== null && withResult) this.printWithResult(node, result)
    else this.printSignature(node)
    this.#scope = scope
  }

  protected printWithResult(encoding: Node, result: Node): void {
    this.print(result, this.waitingFor(encoding, null))
  }

  protected printSignature(encoding: Node): void {
    this.printChild(encoding.left)
    if (encoding.right !== null) this.printParameters(encoding.right)
    this.append(encoding.text)
  }

  // Types, and the template arguments of parameters and packs.

  protected print(node: Node, waiting: Waiting | null): void {
    this.enter()
    switch (node.kind) {
      case 'name':
        if (node.end > 0) this.#appendInput(node.number, node.end)
        else this.append(node.text)
        break
      case 'operator':
      case 'builtin':
      case 'abbreviation':
        this.append(node.text)
        break
      case 'template':
        this.#printName(node)
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
        this.#printList(node.items)
        break
      default:
        this.#printRarer(node)
    }
    if (waiting !== null) this.printWaiting(waiting, false)
    this.leave()
  }

  #printUnderQualifiers(node: Node, waiting: Waiting | null): void {
    const outer = this.#around
    if (waiting !== null) this.#around = waiting
    if (node.kind === 'qualified') this.#printName(node)
    else {
      this.append('decltype (')
      this.printChild(node.left)
      this.append(')')
    }
    this.#around = outer
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
        this.#printName(node)
    }
  }

  #printCompound(node: Node, waiting: Waiting | null): void {
    const inner = node.left
    if (inner === null) throw NOT_MANGLED
    if (node.kind === 'modifier' && isRepeated(node.text, waiting ?? this.#around)) this.print(inner, waiting)
    else if (node.kind === 'reference') this.#printReference(node, inner, waiting)
    else this.print(inner, this.waitingFor(node, waiting))
  }

  /** References to references collapse, also where a template argument brings the inner one. */
  #printReference(node: Node, inner: Node, waiting: Waiting | null): void {
    if (inner.kind === 'parameter' && !this.#isInLambda) this.#printReferenceToParameter(node, inner, waiting)
    else if (inner.kind !== 'reference') this.print(inner, this.waitingFor(node, waiting))
    else this.#printChildOfReference(inner, this.waitingFor(collapsed(node, inner), waiting))
  }

  /**
   * GNU's tools remember a template parameter's arguments when it is first printed under a
   * reference. They use them again where a substitution brings the parameter into another
   * template's signature, unless that is inside those arguments. The result may be wrong, but it is
   * what they print.
   */
  #printReferenceToParameter(node: Node, parameter: Node, waiting: Waiting | null): void {
    const scope = this.#scope
    const active = this.#active
    if (nesting(node, active) >= MAX_NESTING) throw NOT_MANGLED
    let known = this.#referred
    while (known !== null && known.parameter !== parameter) known = known.next
    if (known === null) this.#referred = { parameter, scope, next: this.#referred }
    else if (nesting(parameter, active) + nesting(node, active) === 0) this.#scope = known.scope
    const target = this.#resolve(parameter)
    const around = {
      node: target.kind === 'reference' ? collapsed(node, target) : node,
      scope,
      active,
      next: waiting,
    }
    this.#scope = this.#scope === null ? null : this.#scope.outer
    this.#active = { node, outer: active }
    if (target.kind === 'reference') this.#printChildOfReference(target, around)
    else {
      if (nesting(parameter, active) >= MAX_NESTING) throw NOT_MANGLED
      this.#active = { node: parameter, outer: this.#active }
      this.print(target, around)
    }
    this.#scope = scope
    this.#active = active
  }

  #printChildOfReference(reference: Node, waiting: Waiting): void {
    if (reference.left !== null) this.print(reference.left, waiting)
  }

  /** The template argument meant; of a pack, the element in turn. */
  #resolve(parameter: Node): Node {
    const found = this.#scope?.items.get(parameter.number) ?? null
    if (found === null) throw NOT_MANGLED
    if (found.kind !== 'pack' || this.#packIndex === WHOLE_PACK) return found
    const element = found.items.get(this.#packIndex)
    if (element === null) throw NOT_MANGLED
    return element
  }

  #printParameter(node: Node, waiting: Waiting | null): void {
    if (this.#isInLambda) {
      const head = this.#lambdaHeads.get(node.number)
      this.append(head === null ? `auto:${node.number + 1}` : headName(head, node.number))
      if (waiting !== null) this.printWaiting(waiting, false)
      return
    }
    const target = this.#resolve(node)
    const scope = this.#scope
    const active = this.#active
    if (nesting(node, active) >= MAX_NESTING) throw NOT_MANGLED
    this.#scope = scope === null ? null : scope.outer
    this.#active = { node, outer: active }
    this.print(target, waiting)
    this.#scope = scope
    this.#active = active
  }

  #printExpansion(node: Node): void {
    const pattern = node.left
    if (pattern === null) throw NOT_MANGLED
    const pack = this.#isInLambda ? null : this.#findPack(pattern)
    if (pack === null) {
      this.#printOperand(pattern)
      this.append('...')
      return
    }
    const outer = this.#packIndex
    for (let at = 0; at < pack.items.length; at++) {
      if (at > 0) this.append(', ')
      this.#packIndex = at
      this.print(pattern, null)
    }
    this.#packIndex = outer
  }

  /** The first pack a pattern refers to. */
  #findPack(node: Node): Node | null {
    if (node.kind === 'parameter') {
      const found = this.#scope?.items.get(node.number) ?? null
      return found !== null && found.kind === 'pack' ? found : null
    }
    if (node.kind === 'packExpansion' || node.kind === 'lambda' || node.kind === 'encoding') return null
    this.enter()
    let found = node.left === null ? null : this.#findPack(node.left)
    if (found === null && node.right !== null) found = this.#findPack(node.right)
    for (let at = 0; found === null && at < node.items.length; at++) {
      found = this.#findPack(node.items.at(at))
    }
    this.leave()
    return found
  }

  /** An operand, in parentheses unless it is plainly a unit. */
  #printOperand(node: Node): void {
    if (isUnit(node)) {
      this.print(node, null)
      return
    }
    this.append('(')
    this.print(node, null)
    this.append(')')
  }

  // Lists, and what surrounds the middle of a declaration.

  protected printChild(node: Node | null): void {
    if (node !== null) this.print(node, null)
  }

  #printList(items: NodeList): void {
    const { length } = this
    const held = this.#held
    for (let at = 0; at < items.length; at++) {
      if (at > 0) this.#separate()
      this.print(items.at(at), null)
    }
    if (items.length > 1) this.#endList(length, held)
  }

  protected waitingFor(node: Node, next: Waiting | null): Waiting {
    return { node, scope: this.#scope, active: this.#active, next }
  }

  protected printWaiting(waiting: Waiting | null, isInParentheses: boolean): void {
    const scope = this.#scope
    const active = this.#active
    for (let at = waiting; at !== null; at = at.next) {
      this.#scope = at.scope
      this.#active = at.active
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
    this.#scope = scope
    this.#active = active
  }

  protected printAfter(node: Node, isInParentheses: boolean): void {
    switch (node.kind) {
      case 'encoding':
        if (!isInParentheses) this.append(' ')
        this.printSignature(node)
        break
      case 'memberPointer':
        if (this.#last !== 40) this.append(' ')
        this.printChild(node.right)
        this.append('::*')
        break
      case 'vendorQualifier':
        this.append(` ${node.text}`)
        if (node.items !== NO_NODES) this.#printArguments(node.items)
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

  #printArguments(items: NodeList): void {
    if (this.#last === 60) this.append(' ')
    this.append('<')
    this.printBareArguments(items)
    if (this.#last === 62) this.append(' ')
    this.append('>')
  }

  protected printBareArguments(items: NodeList): void {
    const around = this.#around
    const scope = this.#scope
    this.#around = null
    // A function's own arguments cannot refer to themselves.
    if (scope !== null && scope.items === items) this.#scope = scope.outer
    this.#printList(items)
    this.#around = around
    this.#scope = scope
  }

  #printFunctionAround(node: Node, next: Waiting | null, isInParentheses: boolean): void {
    const isNamed = next !== null && (next.node.kind === 'encoding' || next.node.kind === 'function')
    if (isNamed) this.printWaiting(next, false)
    else {
      const isClose = next === null || this.#last === 40 || this.#last === 42
      if (this.#last !== 32 && (!isInParentheses || !isClose)) this.append(' ')
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
    const only = items.length === 1 ? items.get(0) : null
    if (only === null || only.kind !== 'builtin' || only.text !== 'void') this.#printList(items)
    this.append(')')
    const qualifiers = signature.right
    if (qualifiers === null) return
    for (let at = 0; at < qualifiers.items.length; at++) this.#printFunctionQualifier(qualifiers.items.at(at))
  }

  #printFunctionQualifier(node: Node): void {
    this.append(node.text)
    if (node.kind !== 'exceptionSpec') return
    this.append('(')
    this.#printList(node.items)
    this.append(')')
  }

  // Expressions.

  protected printExpression(node: Node): void {
    switch (node.kind) {
      case 'literal':
        this.#printLiteral(node)
        break
      case 'functionParameter':
        this.append(node.number === 0 ? 'this' : `{parm#${node.number}}`)
        break
      case 'globalName':
        this.append('::')
        this.printChild(node.left)
        break
      case 'unary':
        this.#printUnary(node)
        break
      case 'postfix':
        this.#printPart(node.left)
        this.append(node.text)
        break
      case 'binary':
        this.#printBinary(node)
        break
      case 'index':
        this.#printPart(node.left)
        this.append('[')
        this.printChild(node.right)
        this.append(']')
        break
      case 'conditional':
        this.#printPart(node.left)
        this.append('?')
        this.#printPart(node.right)
        this.append(' : ')
        this.#printPart(node.items.get(0))
        break
      case 'call':
        this.#printCall(node)
        break
      case 'packSize':
        this.append(String(this.#packSize(node)))
        break
      case 'fold':
        this.#printFold(node)
        break
      default:
        this.#printConstruction(node)
    }
  }

  #printConstruction(node: Node): void {
    switch (node.kind) {
      case 'cast':
        this.append('(')
        this.printChild(node.left)
        this.append(')')
        if (node.right === null) this.#printListIn('(', node.items, ')')
        else this.#printPart(node.right)
        break
      case 'namedCast':
        this.append(`${node.text}<`)
        this.printChild(node.left)
        this.append('>(')
        this.printChild(node.right)
        this.append(')')
        break
      case 'operandOfType':
        this.append(`${node.text}(`)
        this.printChild(node.left)
        this.append(')')
        break
      case 'new':
        this.#printNew(node)
        break
      case 'braced':
        this.printChild(node.left)
        this.#printListIn('{', node.items, '}')
        break
      case 'designator':
        this.#printDesignator(node)
        break
      default:
        throw NOT_MANGLED
    }
  }

  #printPart(node: Node | null): void {
    if (node !== null) this.#printOperand(node)
  }

  #printListIn(open: string, items: NodeList, close: string): void {
    this.append(open)
    this.#printList(items)
    this.append(close)
  }

  #printLiteral(node: Node): void {
    const type = node.left
    if (type === null) return
    const style = type.kind === 'builtin' ? type.number : LiteralStyle.cast
    const isNegative = node.text.charCodeAt(0) === 110
    const digits = isNegative ? node.text.slice(1) : node.text
    const suffix = SUFFIXES[style]
    if (suffix !== undefined) {
      this.append(isNegative ? `-${digits}${suffix}` : digits + suffix)
    } else if (style === LiteralStyle.boolean && (node.text === '0' || node.text === '1')) {
      this.append(node.text === '0' ? 'false' : 'true')
    } else {
      this.append('(')
      this.print(type, null)
      this.append(isNegative ? ')-' : ')')
      this.append(style === LiteralStyle.floating ? `[${digits}]` : digits)
    }
  }

  #printUnary(node: Node): void {
    const operand = node.left
    if (operand === null) throw NOT_MANGLED
    this.append(node.text)
    const member = node.text === '&' ? plainMember(operand) : null
    if (member !== null) this.print(member, null)
    else this.#printOperand(operand)
  }

  #printBinary(node: Node): void {
    // A bare > could be taken for the end of the template arguments.
    const isGreater = node.text === '>'
    if (isGreater) this.append('(')
    this.#printPart(node.left)
    this.append(node.text)
    this.#printPart(node.right)
    if (isGreater) this.append(')')
  }

  #printCall(node: Node): void {
    const callee = node.left
    if (callee !== null) {
      const name = callee.kind === 'encoding' ? callee.left : callee
      this.#printPart(name)
    }
    this.#printListIn('(', node.items, ')')
  }

  #printNew(node: Node): void {
    this.append(node.text)
    if (node.items.length > 0) this.#printListIn('(', node.items, ') ')
    this.printChild(node.left)
    this.printChild(node.right)
  }

  #printDesignator(node: Node): void {
    this.append(node.text)
    this.printChild(node.left)
    if (node.right !== null) {
      this.append(' ... ')
      this.print(node.right, null)
    }
    if (node.text === '[') this.append(']')
    const value = node.items.get(0)
    if (value === null) throw NOT_MANGLED
    if (value.kind === 'designator') this.print(value, null)
    else {
      this.append('=')
      this.#printOperand(value)
    }
  }

  #printFold(node: Node): void {
    const outer = this.#packIndex
    this.#packIndex = WHOLE_PACK
    this.append('(')
    if (node.number === FOLD_SHAPES.left) this.append(`...${node.text}`)
    this.#printPart(node.left)
    if (node.number !== FOLD_SHAPES.left) this.append(`${node.text}...`)
    if (node.right !== null) {
      this.append(node.text)
      this.#printOperand(node.right)
    }
    this.append(')')
    this.#packIndex = outer
  }

  #packSize(node: Node): number {
    let size = 0
    for (let at = 0; at < node.items.length; at++) size += this.#countElements(node.items.at(at))
    return size
  }

  #countElements(item: Node): number {
    const pack =
      item.kind === 'packExpansion' && item.left !== null ? this.#findPack(item.left) : this.#findPack(item)
    if (pack !== null) return pack.items.length
    return item.kind === 'functionParameter' ? 0 : 1
  }
}

/** The template arguments of a function, if its last component has any. */
function argumentsOf(name: Node | null): NodeList | null {
  let at = name
  while (at !== null) {
    if (at.kind === 'template') return at.items
    if (at.kind === 'local' || at.kind === 'qualified') at = at.right
    else if (at.kind === 'tagged' || at.kind === 'attached') at = at.left
    else return null
  }
  return null
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
function headName(head: Node, index: number): string {
  const declared = head.text === 'pack' ? head.left : head
  const kind = declared === null ? '' : declared.text
  return `$${kind === 'value' ? 'N' : kind === 'template' ? 'TT' : 'T'}${index}`
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

/** The name alone of a member function without qualifiers, whose address is taken. */
function plainMember(operand: Node): Node | null {
  if (operand.kind !== 'encoding' || operand.text !== '') return null
  return operand.left !== null && operand.left.kind === 'qualified' ? operand.left : null
}

/**
 * What surrounds a node while it is printed: lists with the innermost first, shared and never changed.
 */

/** Template arguments that `T_` and its like refer to, innermost first. */
export interface Scope {
  readonly items: NodeList
  readonly outer: Scope | null
}

/** Template parameters, and references to them, whose arguments are being printed, innermost first. */
export interface Active {
  readonly node: Node
  readonly outer: Active | null
}

/** The arguments of a template parameter when it was first printed under a reference. */
export interface Referred {
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

/** How often a node is among those being printed. */
function nesting(node: Node, active: Active | null): number {
  let count = 0
  for (let at = active; at !== null; at = at.outer) if (at.node === node) count++
  return count
}
