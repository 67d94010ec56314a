/**
 * Reads single components of names: identifiers, operators, constructors, lambdas, modules, ABI tags.
 *
 * Source:  Itanium C++ ABI, 5.1.2, 5.1.3, 5.1.4.3 and 5.1.8.
 */
import { isDigit, isLower } from '../characters.ts'
import { NOT_MANGLED } from '../not-mangled.ts'
import { ExpressionParser } from './expressions.ts'
import { node, type Node } from './node.ts'
import { codeOf, operatorCode, OPERATORS } from './operators.ts'

export const STD = node('name', 'std')
const ANONYMOUS_NAMESPACE = node('name', '(anonymous namespace)')

function abbreviation(text: string, base: string, long: string): Node {
  return node('abbreviation', text, node('name', base), node('name', long))
}

/** By the letter behind `S`. The long form appears in front of a constructor or destructor only. */
export const ABBREVIATIONS: ReadonlyMap<number, Node> = new Map([
  [97, abbreviation('std::allocator', 'allocator', 'std::allocator')],
  [98, abbreviation('std::basic_string', 'basic_string', 'std::basic_string')],
  [
    115,
    abbreviation(
      'std::string',
      'basic_string',
      'std::basic_string<char, std::char_traits<char>, std::allocator<char> >',
    ),
  ],
  [105, abbreviation('std::istream', 'basic_istream', 'std::basic_istream<char, std::char_traits<char> >')],
  [111, abbreviation('std::ostream', 'basic_ostream', 'std::basic_ostream<char, std::char_traits<char> >')],
  [
    100,
    abbreviation('std::iostream', 'basic_iostream', 'std::basic_iostream<char, std::char_traits<char> >'),
  ],
])

const CONVERSION = codeOf('cv')
const LITERAL_OPERATOR = codeOf('li')

const LAMBDA_HEADS: ReadonlyMap<number, string> = new Map([
  [121, 'type'],
  [110, 'value'],
  [116, 'template'],
  [112, 'pack'],
])

export abstract class UnqualifiedNameParser extends ExpressionParser {
  /** The identifier read last, outside of finished template arguments: what GNU's tools call constructors. */
  protected lastName: Node | null = null

  /** The cursor is behind an `S`; null if no abbreviation follows. */
  protected standardAbbreviation(): Node | null {
    const found = ABBREVIATIONS.get(this.peek())
    if (found === undefined) return null
    this.position++
    this.lastName = found.left
    return this.peek() === 66 ? this.tagged(found) : found
  }

  protected unqualifiedName(attachment: Node | null): Node {
    const module = this.peek() === 87 ? this.moduleName(attachment) : attachment
    let result = this.#untaggedName()
    if (module !== null) result = node('attached', '', result, module)
    return this.peek() === 66 ? this.tagged(result) : result
  }

  #untaggedName(): Node {
    const code = this.peek()
    if (isDigit(code)) return this.sourceName()
    if (isLower(code)) return this.operatorName()
    switch (code) {
      case 67: // C
        return this.#constructorName()
      case 68: // D
        return this.peekAfter(1) === 67 ? this.#bindingName() : this.#destructorName()
      case 76: // L
        return this.#internalName()
      case 85: // U
        return this.#unnamedType()
      default:
        throw NOT_MANGLED
    }
  }

  protected tagged(name: Node): Node {
    let result = name
    while (this.accept(66)) result = node('tagged', this.sourceText(), result)
    return result
  }

  protected sourceText(): string {
    const length = this.digits()
    const from = this.position
    if (length === 0 || length > this.end - from) throw NOT_MANGLED
    this.position = from + length
    return this.text.slice(from, this.position)
  }

  protected sourceName(): Node {
    const text = this.sourceText()
    const result = isAnonymousNamespace(text) ? ANONYMOUS_NAMESPACE : node('name', text)
    this.lastName = result
    return result
  }

  #internalName(): Node {
    this.position++
    const result = this.sourceName()
    this.discriminator()
    return result
  }

  protected operatorName(): Node {
    const first = this.peek()
    const second = this.peekAfter(1)
    if (first === 118 && isDigit(second)) {
      this.position += 2
      return node('operator', `operator ${this.sourceText()}`)
    }
    const code = operatorCode(first, second)
    this.position += 2
    if (code === CONVERSION) {
      const outer = this.inConversion
      this.inConversion = true
      const type = this.type()
      this.inConversion = outer
      return node('conversion', '', type)
    }
    if (code === LITERAL_OPERATOR) return node('operator', `operator"" ${this.sourceText()}`)
    const operator = OPERATORS.get(code)
    if (operator === undefined) throw NOT_MANGLED
    return operatorNode(code, operator.text)
  }

  /** A constructor goes by the identifier read last, whatever its scope is called. */
  #constructorName(): Node {
    this.position++
    const inherits = this.accept(73)
    const variant = this.peek() - 48
    if (variant < 1 || variant > 5) throw NOT_MANGLED
    this.position++
    if (inherits) this.type()
    return node('constructor', '', this.#knownName())
  }

  #destructorName(): Node {
    const variant = this.peekAfter(1) - 48
    if (variant < 0 || variant > 5 || variant === 3) throw NOT_MANGLED
    this.position += 2
    return node('destructor', '', this.#knownName())
  }

  #knownName(): Node {
    if (this.lastName === null) throw NOT_MANGLED
    return this.lastName
  }

  #bindingName(): Node {
    this.position += 2
    const names: Node[] = []
    while (!this.accept(69)) names.push(this.sourceName())
    return node('binding', '', null, null, names)
  }

  protected moduleName(attachment: Node | null): Node {
    let module = attachment
    while (this.accept(87)) {
      const separator = this.accept(80) ? ':' : module === null ? '' : '.'
      module = this.remember(node('module', separator + this.sourceName().text, module))
    }
    if (module === null) throw NOT_MANGLED
    return module
  }

  #unnamedType(): Node {
    this.position++
    if (this.accept(116)) return this.remember(node('unnamed', '', null, null, [], this.ordinal() + 1))
    this.expect(108)
    const heads: Node[] = []
    while (this.#atLambdaHead()) heads.push(this.#lambdaHead())
    const parameters: Node[] = []
    do parameters.push(this.type())
    while (!this.accept(69))
    const head = heads.length === 0 ? null : node('lambdaHeads', '', null, null, heads)
    return node('lambda', '', head, null, parameters, this.ordinal() + 1)
  }

  #atLambdaHead(): boolean {
    return this.peek() === 84 && LAMBDA_HEADS.has(this.peekAfter(1))
  }

  /** `Ty`: a type; `Tn` type: a value; `Tt` heads `E`: a template; `Tp` head: a pack of one of these. */
  #lambdaHead(): Node {
    const text = LAMBDA_HEADS.get(this.peekAfter(1))
    if (text === undefined) throw NOT_MANGLED
    this.enter()
    this.position += 2
    let result: Node
    if (text === 'value') result = node('lambdaHead', text, this.type())
    else if (text === 'pack') result = node('lambdaHead', text, this.#lambdaHead())
    else if (text === 'template') result = node('lambdaHead', text, null, null, this.#headsUntilEnd())
    else result = node('lambdaHead', text)
    this.leave()
    return result
  }

  #headsUntilEnd(): readonly Node[] {
    const heads: Node[] = []
    while (!this.accept(69)) heads.push(this.#lambdaHead())
    return heads
  }
}

/** `_GLOBAL__N_1`, whatever stands for the two variable characters. */
function isAnonymousNamespace(text: string): boolean {
  if (text.length < 10 || text.charCodeAt(0) !== 95 || !text.startsWith('_GLOBAL_')) return false
  const mark = text.charCodeAt(8)
  return (mark === 95 || mark === 46 || mark === 36) && text.charCodeAt(9) === 78
}

const OPERATOR_NODES = new Map<number, Node>()
for (const [code, { text }] of OPERATORS) {
  const word = text.trimEnd()
  OPERATOR_NODES.set(
    code,
    node('operator', isLower(word.charCodeAt(0)) ? `operator ${word}` : `operator${word}`),
  )
}

export function operatorNode(code: number, text: string): Node {
  return OPERATOR_NODES.get(code) ?? node('operator', text)
}
