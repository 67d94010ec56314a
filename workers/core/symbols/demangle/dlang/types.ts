// Reads D types to text as D writes them.
//
// Source:  "Application Binary Interface" of the D language: Type Mangling. Where c++filt knows an older or newer form
//          than the document, c++filt is right: `B` counts its types, there is no `I` (an identifier as a type).
import { NOT_MANGLED } from '../parsing.ts'
import { Cursor } from './cursor.ts'

const BASIC_TYPES: ReadonlyMap<string, string> = new Map([
  ['a', 'char'],
  ['b', 'bool'],
  ['c', 'creal'],
  ['d', 'double'],
  ['e', 'real'],
  ['f', 'float'],
  ['g', 'byte'],
  ['h', 'ubyte'],
  ['i', 'int'],
  ['j', 'ireal'],
  ['k', 'uint'],
  ['l', 'long'],
  ['m', 'ulong'],
  ['n', 'typeof(null)'],
  ['o', 'ifloat'],
  ['p', 'idouble'],
  ['q', 'cfloat'],
  ['r', 'cdouble'],
  ['s', 'short'],
  ['t', 'ushort'],
  ['u', 'wchar'],
  ['v', 'void'],
  ['w', 'dchar'],
])

/** By the letter of the calling convention. */
const LINKAGES: ReadonlyMap<string, string> = new Map([
  ['F', ''],
  ['U', 'extern(C) '],
  ['W', 'extern(Windows) '],
  ['V', 'extern(Pascal) '],
  ['R', 'extern(C++) '],
  ['Y', 'extern(Objective-C) '],
])

/** By the letter behind `N`. */
const ATTRIBUTES: ReadonlyMap<string, string> = new Map([
  ['a', 'pure '],
  ['b', 'nothrow '],
  ['c', 'ref '],
  ['d', '@property '],
  ['e', '@trusted '],
  ['f', '@safe '],
  ['i', '@nogc '],
  ['j', 'return '],
  ['l', 'scope '],
  ['m', '@live '],
])

/** Letters behind `N` that begin a parameter instead. */
const PARAMETER_LETTERS = 'ghkn'

export abstract class TypeReader extends Cursor {
  protected abstract qualifiedName(withModifiers: boolean): void

  protected type(): void {
    this.enter()
    const letter = this.input.charAt(this.position)
    const basic = BASIC_TYPES.get(letter)
    if (basic !== undefined) {
      this.position++
      this.append(basic)
    } else if (letter === 'Q') this.follow(() => this.type())
    else if (LINKAGES.has(letter)) this.#functionType('function')
    else {
      this.position++
      this.#compoundType(letter)
    }
    this.leave()
  }

  #compoundType(letter: string): void {
    switch (letter) {
      case 'O':
        return this.#wrapped('shared(')
      case 'x':
        return this.#wrapped('const(')
      case 'y':
        return this.#wrapped('immutable(')
      case 'N':
        return this.#typeBehindN()
      case 'A':
        this.type()
        return this.append('[]')
      case 'G': {
        const length = this.digits()
        this.type()
        return this.append(`[${length}]`)
      }
      case 'H': {
        const key = this.apart(() => this.type())
        this.type()
        return this.append(`[${key}]`)
      }
      case 'P':
        return this.#pointer()
      case 'C':
      case 'S':
      case 'E':
      case 'T':
        return this.qualifiedName(false)
      case 'D':
        return this.#delegate()
      case 'B':
        return this.#tuple()
      case 'z':
        return this.#wideInteger()
      default:
        throw NOT_MANGLED
    }
  }

  #wrapped(opening: string): void {
    this.append(opening)
    this.type()
    this.append(')')
  }

  #typeBehindN(): void {
    if (this.accept('g')) this.#wrapped('inout(')
    else if (this.accept('h')) this.#wrapped('__vector(')
    else if (this.accept('n')) this.append('typeof(*null)')
    else throw NOT_MANGLED
  }

  #wideInteger(): void {
    if (this.accept('i')) this.append('cent')
    else if (this.accept('k')) this.append('ucent')
    else throw NOT_MANGLED
  }

  /** A pointer to a function is written like the function. */
  #pointer(): void {
    if (LINKAGES.has(this.input.charAt(this.position))) return this.#functionType('function')
    this.type()
    this.append('*')
  }

  #delegate(): void {
    const modifiers = this.modifiers()
    if (this.nextIs('Q')) this.follow(() => this.#functionType('delegate'))
    else this.#functionType('delegate')
    this.append(modifiers)
  }

  #tuple(): void {
    const count = this.count()
    this.append('Tuple!(')
    for (let at = 0; at < count; at++) {
      if (at > 0) this.append(', ')
      this.type()
    }
    this.append(')')
  }

  /** Of a delegate or a member function, each behind a blank. */
  protected modifiers(): string {
    let text = ''
    for (;;) {
      if (this.accept('x')) return `${text} const`
      if (this.accept('y')) return `${text} immutable`
      if (this.accept('O')) text += ' shared'
      else if (this.accept('Ng')) text += ' inout'
      else return text
    }
  }

  /** The result comes last in the name and first in the text. */
  #functionType(keyword: string): void {
    this.enter()
    const linkage = this.#linkage()
    const attributes = this.#attributes()
    const parameters = this.apart(() => this.#parameters())
    this.append(linkage)
    const result = this.apart(() => this.type())
    this.append(`${result}${parameters} ${attributes}${keyword}`)
    this.leave()
  }

  /** A function's own parameters, behind its name: neither linkage nor attributes are shown there. */
  protected signature(): void {
    this.#linkage()
    this.#attributes()
    this.#parameters()
  }

  protected atLinkage(): boolean {
    return LINKAGES.has(this.input.charAt(this.position))
  }

  #linkage(): string {
    const linkage = LINKAGES.get(this.input.charAt(this.position))
    if (linkage === undefined) throw NOT_MANGLED
    this.position++
    return linkage
  }

  #attributes(): string {
    let text = ''
    while (this.nextIs('N')) {
      const letter = this.input.charAt(this.position + 1)
      if (letter !== '' && PARAMETER_LETTERS.includes(letter)) break
      const attribute = ATTRIBUTES.get(letter)
      if (attribute === undefined) throw NOT_MANGLED
      this.position += 2
      text += attribute
    }
    return text
  }

  #parameters(): void {
    this.append('(')
    for (let isFirst = true; !this.accept('Z'); isFirst = false) {
      if (this.accept('X')) {
        this.append('...')
        break
      }
      if (!isFirst) this.append(', ')
      if (this.accept('Y')) {
        this.append('...')
        break
      }
      this.#parameter()
    }
    this.append(')')
  }

  #parameter(): void {
    if (this.accept('M')) this.append('scope ')
    if (this.accept('Nk')) this.append('return ')
    if (this.accept('I')) this.append(this.accept('K') ? 'in ref ' : 'in ')
    else if (this.accept('J')) this.append('out ')
    else if (this.accept('K')) this.append('ref ')
    else if (this.accept('L')) this.append('lazy ')
    this.type()
  }
}
