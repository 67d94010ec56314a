/**
 * Reads names with their scopes and template arguments: nested, local and unscoped ones.
 *
 * Source:  Itanium C++ ABI, 5.1.2 and 5.1.7. Which part of a name enters the dictionary of substitutions is decided
 *          here: every prefix, and never the last component, which the type or the function it names stands for.
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { node, type Node } from './node.ts'
import { STD, UnqualifiedNameParser } from './unqualified-names.ts'

const STRING_LITERAL = node('name', 'string literal')

export abstract class NameParser extends UnqualifiedNameParser {
  /** Qualifiers of the member function whose name was read last: ` const`, ` &`, … */
  protected nameQualifiers = ''

  protected name(): Node {
    this.enter()
    const result = this.#nameBody()
    this.leave()
    return result
  }

  #nameBody(): Node {
    const code = this.peek()
    if (code === 78) return this.#nestedName()
    if (code === 90) return this.#localName()
    let substituted: Node | null = null
    if (code === 83 && this.peekAfter(1) !== 116) {
      this.position++
      substituted = this.standardAbbreviation() ?? this.substitution()
      if (substituted.kind !== 'module' && this.peek() !== 73) throw NOT_MANGLED
    }
    const isNew = substituted === null || substituted.kind === 'module'
    let result = isNew ? this.#unscopedName(substituted) : substituted
    if (result === null) throw NOT_MANGLED
    if (this.peek() === 73) {
      if (isNew) this.remember(result)
      result = node('template', '', result, null, this.templateArguments())
    }
    this.nameQualifiers = ''
    return result
  }

  #unscopedName(module: Node | null): Node {
    if (this.peek() !== 83) return this.unqualifiedName(module)
    this.position += 2
    return node('qualified', '', STD, this.unqualifiedName(null))
  }

  protected attachedName(module: Node): Node {
    return this.unqualifiedName(module)
  }

  #nestedName(): Node {
    this.position++
    let qualifiers = ''
    for (;;) {
      const text = this.qualifier()
      if (text === null) break
      // As on types, the innermost stands last and is printed first.
      qualifiers = text + qualifiers
    }
    if (this.accept(82)) qualifiers += ' &'
    else if (this.accept(79)) qualifiers += ' &&'
    const result = this.#prefixes()
    this.nameQualifiers = qualifiers
    return result
  }

  /** The components up to the end mark. */
  #prefixes(): Node {
    let prefix: Node | null = null
    let module: Node | null = null
    let hasMember = false
    for (;;) {
      const code = this.peek()
      if (code === 69 && hasMember && prefix !== null) break
      if (code === 77 && prefix !== null && isDataMember(prefix)) {
        this.position++
        if (this.peek() === 69) throw NOT_MANGLED
        continue
      }
      if (code === 83 && prefix === null && module === null) {
        prefix = this.#substitutedPrefix()
        if (prefix.kind === 'module') {
          module = prefix
          prefix = null
        }
        continue
      }
      hasMember = true
      if (code === 73 && prefix !== null) prefix = this.#specialized(prefix)
      else if (code === 84 && prefix === null) prefix = this.templateParameter()
      else if (code === 68 && prefix === null && isDecltype(this.peekAfter(1))) prefix = this.decltype()
      else {
        const member = this.unqualifiedName(module)
        module = null
        prefix = prefix === null ? member : qualified(prefix, member)
      }
      if (this.peek() !== 69) this.remember(prefix)
    }
    this.position++
    return prefix
  }

  #specialized(prefix: Node): Node {
    if (prefix.kind === 'template') throw NOT_MANGLED
    return node('template', '', prefix, null, this.templateArguments())
  }

  #substitutedPrefix(): Node {
    this.position++
    if (this.accept(116)) return STD
    return this.standardAbbreviation() ?? this.substitution()
  }

  #localName(): Node {
    this.position++
    const scope = this.encoding()
    this.expect(69)
    let result: Node
    if (this.accept(115)) {
      this.discriminator()
      this.nameQualifiers = ''
      result = node('local', '', scope, STRING_LITERAL)
    } else if (this.accept(100)) {
      const ordinal = this.ordinal()
      result = node('local', '', scope, this.name(), [], ordinal + 1)
    } else {
      result = node('local', '', scope, this.name())
      this.discriminator()
    }
    return result
  }

  protected templateArguments(): readonly Node[] {
    this.enter()
    this.position++
    const outer = this.lastName
    const inConversion = this.inConversion
    this.inConversion = false
    const items: Node[] = []
    while (!this.accept(69)) items.push(this.templateArgument())
    this.lastName = outer
    this.inConversion = inConversion
    this.leave()
    return items
  }

  protected templateArgument(): Node {
    const code = this.peek()
    if (code === 76) return this.expression()
    if (code === 88) {
      this.position++
      const result = this.expression()
      this.expect(69)
      return result
    }
    if (code === 74 || code === 73) return node('pack', '', null, null, this.templateArguments())
    return this.type()
  }
}

/** A constructor or destructor goes by the long form of its scope. */
function qualified(scope: Node, member: Node): Node {
  const isStructor = member.kind === 'constructor' || member.kind === 'destructor'
  if (scope.kind === 'abbreviation' && isStructor) return node('qualified', '', scope.right, member)
  return node('qualified', '', scope, member)
}

/** What the initializer of a data member, marked by an `M`, may be of. */
function isDataMember(prefix: Node): boolean {
  const last = prefix.kind === 'qualified' ? prefix.right : prefix
  return last !== null && (last.kind === 'name' || last.kind === 'template' || last.kind === 'tagged')
}

function isDecltype(code: number): boolean {
  return code === 116 || code === 84
}
