/**
 * Reads expressions: template arguments that are values, and what stands in decltype, noexcept and array bounds.
 *
 * Source:  Itanium C++ ABI, 5.1.6. Codes that GNU's tools of 2.40 do not know (`ti`, `te`, `nx`, `dn`, `so`, `mc`)
 *          are left out, since a name that uses them is shown raw there too.
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { isDigit, isLower } from '../characters.ts'
import { FOLD_SHAPES, LiteralStyle, node, type Node } from './node.ts'
import { codeOf, operatorCode, OPERATORS } from './operators.ts'
import { TypeParser } from './types.ts'

const THIS = node('functionParameter', '')

const INCREMENT = codeOf('pp')
const DECREMENT = codeOf('mm')
const MEMBER = codeOf('dt')
const MEMBER_OF_POINTER = codeOf('pt')
const INDEX = codeOf('ix')
const OPERATOR_NAME = codeOf('on')
const SCOPED_NAME = codeOf('sr')
const GLOBAL_NAME = codeOf('gs')
const NEW = codeOf('nw')
const NEW_ARRAY = codeOf('na')
const LEFT_FOLD = codeOf('fl')
const BINARY_LEFT_FOLD = codeOf('fL')
const BINARY_RIGHT_FOLD = codeOf('fR')
const DESIGNATOR_FIELD = codeOf('di')
const DESIGNATOR_INDEX = codeOf('dx')
const DESIGNATOR_RANGE = codeOf('dX')

export abstract class ExpressionParser extends TypeParser {
  /**
   * How to read `sr` and an identifier: as levels up to an end mark, as the ABI has it, or as one type, as older
   * compilers wrote it. Both can fit locally, so a whole name is read one way and, if that fails, the other.
   */
  readonly #scopesAreLevels: boolean

  constructor(text: string, position: number, scopesAreLevels: boolean) {
    super(text, position)
    this.#scopesAreLevels = scopesAreLevels
  }

  protected abstract encoding(): Node
  protected abstract templateArgument(): Node
  protected abstract sourceName(): Node
  protected abstract operatorName(): Node

  protected expression(): Node {
    this.enter()
    const result = this.#expressionBody()
    this.leave()
    return result
  }

  #expressionBody(): Node {
    const first = this.peek()
    if (first === 76) return this.#literal()
    if (first === 84) return this.templateParameter()
    if (isDigit(first)) return this.#unresolvedName()
    if (!isLower(first)) throw NOT_MANGLED
    const second = this.peekAfter(1)
    if (first === 102 && second === 112) return this.#functionParameter()
    if (first === 118 && second === 49) return this.#vendorOperation()
    return this.#operation(operatorCode(first, second))
  }

  #operation(code: number): Node {
    switch (code) {
      case 0x7372: // sr
      case 0x6f6e: // on
        return this.#unresolvedName()
      case 0x6773: // gs
        return this.#globallyQualified()
      case 0x636c: // cl
        this.position += 2
        return this.#call()
      case 0x6376: // cv
        this.position += 2
        return this.#conversion()
      case 0x6463: // dc
      case 0x7363: // sc
      case 0x6363: // cc
      case 0x7263: // rc
        return this.#namedCast(code)
      case 0x746c: // tl
        this.position += 2
        return node('braced', '', this.type(), null, this.#bracedUntilEnd())
      case 0x696c: // il
        this.position += 2
        return node('braced', '', null, null, this.#bracedUntilEnd())
      case 0x6e77: // nw
      case 0x6e61: // na
        this.position += 2
        return this.#newExpression('new ')
      case 0x7374: // st
        this.position += 2
        return node('operandOfType', 'sizeof ', this.type())
      case 0x735a: // sZ
        this.position += 2
        return node('packSize', '', null, null, [this.#packReference()])
      case 0x7350: // sP
        this.position += 2
        return node('packSize', '', null, null, this.#argumentsUntilEnd())
      case 0x7370: // sp
        this.position += 2
        return node('packExpansion', '', this.expression())
      case 0x666c: // fl
      case 0x6672: // fr
      case 0x664c: // fL
      case 0x6652: // fR
        return this.#fold(code)
      case 0x7472: // tr
        this.position += 2
        return node('name', 'throw')
      default:
        return this.#plainOperation(code)
    }
  }

  #plainOperation(code: number): Node {
    const operator = OPERATORS.get(code)
    if (operator === undefined) throw NOT_MANGLED
    this.position += 2
    if (code === INCREMENT || code === DECREMENT) {
      // They stand behind their operand, unless an underscore says otherwise.
      const kind = this.accept(95) ? 'unary' : 'postfix'
      return node(kind, operator.text, this.expression())
    }
    if (operator.operands === 1) return node('unary', operator.text, this.expression())
    const left = this.expression()
    if (code === MEMBER || code === MEMBER_OF_POINTER) {
      return node('binary', operator.text, left, this.#unresolvedName())
    }
    const right = this.expression()
    if (code === INDEX) return node('index', '', left, right)
    if (operator.operands === 2) return node('binary', operator.text, left, right)
    return node('conditional', operator.text, left, right, [this.expression()])
  }

  /** `v1` and a name: only with one operand is such an operator known. */
  #vendorOperation(): Node {
    this.position += 2
    return node('unary', `operator ${this.sourceText()}`, this.expression())
  }

  #literal(): Node {
    this.position++
    const first = this.peek()
    if (first === 95 || first === 90) {
      this.accept(95)
      this.expect(90)
      const entity = this.encoding()
      this.expect(69)
      return entity.kind === 'encoding' && entity.right === null && entity.left !== null
        ? entity.left
        : entity
    }
    const type = this.type()
    if (this.peek() === 69) {
      if (type.number !== LiteralStyle.nullptr || type.kind !== 'builtin') throw NOT_MANGLED
      this.position++
      return type
    }
    const from = this.position
    while (this.peek() !== 69) {
      if (this.position >= this.end) throw NOT_MANGLED
      this.position++
    }
    const digits = this.text.slice(from, this.position)
    if (digits === 'n') throw NOT_MANGLED
    this.position++
    return node('literal', digits, type)
  }

  #functionParameter(): Node {
    this.position += 2
    if (this.accept(84)) return THIS
    return node('functionParameter', '', null, null, [], this.ordinal() + 1)
  }

  #packReference(): Node {
    if (this.peek() === 84) return this.templateParameter()
    if (this.peek() === 102 && this.peekAfter(1) === 112) return this.#functionParameter()
    throw NOT_MANGLED
  }

  /** `x`, `x<…>`, `operator+`, `T::x`, `A::B::x`. */
  #unresolvedName(): Node {
    const first = this.peek()
    if (isDigit(first)) return this.#withArguments(this.sourceName())
    const code = operatorCode(first, this.peekAfter(1))
    if (code === OPERATOR_NAME) {
      this.position += 2
      return this.#withArguments(this.operatorName())
    }
    if (code === SCOPED_NAME) {
      this.position += 2
      return this.#scopedName()
    }
    if (code === GLOBAL_NAME) return this.#globallyQualified()
    return this.expression()
  }

  #withArguments(name: Node): Node {
    if (this.peek() !== 73) return name
    return node('template', '', name, null, this.templateArguments())
  }

  #scopedName(): Node {
    const inLevels = isDigit(this.peek()) && this.#scopesAreLevels
    const scope = inLevels ? this.#qualifierLevels() : this.type()
    const isOperator = this.peek() === 111 && this.peekAfter(1) === 110
    if (isOperator) this.position += 2
    const member = isOperator ? this.operatorName() : this.sourceName()
    return this.#withArguments(node('qualified', '', scope, member))
  }

  /** `1A1BIiEE` in front of a further name. */
  #qualifierLevels(): Node {
    let scope = this.#withArguments(this.sourceName())
    while (!this.accept(69)) scope = this.#withArguments(node('qualified', '', scope, this.sourceName()))
    return scope
  }

  #globallyQualified(): Node {
    this.position += 2
    const code = operatorCode(this.peek(), this.peekAfter(1))
    if (code === NEW || code === NEW_ARRAY) {
      this.position += 2
      return this.#newExpression('::new ')
    }
    const operand = this.expression()
    return node('globalName', '::', operand)
  }

  #call(): Node {
    const callee = this.expression()
    return node('call', '', callee, null, this.#expressionsUntilEnd())
  }

  #conversion(): Node {
    const type = this.type()
    if (!this.accept(95)) return node('cast', '', type, this.expression())
    return node('cast', '', type, null, this.#expressionsUntilEnd())
  }

  #namedCast(code: number): Node {
    this.position += 2
    const type = this.type()
    return node('namedCast', OPERATORS.get(code)?.text ?? '', type, this.expression())
  }

  #newExpression(text: string): Node {
    const placement: Node[] = []
    while (!this.accept(95)) placement.push(this.expression())
    const type = this.type()
    let initializer: Node | null = null
    if (this.peek() === 112 && this.peekAfter(1) === 105) {
      this.position += 2
      initializer = node('call', '', null, null, this.#expressionsUntilEnd())
    } else if (this.peek() === 105 && this.peekAfter(1) === 108) initializer = this.expression()
    else this.expect(69)
    return node('new', text, type, initializer, placement)
  }

  #fold(code: number): Node {
    this.position += 2
    const operator = OPERATORS.get(operatorCode(this.peek(), this.peekAfter(1)))
    if (operator === undefined) throw NOT_MANGLED
    this.position += 2
    const left = this.expression()
    const isBinary = code === BINARY_LEFT_FOLD || code === BINARY_RIGHT_FOLD
    const right = isBinary ? this.expression() : null
    const shape = isBinary ? 'binary' : code === LEFT_FOLD ? 'left' : 'right'
    return node('fold', operator.text, left, right, [], FOLD_SHAPES[shape])
  }

  #expressionsUntilEnd(): readonly Node[] {
    const items: Node[] = []
    while (!this.accept(69)) items.push(this.expression())
    return items
  }

  #argumentsUntilEnd(): readonly Node[] {
    const items: Node[] = []
    while (!this.accept(69)) items.push(this.templateArgument())
    return items
  }

  #bracedUntilEnd(): readonly Node[] {
    const items: Node[] = []
    while (!this.accept(69)) items.push(this.#bracedExpression())
    return items
  }

  #bracedExpression(): Node {
    const code = operatorCode(this.peek(), this.peekAfter(1))
    if (code !== DESIGNATOR_FIELD && code !== DESIGNATOR_INDEX && code !== DESIGNATOR_RANGE)
      return this.expression()
    this.enter()
    this.position += 2
    const result =
      code === DESIGNATOR_FIELD
        ? node('designator', '.', this.sourceName(), null, [this.#bracedExpression()])
        : this.#indexDesignator(code)
    this.leave()
    return result
  }

  #indexDesignator(code: number): Node {
    const from = this.expression()
    const to = code === DESIGNATOR_RANGE ? this.expression() : null
    return node('designator', '[', from, to, [this.#bracedExpression()])
  }
}
