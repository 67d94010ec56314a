/**
 * Reads types: builtins, qualifiers, pointers, functions, arrays, template parameters.
 *
 * Source:  Itanium C++ ABI, 5.1.5 (type encodings). Qualifiers of a function type are kept as a list of their own,
 *          because they are printed behind its parameters and the qualifiers of other types behind the type.
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { isDigit } from '../characters.ts'
import { builtin, BUILTINS, D_BUILTINS } from './builtins.ts'
import { Cursor } from './cursor.ts'
import { LiteralStyle, NO_NODES, node, type Node } from './node.ts'

const LEFT_REFERENCE_QUALIFIER = node('modifier', ' &')
const RIGHT_REFERENCE_QUALIFIER = node('modifier', ' &&')

export abstract class TypeParser extends Cursor {
  /** True while the operator type of a conversion function is read: template arguments may belong to either. */
  protected inConversion = false

  protected abstract expression(): Node
  protected abstract name(): Node
  protected abstract templateArguments(): readonly Node[]
  protected abstract standardAbbreviation(): Node | null
  protected abstract sourceText(): string
  protected abstract attachedName(module: Node): Node

  protected type(): Node {
    const code = this.peek()
    if (code >= 97 && code <= 122) {
      const simple = BUILTINS[code - 97]
      if (simple) {
        this.position++
        return simple
      }
    }
    this.enter()
    const result = this.#compoundType(code)
    this.leave()
    return result
  }

  #compoundType(code: number): Node {
    switch (code) {
      case 80: // P
        return this.#prefixed('modifier', '*')
      case 82: // R
        return this.#prefixed('reference', '&')
      case 79: // O
        return this.#prefixed('reference', '&&')
      case 67: // C
        return this.#prefixed('modifier', ' _Complex')
      case 71: // G
        return this.#prefixed('modifier', ' _Imaginary')
      case 75: // K
      case 86: // V
      case 114: // r
        return this.#qualifiedType()
      case 70: // F
        return this.remember(this.#functionType(null))
      case 83: // S
        return this.#substitutedType()
      case 84: // T
        return this.#parameterType()
      case 68: // D
        return this.#extendedType()
      case 65: // A
        return this.#arrayType()
      case 77: // M
        return this.#memberPointer()
      case 85: // U
        return this.#vendorQualified()
      case 117: // u
        this.position++
        return this.remember(node('name', this.sourceText()))
      default:
        return this.remember(this.name())
    }
  }

  #prefixed(kind: 'modifier' | 'reference', text: string): Node {
    this.position++
    return this.remember(node(kind, text, this.type()))
  }

  #qualifiedType(): Node {
    const outermostFirst: Node[] = []
    for (;;) {
      const text = this.qualifier()
      if (text === null) break
      outermostFirst.push(node('modifier', text))
    }
    if (this.#atFunction()) return this.remember(this.#qualifiedFunction(outermostFirst))
    let result = this.type()
    for (let at = outermostFirst.length - 1; at >= 0; at--) {
      result = node('modifier', outermostFirst[at]?.text ?? '', result)
    }
    return this.remember(result)
  }

  /** One of `r`, `V`, `K` as printed, or null. */
  protected qualifier(): string | null {
    const code = this.peek()
    const text = code === 75 ? ' const' : code === 86 ? ' volatile' : code === 114 ? ' restrict' : null
    if (text !== null) this.position++
    return text
  }

  #atFunction(): boolean {
    const code = this.peek()
    if (code === 70) return true
    return code === 68 && isFunctionPrefix(this.peekAfter(1))
  }

  #qualifiedFunction(outermostFirst: Node[]): Node {
    while (this.accept(68)) {
      const code = this.peek()
      this.position++
      if (code === 111) outermostFirst.push(node('modifier', ' noexcept'))
      else if (code === 120) outermostFirst.push(node('modifier', ' transaction_safe'))
      else if (code === 79) {
        outermostFirst.push(node('exceptionSpec', ' noexcept', null, null, [this.expression()]))
        this.expect(69)
      } else if (code === 119) {
        outermostFirst.push(node('exceptionSpec', ' throw', null, null, this.#typesUntilEnd()))
      } else throw NOT_MANGLED
    }
    return this.#functionType(outermostFirst.toReversed())
  }

  #typesUntilEnd(): readonly Node[] {
    const types: Node[] = []
    while (!this.accept(69)) types.push(this.type())
    return types
  }

  #functionType(innermostFirst: readonly Node[] | null): Node {
    this.expect(70)
    this.accept(89)
    this.accept(74)
    const result = this.type()
    const parameters: Node[] = []
    let qualifiers = innermostFirst
    for (;;) {
      const code = this.peek()
      if (code === 69) break
      if ((code === 82 || code === 79) && this.peekAfter(1) === 69) {
        this.position++
        const reference = code === 82 ? LEFT_REFERENCE_QUALIFIER : RIGHT_REFERENCE_QUALIFIER
        qualifiers = [...(qualifiers ?? []), reference]
        break
      }
      parameters.push(this.type())
    }
    this.expect(69)
    if (parameters.length === 0) throw NOT_MANGLED
    return node('function', '', result, functionQualifiers(qualifiers), parameters)
  }

  #arrayType(): Node {
    this.position++
    let length: Node | null = null
    if (isDigit(this.peek())) {
      const from = this.position
      while (isDigit(this.peek())) this.position++
      length = node('name', this.text.slice(from, this.position))
    } else if (this.peek() !== 95) length = this.expression()
    this.expect(95)
    return this.remember(node('array', '', this.type(), length))
  }

  #memberPointer(): Node {
    this.position++
    const owner = this.type()
    const member = this.type()
    return this.remember(node('memberPointer', '', member, owner))
  }

  #vendorQualified(): Node {
    this.position++
    const text = this.sourceText()
    const args = this.peek() === 73 ? this.templateArguments() : NO_NODES
    return this.remember(node('vendorQualifier', text, this.type(), null, args))
  }

  #substitutedType(): Node {
    if (this.peekAfter(1) === 116) return this.remember(this.name())
    this.position++
    const abbreviation = this.standardAbbreviation()
    const base = abbreviation ?? this.substitution()
    if (base.kind === 'module') return this.remember(this.attachedName(base))
    if (this.peek() === 73) {
      return this.remember(node('template', '', base, null, this.templateArguments()))
    }
    // An abbreviation counts as a substitution already, unless an ABI tag made it something else.
    return base.kind === 'tagged' && abbreviation !== null ? this.remember(base) : base
  }

  #parameterType(): Node {
    const parameter = this.remember(this.templateParameter())
    if (this.peek() !== 73) return parameter
    if (!this.inConversion) {
      return this.remember(node('template', '', parameter, null, this.templateArguments()))
    }
    // `operator T<…>` followed by the function's own arguments, or `operator T` followed by them: only the second
    // list tells.
    const position = this.position
    const known = this.substitutions.length
    const applied = node('template', '', parameter, null, this.templateArguments())
    if (this.peek() === 73) return this.remember(applied)
    this.position = position
    this.substitutions.length = known
    return parameter
  }

  /** `T_`, `T0_`, …; what it stands for is known only when printed. */
  protected templateParameter(): Node {
    this.expect(84)
    return node('parameter', '', null, null, [], this.ordinal())
  }

  #extendedType(): Node {
    const code = this.peekAfter(1)
    if (isFunctionPrefix(code)) return this.remember(this.#qualifiedFunction([]))
    const simple = D_BUILTINS.get(code)
    if (simple !== undefined) {
      this.position += 2
      return simple
    }
    switch (code) {
      case 112: // p
        this.position += 2
        return this.remember(node('packExpansion', '', this.type()))
      case 116: // t
      case 84: // T
        return this.remember(this.decltype())
      case 118: // v
        return this.#vectorType()
      case 70: // F
        return this.#sizedFloat()
      default:
        throw NOT_MANGLED
    }
  }

  protected decltype(): Node {
    this.position += 2
    const operand = this.expression()
    this.expect(69)
    return node('decltype', '', operand)
  }

  #vectorType(): Node {
    this.position += 2
    let length: Node
    if (isDigit(this.peek())) {
      const from = this.position
      while (isDigit(this.peek())) this.position++
      length = node('name', this.text.slice(from, this.position))
    } else {
      this.accept(95)
      length = this.expression()
    }
    this.expect(95)
    return this.remember(node('vector', '', this.type(), length))
  }

  #sizedFloat(): Node {
    this.position += 2
    const bits = this.digits()
    if (bits === 16 && this.accept(98)) return builtin('std::bfloat16_t', LiteralStyle.floating)
    const extended = this.accept(120)
    if (!extended) this.expect(95)
    return builtin(`_Float${bits}${extended ? 'x' : ''}`)
  }
}

/** The letter behind `D` in front of a function type: noexcept, computed noexcept, throw, transaction_safe. */
function isFunctionPrefix(code: number): boolean {
  return code === 111 || code === 79 || code === 119 || code === 120
}

function functionQualifiers(qualifiers: readonly Node[] | null): Node | null {
  if (qualifiers === null || qualifiers.length === 0) return null
  return node('functionQualifiers', '', null, null, qualifiers)
}
