// Names of D functions, as GNU’s demangler prints them.
import { isDigit, NOT_MANGLED } from '../parsing.ts'
import { LiteralReader } from './literals.ts'

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
 * Errors:  null for whatever is not such a name, or passes a bound (cursor.ts).
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
