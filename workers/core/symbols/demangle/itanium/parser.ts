/**
 * Reads mangled C++ names into trees: functions with their signature, data, virtual tables, thunks, guards and the like, and
 * the suffixes that compilers put on copies of a function.
 *
 * Shape:   bytes in, a tree out (nodes.ts) whose names are places in the input: it holds until the next name is read.
 * Errors:  NOT_MANGLED where the text leaves the grammar or passes a bound.
 * Source:  Itanium C++ ABI, 5.1; the suffixes (`.isra.0`, `.cold`) are GCC's and LLVM's custom. Codes of expressions that GNU's
 *          tools of 2.40 do not know (`ti`, `te`, `nx`, `dn`, `so`, `mc`) are left out, since a name that uses them is shown
 *          raw there too.
 */
import { binaryString } from '../../../base/string-table.ts'
import { isDigit, isLower, NOT_MANGLED } from '../parsing.ts'
import { ABBREVIATIONS, builtin, BUILTINS, D_BUILTINS, OPERATOR_NODES } from './builtins.ts'
import { codeOf, operatorCode, OPERATORS } from './operators.ts'
import { fixedNode, FOLD_SHAPES, LiteralStyle, NO_NODES, type Node, NodeList, Tree } from './nodes.ts'

/** Most characters of a name; longer names are shown raw, by GNU's tools too. */
export const LONGEST_NAME = 1024

/** No more characters are taken for what they are before it turns out that the name has ended. */
const ZEROS = 4

/** Constructs read for one name. Only where two readings are tried can there be more of them than characters. */
const MAX_STEPS = 1 << 14

/** Nested constructs; deeper names are shown raw. Real ones stay below 100; the stack holds several times as many. */
const MAX_DEPTH = 384

/** By the letter behind `T`: what a type has. */
const TYPE_ENTITIES: ReadonlyMap<number, string> = new Map([
  [86, 'vtable for '],
  [84, 'VTT for '],
  [73, 'typeinfo for '],
  [83, 'typeinfo name for '],
  [70, 'typeinfo fn for '],
  [74, 'java Class for '],
])

/** By the letter behind a dollar. */
const RESOURCE_LETTERS: ReadonlyMap<string, string> = new Map([
  ['S', '/'],
  ['_', '.'],
  ['$', '$'],
])

/** By the letter behind `T`: what a parameter of a lambda's own template is. */
const LAMBDA_HEADS: ReadonlyMap<number, string> = new Map([
  [121, 'type'],
  [110, 'value'],
  [116, 'template'],
  [112, 'pack'],
])

const STD = fixedNode('name', 'std')
const STRING_LITERAL = fixedNode('name', 'string literal')
const ANONYMOUS_NAMESPACE = fixedNode('name', '(anonymous namespace)')
const LEFT_REFERENCE_QUALIFIER = fixedNode('modifier', ' &')
const RIGHT_REFERENCE_QUALIFIER = fixedNode('modifier', ' &&')
const THIS = fixedNode('functionParameter', '')

const CONVERSION = codeOf('cv')
const LITERAL_OPERATOR = codeOf('li')
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

/**
 * Parses mangled C++ names into trees.
 *
 * @throws NOT_MANGLED outside the grammar or past a limit
 */
export class Parser {
  /**
   * The bytes of the name, for the caller to fill in, and behind it zeros, as what follows is looked at
   * before the end is.
   */
  readonly input = new Uint8Array(LONGEST_NAME + ZEROS)
  #end = 0
  #position = 0
  #depth = 0
  #steps = 0

  readonly #tree = new Tree()
  readonly #substitutions = new NodeList()
  /** The identifier read last, outside of finished template arguments: what GNU's tools call constructors. */
  #lastName: Node | null = null
  /** Qualifiers of the member function whose name was read last: ` const`, ` &`, … */
  #nameQualifiers = ''
  /** True while the operator type of a conversion function is read: template arguments may belong to either. */
  #inConversion = false
  /**
   * How to read `sr` and an identifier: as levels up to an end mark, as the ABI has it, or as one type, as older
   * compilers wrote it. Both can fit locally, so a whole name is read one way and, if that fails, the other.
   */
  #scopesAreLevels = false

  /**
   * Parses all of the first `length` bytes of `input`. The tree holds until the next name is parsed.
   *
   * @param from position at which the encoding begins, behind `_Z`
   * @param scopesAreLevels how to read scopes; if one way fails, the other may succeed
   * @throws NOT_MANGLED
   */
  wholeName(from: number, length: number, scopesAreLevels: boolean): Node {
    this.#begin(from, length, scopesAreLevels)
    const result = this.#encoding()
    if (this.#position === this.#end) return result
    return this.#tree.node('special', '', result, this.#tree.node('name', this.#cloneSuffixes()))
  }

  /**
   * Parses the name that follows `_GLOBAL__I_`: the rest of the input does not matter. The tree holds until
   * the next name is parsed.
   *
   * @param from position at which the encoding begins, behind `_Z`
   * @throws NOT_MANGLED
   */
  leadingName(from: number, length: number, scopesAreLevels: boolean): Node {
    this.#begin(from, length, scopesAreLevels)
    return this.#encoding()
  }

  #begin(from: number, length: number, scopesAreLevels: boolean): void {
    this.input.fill(0, length, length + ZEROS)
    this.#end = length
    this.#position = from
    this.#depth = this.#steps = 0
    this.#tree.clear()
    this.#substitutions.cut(0)
    this.#lastName = null
    this.#nameQualifiers = ''
    this.#inConversion = false
    this.#scopesAreLevels = scopesAreLevels
  }

  // The position, numbers and substitutions (5.1.2, 5.1.10).

  protected accept(code: number): boolean {
    if (this.input[this.#position] !== code) return false
    this.#position++
    return true
  }

  #expect(code: number): void {
    if (this.input[this.#position++] !== code) throw NOT_MANGLED
  }

  /** Digits, at least one. */
  #digits(): number {
    let code = this.input[this.#position]
    if (!isDigit(code)) throw NOT_MANGLED
    let value = 0
    do {
      value = value * 10 + (code - 48)
      // Larger than any name or count there is: no need to be exact, only to stay finite.
      if (value > 0x7fffffff) throw NOT_MANGLED
      code = this.input[++this.#position]
    } while (isDigit(code))
    return value
  }

  /** `_` is 0, `0_` is 1 and so on: the decimal ordinals of parameters, lambdas and unnamed types. */
  #ordinal(): number {
    if (this.accept(95)) return 0
    const value = this.#digits()
    this.#expect(95)
    return value + 1
  }

  /** Which substitution a `S_`, `S0_`, `SA_`, … means, from 0; the cursor is behind the `S`. */
  #sequenceId(): number {
    if (this.accept(95)) return 0
    let index = 0
    do {
      const code = this.input[this.#position]
      if (isDigit(code)) index = index * 36 + (code - 48)
      else if (code >= 65 && code <= 90) index = index * 36 + (code - 55)
      else throw NOT_MANGLED
      // There are no more substitutions than characters.
      if (index > this.#end) throw NOT_MANGLED
      this.#position++
    } while (!this.accept(95))
    return index + 1
  }

  /** `_`, `_7` or `__12_` behind a local name; never shown. */
  #discriminator(): void {
    if (!this.accept(95)) return
    if (this.accept(95)) {
      if (!isDigit(this.input[this.#position])) return
      if (this.#digits() < 10) throw NOT_MANGLED
      this.#expect(95)
    } else while (isDigit(this.input[this.#position])) this.#position++
  }

  /** As a binary string. */
  #slice(from: number, to: number): string {
    return binaryString(this.input, from, to)
  }

  /** The next character code; 0 at the end. */
  #peek(): number {
    return this.input[this.#position]
  }

  /** The one behind it. */
  #peekNext(): number {
    return this.input[this.#position + 1]
  }

  #enter(): void {
    if (++this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) throw NOT_MANGLED
  }

  #leave(): void {
    this.#depth--
  }

  #remember(item: Node): Node {
    this.#substitutions.add(item)
    return item
  }

  /** A number that may be negative, or none at all: it is never shown. */
  #skipSignedNumber(): void {
    this.accept(110)
    while (isDigit(this.#peek())) this.#position++
  }

  /** Returns the node of `S_`, `S0_`, `SA_`, …; the cursor is after the `S`. */
  #substitution(): Node {
    const found = this.#substitutions.get(this.#sequenceId())
    if (found === null) throw NOT_MANGLED
    return found
  }

  #single(item: Node): NodeList {
    const list = this.#tree.list()
    list.add(item)
    return list
  }

  // Whole names (5.1.1, 5.1.4).

  #encoding(): Node {
    this.#enter()
    const code = this.#peek()
    const result = code === 84 || code === 71 ? this.#specialName() : this.#plainEncoding()
    this.#leave()
    return result
  }

  #plainEncoding(): Node {
    this.#nameQualifiers = ''
    const name = this.#name()
    const qualifiers = this.#nameQualifiers
    if (this.#atEndOfSignature()) return this.#tree.node('encoding', qualifiers, name)
    const result = this.accept(74) || hasReturnType(name) ? this.#type() : null
    const parameters = this.#tree.list()
    do parameters.add(this.#type())
    while (!this.#atEndOfSignature() && this.#peek() !== 46)
    return this.#tree.node(
      'encoding',
      qualifiers,
      name,
      this.#tree.node('function', '', result, null, parameters),
    )
  }

  #atEndOfSignature(): boolean {
    return this.#position >= this.#end || this.#peek() === 69
  }

  #specialName(): Node {
    const code = operatorCode(this.#peek(), this.#peekNext())
    const typeEntity = this.#peek() === 84 ? TYPE_ENTITIES.get(this.#peekNext()) : undefined
    this.#position += 2
    if (typeEntity !== undefined) return this.#tree.node('special', typeEntity, this.#type())
    switch (code) {
      case 0x5443: // TC
        return this.#constructionTable()
      case 0x5468: // Th
      case 0x5476: // Tv
        this.#position--
        return this.#tree.node('special', this.#callOffset(), this.#encoding())
      case 0x5463: // Tc
        this.#callOffset()
        this.#callOffset()
        return this.#tree.node('special', 'covariant return thunk to ', this.#encoding())
      case 0x5448: // TH
        return this.#tree.node('special', 'TLS init function for ', this.#name())
      case 0x5457: // TW
        return this.#tree.node('special', 'TLS wrapper function for ', this.#name())
      case 0x5441: // TA
        return this.#tree.node('special', 'template parameter object for ', this.#templateArgument())
      case 0x4756: // GV
        return this.#tree.node('special', 'guard variable for ', this.#name())
      case 0x4752: // GR
        return this.#referenceTemporary()
      case 0x4741: // GA
        return this.#tree.node('special', 'hidden alias for ', this.#encoding())
      case 0x4772: // Gr
        return this.#javaResource()
      case 0x4754: // GT
        return this.#transactionClone()
      case 0x4749: // GI
        return this.#tree.node('special', 'initializer for module ', this.#moduleName(null))
      default:
        throw NOT_MANGLED
    }
  }

  #constructionTable(): Node {
    const derived = this.#type()
    this.#digits()
    this.#expect(95)
    return this.#tree.node(
      'special',
      'construction vtable for ',
      this.#type(),
      this.#tree.node('special', '-in-', derived),
    )
  }

  #callOffset(): string {
    const isVirtual = this.accept(118)
    if (!isVirtual) this.#expect(104)
    this.#skipSignedNumber()
    this.#expect(95)
    if (!isVirtual) return 'non-virtual thunk to '
    this.#skipSignedNumber()
    this.#expect(95)
    return 'virtual thunk to '
  }

  #referenceTemporary(): Node {
    const name = this.#name()
    const ordinal = isDigit(this.#peek()) ? this.#digits() : 0
    return this.#tree.node('special', `reference temporary #${ordinal} for `, name)
  }

  /** A file in an archive of classes, behind an underscore that the length counts. */
  #javaResource(): Node {
    const length = this.#digits() - 1
    this.#expect(95)
    const from = this.#position
    if (length < 1 || length > this.#end - from) throw NOT_MANGLED
    let text = ''
    while (this.#position < from + length) {
      const letter = String.fromCharCode(this.input[this.#position++])
      if (letter !== '$') text += letter
      else text += this.#resourceLetter()
    }
    return this.#tree.node('special', 'java resource ', this.#tree.node('name', text))
  }

  #resourceLetter(): string {
    const letter = RESOURCE_LETTERS.get(String.fromCharCode(this.input[this.#position++]))
    if (letter === undefined) throw NOT_MANGLED
    return letter
  }

  #transactionClone(): Node {
    const text = this.#peek() === 110 ? 'non-transaction clone for ' : 'transaction clone for '
    // The letter is `t` otherwise, but none is turned down.
    this.#position++
    return this.#tree.node('special', text, this.#encoding())
  }

  /** ` [clone .cold]` for each suffix: a word or a number behind a dot, then any further numbers. */
  #cloneSuffixes(): string {
    let text = ''
    while (this.#position < this.#end) {
      const from = this.#position
      this.#expect(46)
      if (!isSuffixLetter(this.#peek()) && !isDigit(this.#peek())) throw NOT_MANGLED
      while (isSuffixLetter(this.#peek()) || isDigit(this.#peek())) this.#position++
      while (this.#peek() === 46 && isDigit(this.#peekNext())) {
        this.#position++
        while (isDigit(this.#peek())) this.#position++
      }
      text += ` [clone ${this.#slice(from, this.#position)}]`
    }
    return text
  }

  // Names with their scopes and template arguments (5.1.2, 5.1.7). Every prefix enters the
  // substitutions, except the last component, which is part of the type or function it names.

  #name(): Node {
    this.#enter()
    const result = this.#nameBody()
    this.#leave()
    return result
  }

  #nameBody(): Node {
    const code = this.#peek()
    if (code === 78) return this.#nestedName()
    if (code === 90) return this.#localName()
    let substituted: Node | null = null
    if (code === 83 && this.#peekNext() !== 116) {
      this.#position++
      substituted = this.#standardAbbreviation() ?? this.#substitution()
      if (substituted.kind !== 'module' && this.#peek() !== 73) throw NOT_MANGLED
    }
    const isNew = substituted === null || substituted.kind === 'module'
    let result = isNew ? this.#unscopedName(substituted) : substituted
    if (result === null) throw NOT_MANGLED
    if (this.#peek() === 73) {
      if (isNew) this.#remember(result)
      result = this.#tree.node('template', '', result, null, this.#templateArguments())
    }
    this.#nameQualifiers = ''
    return result
  }

  #unscopedName(module: Node | null): Node {
    if (this.#peek() !== 83) return this.#unqualifiedName(module)
    this.#position += 2
    return this.#tree.node('qualified', '', STD, this.#unqualifiedName(null))
  }

  #nestedName(): Node {
    this.#position++
    let qualifiers = ''
    for (;;) {
      const text = this.#qualifier()
      if (text === null) break
      // As for types, the innermost comes last and is printed first.
      qualifiers = text + qualifiers
    }
    if (this.accept(82)) qualifiers += ' &'
    else if (this.accept(79)) qualifiers += ' &&'
    const result = this.#prefixes()
    this.#nameQualifiers = qualifiers
    return result
  }

  /** The components up to the end mark. */
  #prefixes(): Node {
    let prefix: Node | null = null
    let module: Node | null = null
    let hasMember = false
    for (;;) {
      const code = this.#peek()
      if (code === 69 && hasMember && prefix !== null) break
      if (code === 77 && prefix !== null && isDataMember(prefix)) {
        this.#position++
        if (this.#peek() === 69) throw NOT_MANGLED
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
      else if (code === 84 && prefix === null) prefix = this.#templateParameter()
      else if (code === 68 && prefix === null && isDecltype(this.#peekNext())) prefix = this.#decltype()
      else {
        const member = this.#unqualifiedName(module)
        module = null
        prefix = prefix === null ? member : this.#qualified(prefix, member)
      }
      if (this.#peek() !== 69) this.#remember(prefix)
    }
    this.#position++
    return prefix
  }

  /** A constructor or destructor goes by the long form of its scope. */
  #qualified(scope: Node, member: Node): Node {
    const isStructor = member.kind === 'constructor' || member.kind === 'destructor'
    const spelled = scope.kind === 'abbreviation' && isStructor ? scope.right : scope
    return this.#tree.node('qualified', '', spelled, member)
  }

  #specialized(prefix: Node): Node {
    if (prefix.kind === 'template') throw NOT_MANGLED
    return this.#tree.node('template', '', prefix, null, this.#templateArguments())
  }

  #substitutedPrefix(): Node {
    this.#position++
    if (this.accept(116)) return STD
    return this.#standardAbbreviation() ?? this.#substitution()
  }

  #localName(): Node {
    this.#position++
    const scope = this.#encoding()
    this.#expect(69)
    let result: Node
    if (this.accept(115)) {
      this.#discriminator()
      this.#nameQualifiers = ''
      result = this.#tree.node('local', '', scope, STRING_LITERAL)
    } else if (this.accept(100)) {
      const ordinal = this.#ordinal()
      result = this.#tree.node('local', '', scope, this.#name(), NO_NODES, ordinal + 1)
    } else {
      result = this.#tree.node('local', '', scope, this.#name())
      this.#discriminator()
    }
    return result
  }

  #templateArguments(): NodeList {
    this.#enter()
    this.#position++
    const outer = this.#lastName
    const inConversion = this.#inConversion
    this.#inConversion = false
    const items = this.#tree.list()
    while (!this.accept(69)) items.add(this.#templateArgument())
    this.#lastName = outer
    this.#inConversion = inConversion
    this.#leave()
    return items
  }

  #templateArgument(): Node {
    const code = this.#peek()
    if (code === 76) return this.#expression()
    if (code === 88) {
      this.#position++
      const result = this.#expression()
      this.#expect(69)
      return result
    }
    if (code === 74 || code === 73) return this.#tree.node('pack', '', null, null, this.#templateArguments())
    return this.#type()
  }

  // Single components of names: identifiers, operators, constructors, lambdas, modules, ABI tags (5.1.2, 5.1.3, 5.1.8).

  /** The cursor is behind an `S`; null if no abbreviation follows. */
  #standardAbbreviation(): Node | null {
    const found = ABBREVIATIONS.get(this.#peek())
    if (found === undefined) return null
    this.#position++
    this.#lastName = found.left
    return this.#peek() === 66 ? this.#tagged(found) : found
  }

  #unqualifiedName(attachment: Node | null): Node {
    const module = this.#peek() === 87 ? this.#moduleName(attachment) : attachment
    let result = this.#untaggedName()
    if (module !== null) result = this.#tree.node('attached', '', result, module)
    return this.#peek() === 66 ? this.#tagged(result) : result
  }

  #untaggedName(): Node {
    const code = this.#peek()
    if (isDigit(code)) return this.#sourceName()
    if (isLower(code)) return this.#operatorName()
    switch (code) {
      case 67: // C
        return this.#constructorName()
      case 68: // D
        return this.#peekNext() === 67 ? this.#bindingName() : this.#destructorName()
      case 76: // L
        return this.#internalName()
      case 85: // U
        return this.#unnamedType()
      default:
        throw NOT_MANGLED
    }
  }

  #tagged(name: Node): Node {
    let result = name
    while (this.accept(66)) result = this.#tree.node('tagged', this.sourceText(), result)
    return result
  }

  /** The characters behind their number; answers where they begin. */
  #counted(): number {
    const length = this.#digits()
    const from = this.#position
    if (length === 0 || length > this.#end - from) throw NOT_MANGLED
    this.#position = from + length
    return from
  }

  protected sourceText(): string {
    const from = this.#counted()
    return this.#slice(from, this.#position)
  }

  protected identifier(): Node {
    const from = this.#counted()
    // It may be the anonymous namespace.
    if (this.input[from] === 95) return named(this.#slice(from, this.#position))
    return this.#tree.node('name', '', null, null, NO_NODES, from, this.#position)
  }

  #sourceName(): Node {
    const result = this.identifier()
    this.#lastName = result
    return result
  }

  #internalName(): Node {
    this.#position++
    const result = this.#sourceName()
    this.#discriminator()
    return result
  }

  #operatorName(): Node {
    const first = this.#peek()
    const second = this.#peekNext()
    if (first === 118 && isDigit(second)) {
      this.#position += 2
      return this.#tree.node('operator', `operator ${this.sourceText()}`)
    }
    const code = operatorCode(first, second)
    this.#position += 2
    if (code === CONVERSION) {
      const outer = this.#inConversion
      this.#inConversion = true
      const type = this.#type()
      this.#inConversion = outer
      return this.#tree.node('conversion', '', type)
    }
    if (code === LITERAL_OPERATOR) return this.#tree.node('operator', `operator"" ${this.sourceText()}`)
    const operator = OPERATORS.get(code)
    if (operator === undefined) throw NOT_MANGLED
    return OPERATOR_NODES.get(code) ?? this.#tree.node('operator', operator.text)
  }

  /** A constructor goes by the identifier read last, whatever its scope is called. */
  #constructorName(): Node {
    this.#position++
    const inherits = this.accept(73)
    const variant = this.#peek() - 48
    if (variant < 1 || variant > 5) throw NOT_MANGLED
    this.#position++
    if (inherits) this.#type()
    return this.#tree.node('constructor', '', this.#knownName())
  }

  #destructorName(): Node {
    const variant = this.#peekNext() - 48
    if (variant < 0 || variant > 5 || variant === 3) throw NOT_MANGLED
    this.#position += 2
    return this.#tree.node('destructor', '', this.#knownName())
  }

  #knownName(): Node {
    if (this.#lastName === null) throw NOT_MANGLED
    return this.#lastName
  }

  #bindingName(): Node {
    this.#position += 2
    const names = this.#tree.list()
    while (!this.accept(69)) names.add(this.#sourceName())
    return this.#tree.node('binding', '', null, null, names)
  }

  #moduleName(attachment: Node | null): Node {
    let module = attachment
    while (this.accept(87)) {
      const separator = this.accept(80) ? ':' : module === null ? '' : '.'
      const { text, number, end } = this.#sourceName()
      module = this.#remember(
        this.#tree.node('module', separator + (text || this.#slice(number, end)), module),
      )
    }
    if (module === null) throw NOT_MANGLED
    return module
  }

  #unnamedType(): Node {
    this.#position++
    if (this.accept(116))
      return this.#remember(this.#tree.node('unnamed', '', null, null, NO_NODES, this.#ordinal() + 1))
    this.#expect(108)
    const heads = this.#tree.list()
    while (this.#atLambdaHead()) heads.add(this.#lambdaHead())
    const parameters = this.#tree.list()
    do parameters.add(this.#type())
    while (!this.accept(69))
    const head = heads.length === 0 ? null : this.#tree.node('lambdaHeads', '', null, null, heads)
    return this.#tree.node('lambda', '', head, null, parameters, this.#ordinal() + 1)
  }

  #atLambdaHead(): boolean {
    return this.#peek() === 84 && LAMBDA_HEADS.has(this.#peekNext())
  }

  /** `Ty`: a type; `Tn` type: a value; `Tt` heads `E`: a template; `Tp` head: a pack of one of these. */
  #lambdaHead(): Node {
    const text = LAMBDA_HEADS.get(this.#peekNext())
    if (text === undefined) throw NOT_MANGLED
    this.#enter()
    this.#position += 2
    let result: Node
    if (text === 'value') result = this.#tree.node('lambdaHead', text, this.#type())
    else if (text === 'pack') result = this.#tree.node('lambdaHead', text, this.#lambdaHead())
    else if (text === 'template')
      result = this.#tree.node('lambdaHead', text, null, null, this.#headsUntilEnd())
    else result = this.#tree.node('lambdaHead', text)
    this.#leave()
    return result
  }

  #headsUntilEnd(): NodeList {
    const heads = this.#tree.list()
    while (!this.accept(69)) heads.add(this.#lambdaHead())
    return heads
  }

  // Types (5.1.5). Qualifiers of a function type are kept as a list of their own, because they are printed behind its
  // parameters and the qualifiers of other types behind the type.

  #type(): Node {
    const code = this.#peek()
    if (code >= 97 && code <= 122) {
      const simple = BUILTINS[code - 97]
      if (simple) {
        this.#position++
        return simple
      }
    }
    this.#enter()
    const result = this.#compoundType(code)
    this.#leave()
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
        return this.#remember(this.#functionType(NO_NODES))
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
        this.#position++
        return this.#remember(this.#tree.node('name', this.sourceText()))
      default:
        return this.#remember(this.#name())
    }
  }

  #prefixed(kind: 'modifier' | 'reference', text: string): Node {
    this.#position++
    return this.#remember(this.#tree.node(kind, text, this.#type()))
  }

  #qualifiedType(): Node {
    const outermostFirst = this.#tree.list()
    for (;;) {
      const text = this.#qualifier()
      if (text === null) break
      outermostFirst.add(this.#tree.node('modifier', text))
    }
    if (this.#atFunction()) return this.#remember(this.#qualifiedFunction(outermostFirst))
    let result = this.#type()
    for (let at = outermostFirst.length - 1; at >= 0; at--) {
      result = this.#tree.node('modifier', outermostFirst.at(at).text, result)
    }
    return this.#remember(result)
  }

  /** One of `r`, `V`, `K` as printed, or null. */
  #qualifier(): string | null {
    const code = this.#peek()
    const text = code === 75 ? ' const' : code === 86 ? ' volatile' : code === 114 ? ' restrict' : null
    if (text !== null) this.#position++
    return text
  }

  #atFunction(): boolean {
    const code = this.#peek()
    if (code === 70) return true
    return code === 68 && isFunctionPrefix(this.#peekNext())
  }

  #qualifiedFunction(outermostFirst: NodeList): Node {
    while (this.accept(68)) {
      const code = this.#peek()
      this.#position++
      if (code === 111) outermostFirst.add(this.#tree.node('modifier', ' noexcept'))
      else if (code === 120) outermostFirst.add(this.#tree.node('modifier', ' transaction_safe'))
      else if (code === 79) {
        outermostFirst.add(
          this.#tree.node('exceptionSpec', ' noexcept', null, null, this.#single(this.#expression())),
        )
        this.#expect(69)
      } else if (code === 119) {
        outermostFirst.add(this.#tree.node('exceptionSpec', ' throw', null, null, this.#typesUntilEnd()))
      } else throw NOT_MANGLED
    }
    return this.#functionType(outermostFirst)
  }

  #typesUntilEnd(): NodeList {
    const types = this.#tree.list()
    while (!this.accept(69)) types.add(this.#type())
    return types
  }

  #functionType(outermostFirst: NodeList): Node {
    this.#expect(70)
    this.accept(89)
    this.accept(74)
    const result = this.#type()
    const parameters = this.#tree.list()
    const qualifiers = this.#tree.list()
    for (let at = outermostFirst.length - 1; at >= 0; at--) qualifiers.add(outermostFirst.at(at))
    for (;;) {
      const code = this.#peek()
      if (code === 69) break
      if ((code === 82 || code === 79) && this.#peekNext() === 69) {
        this.#position++
        qualifiers.add(code === 82 ? LEFT_REFERENCE_QUALIFIER : RIGHT_REFERENCE_QUALIFIER)
        break
      }
      parameters.add(this.#type())
    }
    this.#expect(69)
    if (parameters.length === 0) throw NOT_MANGLED
    const behind =
      qualifiers.length === 0 ? null : this.#tree.node('functionQualifiers', '', null, null, qualifiers)
    return this.#tree.node('function', '', result, behind, parameters)
  }

  #arrayType(): Node {
    this.#position++
    let length: Node | null = null
    if (isDigit(this.#peek())) {
      const from = this.#position
      while (isDigit(this.#peek())) this.#position++
      length = this.#tree.node('name', this.#slice(from, this.#position))
    } else if (this.#peek() !== 95) length = this.#expression()
    this.#expect(95)
    return this.#remember(this.#tree.node('array', '', this.#type(), length))
  }

  #memberPointer(): Node {
    this.#position++
    const owner = this.#type()
    const member = this.#type()
    return this.#remember(this.#tree.node('memberPointer', '', member, owner))
  }

  #vendorQualified(): Node {
    this.#position++
    const text = this.sourceText()
    const args = this.#peek() === 73 ? this.#templateArguments() : NO_NODES
    return this.#remember(this.#tree.node('vendorQualifier', text, this.#type(), null, args))
  }

  #substitutedType(): Node {
    if (this.#peekNext() === 116) return this.#remember(this.#name())
    this.#position++
    const abbreviation = this.#standardAbbreviation()
    const base = abbreviation ?? this.#substitution()
    if (base.kind === 'module') return this.#remember(this.#unqualifiedName(base))
    if (this.#peek() === 73) {
      return this.#remember(this.#tree.node('template', '', base, null, this.#templateArguments()))
    }
    // An abbreviation counts as a substitution already, unless an ABI tag made it something else.
    return base.kind === 'tagged' && abbreviation !== null ? this.#remember(base) : base
  }

  #parameterType(): Node {
    const parameter = this.#remember(this.#templateParameter())
    if (this.#peek() !== 73) return parameter
    if (!this.#inConversion) {
      return this.#remember(this.#tree.node('template', '', parameter, null, this.#templateArguments()))
    }
    // `operator T<…>` followed by the function's own arguments, or `operator T` followed by them:
    // only a second list decides.
    const position = this.#position
    const known = this.#substitutions.length
    const applied = this.#tree.node('template', '', parameter, null, this.#templateArguments())
    if (this.#peek() === 73) return this.#remember(applied)
    this.#position = position
    this.#substitutions.cut(known)
    return parameter
  }

  /** `T_`, `T0_`, …; resolved only when printed. */
  #templateParameter(): Node {
    this.#expect(84)
    return this.#tree.node('parameter', '', null, null, NO_NODES, this.#ordinal())
  }

  #extendedType(): Node {
    const code = this.#peekNext()
    if (isFunctionPrefix(code)) return this.#remember(this.#qualifiedFunction(this.#tree.list()))
    const simple = D_BUILTINS.get(code)
    if (simple !== undefined) {
      this.#position += 2
      return simple
    }
    switch (code) {
      case 112: // p
        this.#position += 2
        return this.#remember(this.#tree.node('packExpansion', '', this.#type()))
      case 116: // t
      case 84: // T
        return this.#remember(this.#decltype())
      case 118: // v
        return this.#vectorType()
      case 70: // F
        return this.#sizedFloat()
      default:
        throw NOT_MANGLED
    }
  }

  #decltype(): Node {
    this.#position += 2
    const operand = this.#expression()
    this.#expect(69)
    return this.#tree.node('decltype', '', operand)
  }

  #vectorType(): Node {
    this.#position += 2
    let length: Node
    if (isDigit(this.#peek())) {
      const from = this.#position
      while (isDigit(this.#peek())) this.#position++
      length = this.#tree.node('name', this.#slice(from, this.#position))
    } else {
      this.accept(95)
      length = this.#expression()
    }
    this.#expect(95)
    return this.#remember(this.#tree.node('vector', '', this.#type(), length))
  }

  #sizedFloat(): Node {
    this.#position += 2
    const bits = this.#digits()
    if (bits === 16 && this.accept(98)) return builtin('std::bfloat16_t', LiteralStyle.floating)
    const extended = this.accept(120)
    if (!extended) this.#expect(95)
    return builtin(`_Float${bits}${extended ? 'x' : ''}`)
  }

  // Expressions: template arguments that are values, and operands of decltype, noexcept and array
  // bounds (5.1.6).

  #expression(): Node {
    this.#enter()
    const result = this.#expressionBody()
    this.#leave()
    return result
  }

  #expressionBody(): Node {
    const first = this.#peek()
    if (first === 76) return this.#literal()
    if (first === 84) return this.#templateParameter()
    if (isDigit(first)) return this.#unresolvedName()
    if (!isLower(first)) throw NOT_MANGLED
    const second = this.#peekNext()
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
        this.#position += 2
        return this.#call()
      case 0x6376: // cv
        this.#position += 2
        return this.#conversion()
      case 0x6463: // dc
      case 0x7363: // sc
      case 0x6363: // cc
      case 0x7263: // rc
        return this.#namedCast(code)
      case 0x746c: // tl
        this.#position += 2
        return this.#tree.node('braced', '', this.#type(), null, this.#bracedUntilEnd())
      case 0x696c: // il
        this.#position += 2
        return this.#tree.node('braced', '', null, null, this.#bracedUntilEnd())
      case 0x6e77: // nw
      case 0x6e61: // na
        this.#position += 2
        return this.#newExpression('new ')
      case 0x7374: // st
        this.#position += 2
        return this.#tree.node('operandOfType', 'sizeof ', this.#type())
      case 0x735a: // sZ
        this.#position += 2
        return this.#tree.node('packSize', '', null, null, this.#single(this.#packReference()))
      case 0x7350: // sP
        this.#position += 2
        return this.#tree.node('packSize', '', null, null, this.#argumentsUntilEnd())
      case 0x7370: // sp
        this.#position += 2
        return this.#tree.node('packExpansion', '', this.#expression())
      case 0x666c: // fl
      case 0x6672: // fr
      case 0x664c: // fL
      case 0x6652: // fR
        return this.#fold(code)
      case 0x7472: // tr
        this.#position += 2
        return this.#tree.node('name', 'throw')
      default:
        return this.#plainOperation(code)
    }
  }

  #plainOperation(code: number): Node {
    const operator = OPERATORS.get(code)
    if (operator === undefined) throw NOT_MANGLED
    this.#position += 2
    if (code === INCREMENT || code === DECREMENT) {
      // Postfix, unless an underscore follows.
      const kind = this.accept(95) ? 'unary' : 'postfix'
      return this.#tree.node(kind, operator.text, this.#expression())
    }
    if (operator.operands === 1) return this.#tree.node('unary', operator.text, this.#expression())
    const left = this.#expression()
    if (code === MEMBER || code === MEMBER_OF_POINTER) {
      return this.#tree.node('binary', operator.text, left, this.#unresolvedName())
    }
    const right = this.#expression()
    if (code === INDEX) return this.#tree.node('index', '', left, right)
    if (operator.operands === 2) return this.#tree.node('binary', operator.text, left, right)
    return this.#tree.node('conditional', operator.text, left, right, this.#single(this.#expression()))
  }

  /** `v1` and a name: only with one operand is such an operator known. */
  #vendorOperation(): Node {
    this.#position += 2
    return this.#tree.node('unary', `operator ${this.sourceText()}`, this.#expression())
  }

  #literal(): Node {
    this.#position++
    const first = this.#peek()
    if (first === 95 || first === 90) {
      this.accept(95)
      this.#expect(90)
      const entity = this.#encoding()
      this.#expect(69)
      return entity.kind === 'encoding' && entity.right === null && entity.left !== null
        ? entity.left
        : entity
    }
    const type = this.#type()
    if (this.#peek() === 69) {
      if (type.number !== LiteralStyle.nullptr || type.kind !== 'builtin') throw NOT_MANGLED
      this.#position++
      return type
    }
    const from = this.#position
    while (this.#peek() !== 69) {
      if (this.#position >= this.#end) throw NOT_MANGLED
      this.#position++
    }
    const digits = this.#slice(from, this.#position)
    if (digits === 'n') throw NOT_MANGLED
    this.#position++
    return this.#tree.node('literal', digits, type)
  }

  #functionParameter(): Node {
    this.#position += 2
    if (this.accept(84)) return THIS
    return this.#tree.node('functionParameter', '', null, null, NO_NODES, this.#ordinal() + 1)
  }

  #packReference(): Node {
    if (this.#peek() === 84) return this.#templateParameter()
    if (this.#peek() === 102 && this.#peekNext() === 112) return this.#functionParameter()
    throw NOT_MANGLED
  }

  /** `x`, `x<…>`, `operator+`, `T::x`, `A::B::x`. */
  #unresolvedName(): Node {
    const first = this.#peek()
    if (isDigit(first)) return this.#withArguments(this.#sourceName())
    const code = operatorCode(first, this.#peekNext())
    if (code === OPERATOR_NAME) {
      this.#position += 2
      return this.#withArguments(this.#operatorName())
    }
    if (code === SCOPED_NAME) {
      this.#position += 2
      return this.#scopedName()
    }
    if (code === GLOBAL_NAME) return this.#globallyQualified()
    return this.#expression()
  }

  #withArguments(name: Node): Node {
    if (this.#peek() !== 73) return name
    return this.#tree.node('template', '', name, null, this.#templateArguments())
  }

  #scopedName(): Node {
    const inLevels = isDigit(this.#peek()) && this.#scopesAreLevels
    const scope = inLevels ? this.#qualifierLevels() : this.#type()
    const isOperator = this.#peek() === 111 && this.#peekNext() === 110
    if (isOperator) this.#position += 2
    const member = isOperator ? this.#operatorName() : this.#sourceName()
    return this.#withArguments(this.#tree.node('qualified', '', scope, member))
  }

  /** `1A1BIiEE` in front of a further name. */
  #qualifierLevels(): Node {
    let scope = this.#withArguments(this.#sourceName())
    while (!this.accept(69))
      scope = this.#withArguments(this.#tree.node('qualified', '', scope, this.#sourceName()))
    return scope
  }

  #globallyQualified(): Node {
    this.#position += 2
    const code = operatorCode(this.#peek(), this.#peekNext())
    if (code === NEW || code === NEW_ARRAY) {
      this.#position += 2
      return this.#newExpression('::new ')
    }
    const operand = this.#expression()
    return this.#tree.node('globalName', '::', operand)
  }

  #call(): Node {
    const callee = this.#expression()
    return this.#tree.node('call', '', callee, null, this.#expressionsUntilEnd())
  }

  #conversion(): Node {
    const type = this.#type()
    if (!this.accept(95)) return this.#tree.node('cast', '', type, this.#expression())
    return this.#tree.node('cast', '', type, null, this.#expressionsUntilEnd())
  }

  #namedCast(code: number): Node {
    this.#position += 2
    const type = this.#type()
    return this.#tree.node('namedCast', OPERATORS.get(code)?.text ?? '', type, this.#expression())
  }

  #newExpression(text: string): Node {
    const placement = this.#tree.list()
    while (!this.accept(95)) placement.add(this.#expression())
    const type = this.#type()
    let initializer: Node | null = null
    if (this.#peek() === 112 && this.#peekNext() === 105) {
      this.#position += 2
      initializer = this.#tree.node('call', '', null, null, this.#expressionsUntilEnd())
    } else if (this.#peek() === 105 && this.#peekNext() === 108) initializer = this.#expression()
    else this.#expect(69)
    return this.#tree.node('new', text, type, initializer, placement)
  }

  #fold(code: number): Node {
    this.#position += 2
    const operator = OPERATORS.get(operatorCode(this.#peek(), this.#peekNext()))
    if (operator === undefined) throw NOT_MANGLED
    this.#position += 2
    const left = this.#expression()
    const isBinary = code === BINARY_LEFT_FOLD || code === BINARY_RIGHT_FOLD
    const right = isBinary ? this.#expression() : null
    const shape = isBinary ? 'binary' : code === LEFT_FOLD ? 'left' : 'right'
    return this.#tree.node('fold', operator.text, left, right, NO_NODES, FOLD_SHAPES[shape])
  }

  #expressionsUntilEnd(): NodeList {
    const items = this.#tree.list()
    while (!this.accept(69)) items.add(this.#expression())
    return items
  }

  #argumentsUntilEnd(): NodeList {
    const items = this.#tree.list()
    while (!this.accept(69)) items.add(this.#templateArgument())
    return items
  }

  #bracedUntilEnd(): NodeList {
    const items = this.#tree.list()
    while (!this.accept(69)) items.add(this.#bracedExpression())
    return items
  }

  #bracedExpression(): Node {
    const code = operatorCode(this.#peek(), this.#peekNext())
    if (code !== DESIGNATOR_FIELD && code !== DESIGNATOR_INDEX && code !== DESIGNATOR_RANGE)
      return this.#expression()
    this.#enter()
    this.#position += 2
    const result =
      code === DESIGNATOR_FIELD
        ? this.#tree.node('designator', '.', this.#sourceName(), null, this.#single(this.#bracedExpression()))
        : this.#indexDesignator(code)
    this.#leave()
    return result
  }

  #indexDesignator(code: number): Node {
    const from = this.#expression()
    const to = code === DESIGNATOR_RANGE ? this.#expression() : null
    return this.#tree.node('designator', '[', from, to, this.#single(this.#bracedExpression()))
  }
}

function isSuffixLetter(code: number): boolean {
  return isLower(code) || code === 95
}

/**
 * Only templates mangle their result type, except functions whose name implies it. Java has a `J`
 * for it.
 */
function hasReturnType(name: Node): boolean {
  let at: Node | null = name
  let isTemplate = false
  while (at !== null) {
    switch (at.kind) {
      case 'template':
        isTemplate = true
        at = at.left
        break
      case 'local':
      case 'qualified':
        at = at.right
        break
      case 'tagged':
      case 'attached':
        at = at.left
        break
      case 'constructor':
      case 'destructor':
      case 'conversion':
        return false
      default:
        return isTemplate
    }
  }
  return isTemplate
}

/** What the initializer of a data member, marked by an `M`, may be of. */
function isDataMember(prefix: Node): boolean {
  const last = prefix.kind === 'qualified' ? prefix.right : prefix
  return last !== null && (last.kind === 'name' || last.kind === 'template' || last.kind === 'tagged')
}

function isDecltype(code: number): boolean {
  return code === 116 || code === 84
}

/**
 * Returns the node of an identifier, given as its text; a compiler's name for an anonymous namespace gives
 * that.
 */
export const named = (text: string): Node =>
  isAnonymousNamespace(text) ? ANONYMOUS_NAMESPACE : fixedNode('name', text)

/** Whether a name is `_GLOBAL__N_1`, with any two variable characters. */
function isAnonymousNamespace(text: string): boolean {
  if (text.length < 10 || text.charCodeAt(0) !== 95 || !text.startsWith('_GLOBAL_')) return false
  const mark = text.charCodeAt(8)
  return (mark === 95 || mark === 46 || mark === 36) && text.charCodeAt(9) === 78
}

/** The letter behind `D` in front of a function type: noexcept, computed noexcept, throw, transaction_safe. */
function isFunctionPrefix(code: number): boolean {
  return code === 111 || code === 79 || code === 119 || code === 120
}
