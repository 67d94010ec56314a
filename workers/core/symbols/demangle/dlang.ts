// Names of D functions, as GNU's demangler prints them: a cursor over the name, types, literals, and
// qualified names.
import { isDigit, isLower, isUpper, NOT_MANGLED } from './parsing.ts'

/**
 * A cursor in a mangled D name: the grammar's numbers and back references, and the text so far.
 *
 * A back reference points at characters, which are read again from there. One met while another is
 * followed must precede it, or it could loop.
 *
 * Throws NOT_MANGLED where the name leaves the grammar or exceeds a limit. Source: "Application
 * Binary Interface" of the D language: Name Mangling, Back references.
 */

/** Constructs read for one name; back references and second readings make them many more than characters. */
const MAX_STEPS = 1 << 16

/** Nested constructs; deeper names are shown raw. */
const MAX_DEPTH = 384

/** Of all text made for one name; c++filt would go on. */
const MAX_LENGTH = 1 << 18

class Cursor {
  protected readonly input: string
  protected position: number
  /** The text so far of the name, or of the part of it that is being put together on its own. */
  protected text = ''
  /** Back references can only be followed from before here. */
  #referencesEnd: number
  #depth = 0
  #steps = 0
  #written = 0

  constructor(input: string, position: number) {
    this.input = input
    this.position = position
    this.#referencesEnd = input.length
  }

  /** The next character code; 0 at the end. */
  protected peek(): number {
    return this.position < this.input.length ? this.input.charCodeAt(this.position) : 0
  }

  protected nextIs(letters: string): boolean {
    return this.input.startsWith(letters, this.position)
  }

  protected accept(letters: string): boolean {
    if (!this.nextIs(letters)) return false
    this.position += letters.length
    return true
  }

  protected enter(): void {
    if (++this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) throw NOT_MANGLED
  }

  protected leave(): void {
    this.#depth--
  }

  protected append(text: string): void {
    this.#written += text.length
    if (this.#written > MAX_LENGTH) throw NOT_MANGLED
    this.text += text
  }

  /** What `read` prints, apart from the text so far. */
  protected apart(read: () => void): string {
    const outer = this.text
    this.text = ''
    try {
      read()
      return this.text
    } finally {
      this.text = outer
    }
  }

  /**
   * Whether `read` succeeded; if not, nothing has happened. Only, as in GNU's tools, the text is cut to its former
   * length: what was put in front of it stays.
   */
  protected attempt(read: () => void): boolean {
    const { position, text } = this
    const depth = this.#depth
    const referencesEnd = this.#referencesEnd
    try {
      read()
      return true
    } catch (error) {
      if (error !== NOT_MANGLED || this.#steps > MAX_STEPS || this.#written > MAX_LENGTH) throw error
      this.position = position
      this.text = this.text.slice(0, text.length)
      this.#depth = depth
      this.#referencesEnd = referencesEnd
      return false
    }
  }

  /** The digits themselves, as many as there are. */
  protected digits(): string {
    const from = this.position
    while (isDigit(this.peek())) this.position++
    return this.input.slice(from, this.position)
  }

  /** A length or a count: at least one digit, and not the end of the name. */
  protected count(): number {
    const digits = this.digits()
    if (digits === '' || this.position >= this.input.length) throw NOT_MANGLED
    return Number(digits)
  }

  /** Where the `Q…` at this position points, and where it ends; null if it is none. */
  protected referenceAt(position: number): { readonly target: number; readonly end: number } | null {
    let distance = 0
    for (let at = position + 1; at < this.input.length; at++) {
      const code = this.input.charCodeAt(at)
      if (isLower(code)) {
        distance = distance * 26 + (code - 97)
        return distance === 0 || distance > position ? null : { target: position - distance, end: at + 1 }
      }
      if (!isUpper(code)) return null
      distance = distance * 26 + (code - 65)
      if (distance > position) return null
    }
    return null
  }

  /** Reads what the back reference here points at, and goes on behind it. */
  protected follow(read: () => void): void {
    const { position } = this
    const referencesEnd = this.#referencesEnd
    const reference = this.referenceAt(position)
    if (reference === null || position >= referencesEnd) throw NOT_MANGLED
    this.#referencesEnd = position
    this.position = reference.target
    read()
    this.position = reference.end
    this.#referencesEnd = referencesEnd
  }
}

/**
 * Reads D types, and prints them as D writes them.
 *
 * Source:  "Application Binary Interface" of the D language: Type Mangling. Where c++filt knows an older or newer form
 *          than the document, c++filt is right: `B` counts its types, there is no `I` (an identifier as a type).
 */

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

abstract class TypeReader extends Cursor {
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

/**
 * Reads the values that are arguments of D templates: numbers, characters, strings, arrays, structures, functions.
 *
 * Source:  "Application Binary Interface" of the D language: Value. How a value looks depends on the first letter of
 *          its type alone, so a `const bool` is printed as a number; this is c++filt's way.
 */

/** By the letter of the type. */
const SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['h', 'u'],
  ['t', 'u'],
  ['k', 'u'],
  ['l', 'L'],
  ['m', 'uL'],
])

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
])

/** Characters and truth values beyond are none. */
const LARGEST = 0xffffffff

abstract class LiteralReader extends TypeReader {
  protected abstract mangledName(): void

  /** `typeLetter` and `typeText` are empty inside of arrays and structures. */
  protected value(typeLetter: string, typeText: string): void {
    this.enter()
    if (isDigit(this.peek())) this.#integer(typeLetter)
    else this.#markedValue(this.input.charAt(this.position++), typeLetter, typeText)
    this.leave()
  }

  #markedValue(mark: string, typeLetter: string, typeText: string): void {
    switch (mark) {
      case 'n':
        return this.append('null')
      case 'i':
        return this.#integer(typeLetter)
      case 'N':
        this.append('-')
        return this.#integer(typeLetter)
      case 'e':
        return this.#real()
      case 'c':
        return this.#complex()
      case 'a':
      case 'w':
      case 'd':
        return this.#string(mark)
      case 'A':
        this.append('[')
        this.#list(typeLetter === 'H')
        return this.append(']')
      case 'S':
        this.append(`${typeText}(`)
        this.#list(false)
        return this.append(')')
      case 'f':
        return this.mangledName()
      default:
        throw NOT_MANGLED
    }
  }

  #integer(typeLetter: string): void {
    const digits = this.digits()
    if (digits === '') throw NOT_MANGLED
    if (typeLetter === 'a' || typeLetter === 'u' || typeLetter === 'w') this.#character(typeLetter, digits)
    else if (typeLetter === 'b') this.append(numberOf(digits) === 0 ? 'false' : 'true')
    else this.append(digits + (SUFFIXES.get(typeLetter) ?? ''))
  }

  #character(typeLetter: string, digits: string): void {
    const code = numberOf(digits)
    const hex = code.toString(16)
    if (typeLetter === 'u') this.append(`'\\u${hex.padStart(4, '0')}'`)
    else if (typeLetter === 'w') this.append(`'\\U${hex.padStart(8, '0')}'`)
    else if (isPrintable(code)) this.append(`'${String.fromCharCode(code)}'`)
    else this.append(`'\\x${hex.padStart(2, '0')}'`)
  }

  #real(): void {
    if (this.accept('NAN')) return this.append('NaN')
    if (this.accept('INF')) return this.append('Inf')
    if (this.accept('NINF')) return this.append('-Inf')
    if (this.accept('N')) this.append('-')
    const digits = this.#hexDigits()
    if (digits === '' || !this.accept('P')) throw NOT_MANGLED
    const sign = this.accept('N') ? '-' : ''
    this.append(`0x${digits.charAt(0)}.${digits.slice(1)}p${sign}${this.digits()}`)
  }

  #complex(): void {
    this.#real()
    this.append('+')
    if (!this.accept('c')) throw NOT_MANGLED
    this.#real()
    this.append('i')
  }

  #hexDigits(): string {
    const from = this.position
    while (hexValue(this.peek()) >= 0) this.position++
    return this.input.slice(from, this.position)
  }

  #string(mark: string): void {
    const length = this.count()
    if (!this.accept('_') || length > this.input.length) throw NOT_MANGLED
    let text = '"'
    for (let at = 0; at < length; at++, this.position += 2) {
      const high = hexValue(this.peek())
      const low = hexValue(this.input.charCodeAt(this.position + 1))
      if (!(high >= 0 && low >= 0)) throw NOT_MANGLED
      const code = high * 16 + low
      if (isPrintable(code)) text += String.fromCharCode(code)
      else text += ESCAPES.get(code) ?? `\\x${this.input.slice(this.position, this.position + 2)}`
    }
    this.append(`${text}"${mark === 'a' ? '' : mark}`)
  }

  #list(isKeyed: boolean): void {
    const count = this.count()
    for (let at = 0; at < count; at++) {
      if (at > 0) this.append(', ')
      this.value('', '')
      if (!isKeyed) continue
      this.append(':')
      this.value('', '')
    }
  }
}

function numberOf(digits: string): number {
  const value = Number(digits)
  if (value > LARGEST) throw NOT_MANGLED
  return value
}

function isPrintable(code: number): boolean {
  return code >= 32 && code < 127
}

/** Of either case; -1 for another character, or none. */
function hexValue(code: number): number {
  if (isDigit(code)) return code - 48
  if (code >= 65 && code <= 70) return code - 55
  return code >= 97 && code <= 102 ? code - 87 : -1
}

/**
 * Reads qualified D names: identifiers, template instances, functions around other names, the compiler's own symbols.
 *
 * Source:  "Application Binary Interface" of the D language: QualifiedName, TemplateInstanceName. The names from before
 *          back references, where templates and symbols as arguments have their length in front, are read too.
 */

/** Functions of a class that D writes in another way. */
const SPECIAL_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['__ctor', 'this'],
  ['__dtor', '~this'],
])

/** Data of a class or module, if a `Z` follows. */
const SPECIAL_DATA: ReadonlyMap<string, string> = new Map([
  ['__init', 'initializer for '],
  ['__vtbl', 'vtable for '],
  ['__Class', 'ClassInfo for '],
  ['__Interface', 'Interface for '],
  ['__ModuleInfo', 'ModuleInfo for '],
])

/** A block inside of a function, for symbols that would have the same name otherwise; not shown. */
const BLOCK = /^__S\d+$/

class NameReader extends LiteralReader {
  /** The whole input. */
  wholeName(): string {
    this.mangledName()
    if (this.position < this.input.length || this.text === '') throw NOT_MANGLED
    return this.text
  }

  /** `_D`, a name and its type, which is not shown; or `Z` for the compiler's own symbols. */
  protected mangledName(): void {
    this.enter()
    if (!this.accept('_D')) throw NOT_MANGLED
    this.qualifiedName(true)
    if (!this.accept('Z')) this.apart(() => this.type())
    this.leave()
  }

  protected qualifiedName(withModifiers: boolean): void {
    this.enter()
    let isFirst = true
    do {
      // Nameless scopes.
      if (this.accept('0')) continue
      if (!isFirst) this.append('.')
      isFirst = false
      this.#symbolName()
      if (this.nextIs('M') || this.atLinkage()) this.attempt(() => this.#functionAround(withModifiers))
    } while (this.#atSymbolName())
    this.leave()
  }

  #functionAround(withModifiers: boolean): void {
    const modifiers = this.accept('M') ? this.modifiers() : ''
    this.signature()
    // Something must follow: a result, or what is inside the function.
    if (this.position >= this.input.length) throw NOT_MANGLED
    if (withModifiers) this.append(modifiers)
  }

  #atSymbolName(): boolean {
    if (isDigit(this.peek()) || this.nextIs('__T') || this.nextIs('__U')) return true
    if (!this.nextIs('Q')) return false
    const reference = this.referenceAt(this.position)
    return reference !== null && isDigit(this.input.charCodeAt(reference.target))
  }

  #symbolName(): void {
    this.enter()
    if (this.nextIs('Q')) this.follow(() => this.#plainName())
    else if (this.nextIs('__T') || this.nextIs('__U')) this.#template()
    else this.#identifier()
    this.leave()
  }

  /** A name behind its length; an old template is one, too. */
  #identifier(): void {
    const length = this.count()
    const end = this.position + length
    if (length === 0 || end > this.input.length) throw NOT_MANGLED
    if (length >= 5 && (this.nextIs('__T') || this.nextIs('__U'))) {
      this.#template()
      if (this.position !== end) throw NOT_MANGLED
      return
    }
    const name = this.input.slice(this.position, end)
    this.position = end
    if (BLOCK.test(name)) this.#symbolName()
    else this.append(this.#memberName(name))
  }

  /** What a back reference leads to: even a template is just its letters then, and no letter is a name. */
  #plainName(): void {
    const length = this.count()
    if (length > this.input.length - this.position) throw NOT_MANGLED
    const from = this.position
    this.position += length
    this.append(this.#memberName(this.input.slice(from, this.position)))
  }

  #memberName(name: string): string {
    const member = SPECIAL_MEMBERS.get(name)
    if (member !== undefined) return member
    if (name === '__postblit' && this.accept('MFZ')) return 'this(this)'
    const prefix = this.nextIs('Z') ? SPECIAL_DATA.get(name) : undefined
    if (prefix === undefined) return name
    // In front of all there is, in place of the dot before the name.
    this.text = (prefix + this.text).slice(0, -1)
    return ''
  }

  #template(): void {
    this.enter()
    this.position += 3
    if (this.nextIs('0')) throw NOT_MANGLED
    this.#symbolName()
    this.append('!(')
    const items = this.apart(() => this.#templateArguments())
    this.append(`${items})`)
    this.leave()
  }

  /** The `Z` may be missing at the end of a name. */
  #templateArguments(): void {
    for (let isFirst = true; this.position < this.input.length; isFirst = false) {
      if (this.accept('Z')) return
      if (!isFirst) this.append(', ')
      this.accept('H')
      if (this.accept('S')) this.#symbolArgument()
      else if (this.accept('T')) this.type()
      else if (this.accept('V')) this.#valueArgument()
      else if (this.accept('X')) this.#foreignArgument()
      else throw NOT_MANGLED
    }
  }

  #valueArgument(): void {
    let at = this.position
    if (this.nextIs('Q')) {
      const reference = this.referenceAt(at)
      if (reference === null) throw NOT_MANGLED
      at = reference.target
    }
    const text = this.apart(() => this.type())
    this.value(this.input.charAt(at), text)
  }

  /** The mangling of another language, as it is. */
  #foreignArgument(): void {
    const length = this.count()
    if (length > this.input.length - this.position) throw NOT_MANGLED
    this.append(this.input.slice(this.position, this.position + length))
    this.position += length
  }

  /**
   * Older compilers put the length in front, so that two numbers can meet: `S213foo…` is 21 characters beginning with
   * `3foo`, or 2 characters, or 213. The longest length that fits is right.
   */
  #symbolArgument(): void {
    if (this.nextIs('_D')) return this.mangledName()
    if (this.nextIs('Q')) return this.qualifiedName(false)
    const from = this.position
    const digits = this.digits()
    this.position = from
    for (let count = digits.length; count > 0; count--) {
      if (this.attempt(() => this.#measuredSymbol(from + count, Number(digits.slice(0, count))))) return
    }
    if (Number(digits) === 0) throw NOT_MANGLED
    this.qualifiedName(false)
  }

  #measuredSymbol(from: number, length: number): void {
    if (length === 0) throw NOT_MANGLED
    this.position = from
    if (this.nextIs('_D')) this.mangledName()
    else if (this.#atSymbolName()) this.qualifiedName(false)
    else throw NOT_MANGLED
    if (this.position !== from + length) throw NOT_MANGLED
  }
}

/**
 * Names of the D language, as GNU's tools print them.
 *
 * Shape:   `_Dmain`, or a name behind `_D`, to text or null.
 * Errors:  null for whatever is not such a name, or passes a bound (dlang.ts).
 */

/**
 * Demangles a D name, `_Dmain` or `_D…`, as GNU's tools print it; null for any other name, and past a limit
 * of depth, steps or length. Binary strings in and out.
 */
export function demangleDlang(name: string): string | null {
  if (!name.startsWith('_D')) return null
  if (name === '_Dmain') return 'D main'
  try {
    return new NameReader(name, 0).wholeName()
  } catch (error) {
    if (error === NOT_MANGLED) return null
    throw error
  }
}
