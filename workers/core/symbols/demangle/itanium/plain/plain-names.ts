/**
 * Reads and writes names: nested, local and unscoped ones, and their components.
 *
 * Source:  Itanium C++ ABI, 5.1.2, 5.1.3 and 5.1.4.3; see names.ts and unqualified-names.ts.
 */
import { isDigit, isLower } from '../../characters.ts'
import { NO_SCOPE, NOT_PLAIN, QUALIFIERS, REFERENCES, Shape } from './plain-cursor.ts'
import { PlainTypes } from './plain-types.ts'
import * as words from './words.ts'

const RUST_HASH_LENGTH = 17
const ANONYMOUS = Uint8Array.from('_GLOBAL_', (letter) => letter.charCodeAt(0))

export abstract class PlainNames extends PlainTypes {
  /** Qualifiers of the member function whose name was read last, as Shape. */
  protected nameQualifiers = 0

  protected abstract encoding(isLocal: boolean): void

  protected name(): number {
    this.enter()
    const code = this.input[this.position]
    let shape = 0
    if (code === 78) shape = this.#nestedName()
    else if (code === 90) shape = this.#localName()
    else {
      shape = this.#unscopedName(code)
      this.nameQualifiers = 0
    }
    this.leave()
    return shape
  }

  #unscopedName(code: number): number {
    const from = this.at
    let shape = 0
    let isNew = true
    if (code !== 83) shape = this.#unqualifiedName()
    else if (this.input[++this.position] === 116) {
      this.position++
      this.write(words.STD)
      this.#writeScopeMark()
      shape = this.#unqualifiedName()
    } else {
      shape = this.substitutionOrAbbreviation()
      isNew = false
      if (this.input[this.position] !== 73) throw NOT_PLAIN
    }
    if (this.input[this.position] !== 73) return shape
    if (isNew) this.remember(from, shape)
    this.templateArguments()
    return (shape & Shape.structor) | Shape.template
  }

  #nestedName(): number {
    this.position++
    let qualifiers = 0
    if (this.accept(75)) qualifiers = Shape.const
    else if (this.accept(86)) qualifiers = Shape.volatile
    if (this.isAtQualifier()) throw NOT_PLAIN
    if (this.accept(82)) qualifiers |= Shape.reference
    else if (this.accept(79)) qualifiers |= Shape.rightReference
    const shape = this.#prefixes()
    this.nameQualifiers = qualifiers
    return shape
  }

  /** The components up to the end mark. */
  #prefixes(): number {
    const from = this.at
    let shape = 0
    let hasMember = false
    for (;;) {
      const code = this.input[this.position]
      if (code === 69 && hasMember) break
      if (this.at === from) {
        if (code === 83) {
          shape = this.#substitutedPrefix()
          continue
        }
        shape = code === 84 ? this.#parameterAsPrefix() : this.#unqualifiedName()
      } else if (code === 73) {
        if ((shape & Shape.template) !== 0) throw NOT_PLAIN
        this.templateArguments()
        shape = (shape & Shape.structor) | Shape.template
      } else {
        // Of constructors and destructors the class is spelled out.
        if ((shape & Shape.abbreviation) !== 0 && (code === 67 || code === 68)) {
          this.at = from
          this.write(words.ABBREVIATION_SCOPES[this.abbreviated])
        }
        this.#writeScopeMark()
        shape = this.#unqualifiedName()
      }
      hasMember = true
      if (this.input[this.position] !== 69) this.remember(from, shape)
    }
    this.position++
    return shape
  }

  #substitutedPrefix(): number {
    this.position++
    if (this.accept(116)) {
      this.write(words.STD)
      return 0
    }
    return classOf(this.substitutionOrAbbreviation())
  }

  #parameterAsPrefix(): number {
    this.position++
    return classOf(this.parameter())
  }

  #localName(): number {
    this.position++
    this.encoding(true)
    this.localAt = this.at
    this.expect(69)
    if (this.accept(115)) {
      this.write(words.STRING_LITERAL)
      this.discriminator()
      this.nameQualifiers = 0
      return 0
    }
    this.#writeScopeMark()
    if (this.input[this.position] === 100) throw NOT_PLAIN
    const shape = this.name()
    this.discriminator()
    return shape
  }

  #writeScopeMark(): void {
    this.writeByte(58)
    this.writeByte(58)
  }

  #unqualifiedName(): number {
    const shape = this.#untaggedName(this.input[this.position])
    while (this.accept(66)) {
      this.write(words.TAG)
      this.writeInput(this.#length())
      this.writeByte(93)
    }
    return shape
  }

  #untaggedName(code: number): number {
    if (isDigit(code)) this.#sourceName()
    else if (isLower(code)) this.#operatorName(code)
    else {
      switch (code) {
        case 67: // C
          this.#structor(this.input[this.position + 1], 49)
          return Shape.structor
        case 68: // D
          this.writeByte(126)
          this.#structor(this.input[this.position + 1], 48)
          return Shape.structor
        case 76: // L
          this.position++
          this.#sourceName()
          this.discriminator()
          break
        case 85: // U
          this.#unnamedType()
          break
        default:
          throw NOT_PLAIN
      }
    }
    return 0
  }

  /** Of a text that follows. */
  #length(): number {
    const length = this.digits()
    if (length === 0 || length > this.end - this.position) throw NOT_PLAIN
    return length
  }

  #sourceName(): void {
    const length = this.#length()
    // It may be a name of Rust.
    if (length === RUST_HASH_LENGTH && this.input[this.position] === 104) throw NOT_PLAIN
    this.nameFrom = this.at
    if (length >= 10 && this.#isAnonymousNamespace()) {
      this.write(words.ANONYMOUS_NAMESPACE)
      this.position += length
    } else this.writeInput(length)
    this.nameTo = this.at
  }

  #isAnonymousNamespace(): boolean {
    for (let at = 0; at < ANONYMOUS.length; at++) {
      if (this.input[this.position + at] !== ANONYMOUS[at]) return false
    }
    const mark = this.input[this.position + 8]
    return (mark === 95 || mark === 46 || mark === 36) && this.input[this.position + 9] === 78
  }

  #structor(variant: number, least: number): void {
    if (variant < least || variant > 53 || (variant === 51 && least === 48)) throw NOT_PLAIN
    if (this.nameTo === this.nameFrom) throw NOT_PLAIN
    this.position += 2
    this.copy(this.nameFrom, this.nameTo)
  }

  #operatorName(first: number): void {
    const second = this.input[this.position + 1]
    this.position += 2
    if (first === 108 && second === 105) {
      this.write(words.LITERAL_OPERATOR)
      this.writeInput(this.#length())
      return
    }
    const word = words.operatorWord(first, second)
    if (word === 0) throw NOT_PLAIN
    this.write(word)
  }

  #unnamedType(): void {
    const from = this.at
    this.position++
    if (this.accept(108)) {
      this.#lambda()
      return
    }
    this.expect(116)
    this.write(words.UNNAMED_TYPE)
    this.writeNumber(this.ordinal() + 1)
    this.writeByte(125)
    this.remember(from, 0)
  }

  #lambda(): void {
    const { isInLambda, scope } = this
    this.enter()
    this.isInLambda = true
    this.scope = NO_SCOPE
    this.write(words.LAMBDA)
    this.parameters()
    this.expect(69)
    this.writeByte(35)
    this.writeNumber(this.ordinal() + 1)
    this.writeByte(125)
    this.isInLambda = isInLambda
    this.scope = scope
    this.leave()
  }
}

/** Qualified types and references are no scopes that could be printed as they stand. */
function classOf(shape: number): number {
  if ((shape & (QUALIFIERS | REFERENCES)) !== 0) throw NOT_PLAIN
  return shape
}
