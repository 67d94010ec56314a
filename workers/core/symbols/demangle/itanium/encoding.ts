/**
 * Reads a whole mangled name: functions with their signature, data, virtual tables, thunks, guards and the like, and
 * the suffixes compilers put on copies of a function.
 *
 * Source:  Itanium C++ ABI, 5.1.1 and 5.1.4; the suffixes (`.isra.0`, `.cold`) are GCC's and LLVM's custom.
 */
import { NOT_MANGLED } from '../not-mangled.ts'
import { isDigit, isLower } from '../characters.ts'
import { NameParser } from './names.ts'
import { node, type Node } from './node.ts'
import { operatorCode } from './operators.ts'

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

export class EncodingParser extends NameParser {
  /** All of the input, which starts behind `_Z`. */
  wholeName(): Node {
    const result = this.encoding()
    if (this.position === this.end) return result
    return node('special', '', result, node('name', this.#cloneSuffixes()))
  }

  /** What follows `_GLOBAL__I_`: the rest of the input does not matter. */
  leadingName(): Node {
    return this.encoding()
  }

  protected encoding(): Node {
    this.enter()
    const code = this.peek()
    const result = code === 84 || code === 71 ? this.#specialName() : this.#plainEncoding()
    this.leave()
    return result
  }

  #plainEncoding(): Node {
    this.nameQualifiers = ''
    const name = this.name()
    const qualifiers = this.nameQualifiers
    if (this.#atEndOfSignature()) return node('encoding', qualifiers, name)
    const result = this.accept(74) || hasReturnType(name) ? this.type() : null
    const parameters: Node[] = []
    do parameters.push(this.type())
    while (!this.#atEndOfSignature() && this.peek() !== 46)
    return node('encoding', qualifiers, name, node('function', '', result, null, parameters))
  }

  #atEndOfSignature(): boolean {
    return this.position >= this.end || this.peek() === 69
  }

  #specialName(): Node {
    const code = operatorCode(this.peek(), this.peekAfter(1))
    const typeEntity = this.peek() === 84 ? TYPE_ENTITIES.get(this.peekAfter(1)) : undefined
    this.position += 2
    if (typeEntity !== undefined) return node('special', typeEntity, this.type())
    switch (code) {
      case 0x5443: // TC
        return this.#constructionTable()
      case 0x5468: // Th
      case 0x5476: // Tv
        this.position--
        return node('special', this.#callOffset(), this.encoding())
      case 0x5463: // Tc
        this.#callOffset()
        this.#callOffset()
        return node('special', 'covariant return thunk to ', this.encoding())
      case 0x5448: // TH
        return node('special', 'TLS init function for ', this.name())
      case 0x5457: // TW
        return node('special', 'TLS wrapper function for ', this.name())
      case 0x5441: // TA
        return node('special', 'template parameter object for ', this.templateArgument())
      case 0x4756: // GV
        return node('special', 'guard variable for ', this.name())
      case 0x4752: // GR
        return this.#referenceTemporary()
      case 0x4741: // GA
        return node('special', 'hidden alias for ', this.encoding())
      case 0x4772: // Gr
        return this.#javaResource()
      case 0x4754: // GT
        return this.#transactionClone()
      case 0x4749: // GI
        return node('special', 'initializer for module ', this.moduleName(null))
      default:
        throw NOT_MANGLED
    }
  }

  #constructionTable(): Node {
    const derived = this.type()
    this.digits()
    this.expect(95)
    return node('special', 'construction vtable for ', this.type(), node('special', '-in-', derived))
  }

  #callOffset(): string {
    const isVirtual = this.accept(118)
    if (!isVirtual) this.expect(104)
    this.skipSignedNumber()
    this.expect(95)
    if (!isVirtual) return 'non-virtual thunk to '
    this.skipSignedNumber()
    this.expect(95)
    return 'virtual thunk to '
  }

  #referenceTemporary(): Node {
    const name = this.name()
    const ordinal = isDigit(this.peek()) ? this.digits() : 0
    return node('special', `reference temporary #${ordinal} for `, name)
  }

  /** A file in an archive of classes, behind an underscore that the length counts. */
  #javaResource(): Node {
    const length = this.digits() - 1
    this.expect(95)
    const from = this.position
    if (length < 1 || length > this.end - from) throw NOT_MANGLED
    let text = ''
    while (this.position < from + length) {
      const letter = this.text.charAt(this.position++)
      if (letter !== '$') text += letter
      else text += this.#resourceLetter()
    }
    return node('special', 'java resource ', node('name', text))
  }

  #resourceLetter(): string {
    const letter = RESOURCE_LETTERS.get(this.text.charAt(this.position++))
    if (letter === undefined) throw NOT_MANGLED
    return letter
  }

  #transactionClone(): Node {
    const text = this.peek() === 110 ? 'non-transaction clone for ' : 'transaction clone for '
    // The letter is `t` otherwise, but none is turned down.
    this.position++
    return node('special', text, this.encoding())
  }

  /** ` [clone .cold]` for each suffix: a word or a number behind a dot, then any further numbers. */
  #cloneSuffixes(): string {
    let text = ''
    while (this.position < this.end) {
      const from = this.position
      this.expect(46)
      if (!isSuffixLetter(this.peek()) && !isDigit(this.peek())) throw NOT_MANGLED
      while (isSuffixLetter(this.peek()) || isDigit(this.peek())) this.position++
      while (this.peek() === 46 && isDigit(this.peekAfter(1))) {
        this.position++
        while (isDigit(this.peek())) this.position++
      }
      text += ` [clone ${this.text.slice(from, this.position)}]`
    }
    return text
  }
}

function isSuffixLetter(code: number): boolean {
  return isLower(code) || code === 95
}

/** Only templates tell their result type, and of these not the functions whose name implies it. Java has a `J` for it. */
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
