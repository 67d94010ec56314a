/**
 * Prints expressions as GNU's tools do: operands in parentheses unless they are names, parameters or braced lists.
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { FOLD_SHAPES, LiteralStyle, type Node } from './node.ts'
import { TypePrinter, WHOLE_PACK } from './print-types.ts'

/** By LiteralStyle. */
const SUFFIXES: readonly (string | undefined)[] = [undefined, '', 'u', 'l', 'ul', 'll', 'ull']

export abstract class ExpressionPrinter extends TypePrinter {
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
        this.#printPart(node.items[0] ?? null)
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
    if (node !== null) this.printOperand(node)
  }

  #printListIn(open: string, items: readonly Node[], close: string): void {
    this.append(open)
    this.printList(items)
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
    else this.printOperand(operand)
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
    const value = node.items[0]
    if (value === undefined) throw NOT_MANGLED
    if (value.kind === 'designator') this.print(value, null)
    else {
      this.append('=')
      this.printOperand(value)
    }
  }

  #printFold(node: Node): void {
    const outer = this.packIndex
    this.packIndex = WHOLE_PACK
    this.append('(')
    if (node.number === FOLD_SHAPES.left) this.append(`...${node.text}`)
    this.#printPart(node.left)
    if (node.number !== FOLD_SHAPES.left) this.append(`${node.text}...`)
    if (node.right !== null) {
      this.append(node.text)
      this.printOperand(node.right)
    }
    this.append(')')
    this.packIndex = outer
  }

  #packSize(node: Node): number {
    let size = 0
    for (const item of node.items) size += this.#countElements(item)
    return size
  }

  #countElements(item: Node): number {
    const pack =
      item.kind === 'packExpansion' && item.left !== null ? this.findPack(item.left) : this.findPack(item)
    if (pack !== null) return pack.items.length
    return item.kind === 'functionParameter' ? 0 : 1
  }
}

/** The name alone of a member function without qualifiers, whose address is taken. */
function plainMember(operand: Node): Node | null {
  if (operand.kind !== 'encoding' || operand.text !== '') return null
  return operand.left !== null && operand.left.kind === 'qualified' ? operand.left : null
}
