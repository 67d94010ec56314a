// Rust’s v0 mangling, as GNU’s tools print it: without crate hashes or the types of constants.
//
// The name is printed while it is read, in one pass. What is not shown (the place of an impl block, the crate that
// instantiated a generic) is read with printing switched off. A back reference moves the cursor for one construct.
//
// Errors:  null for whatever is not such a name, or passes a bound.
// Source:  Rust RFC 2603 and "v0 Symbol Format" of the rustc book.
import { isLower, isUpper, NOT_MANGLED } from '../parsing.ts'
import { V0Cursor } from './v0-cursor.ts'

/** Nested constructs, and back references followed in one another. */
const MAX_DEPTH = 256

const MAX_LENGTH = 1 << 18

/**
 * Most constructs per name: back references can make a short name expand without end, even
 * invisibly.
 */
const MAX_STEPS = 1 << 17

/** By letter, `a` first. */
const BASIC_TYPES: readonly (string | null)[] = [
  'i8',
  'bool',
  'char',
  'f64',
  'str',
  'f32',
  null,
  'u8',
  'isize',
  'usize',
  null,
  'i32',
  'u32',
  'i128',
  'u128',
  '_',
  null,
  null,
  'i16',
  'u16',
  '()',
  '...',
  null,
  'i64',
  'u64',
  '!',
]

const SIGNED_TYPES = 'aislnx'
const UNSIGNED_TYPES = 'hjtmoy'

/** Demangles a Rust v0 name, `_R…`; null for any other name, and past a limit of depth, steps or length. */
export function demangleRustV0(name: string): string | null {
  if (!name.startsWith('_R') || !isUpper(name.charCodeAt(2))) return null
  try {
    return new Reader(name).symbol()
  } catch (error) {
    if (error === NOT_MANGLED) return null
    throw error
  }
}

class Reader extends V0Cursor {
  #text = ''
  #isHidden = false
  #boundLifetimes = 0
  #depth = 0
  #steps = 0

  symbol(): string {
    this.#path(true)
    if (isUpper(this.peek())) this.#hidden(() => this.#path(false))
    // A suffix after a dot comes from the compiler or linker, and is hidden.
    if (this.position < this.input.length && this.peek() !== 46) throw NOT_MANGLED
    return this.#text
  }

  #print(text: string): void {
    if (this.#isHidden) return
    this.#text += text
    if (this.#text.length > MAX_LENGTH) throw NOT_MANGLED
  }

  #hidden(read: () => void): void {
    const outer = this.#isHidden
    this.#isHidden = true
    read()
    this.#isHidden = outer
  }

  #enter(): void {
    if (++this.#depth > MAX_DEPTH || ++this.#steps > MAX_STEPS) throw NOT_MANGLED
  }

  /** Reads what starts at another position, an earlier one in compilers' names. Hidden text need not be. */
  #backReference(read: () => void): void {
    const target = this.base62() + 2n
    if (this.#isHidden) return
    const position = this.position
    this.position = Number(target)
    read()
    this.position = position
  }

  /** `isValue`: generic arguments of values are written with `::`, those of types without. */
  #path(isValue: boolean): void {
    this.#enter()
    switch (this.next()) {
      case 'C':
        this.#print(this.identifier().text)
        break
      case 'N':
        this.#nested(isValue)
        break
      case 'M':
        this.#implPath()
        this.#print('<')
        this.#type()
        this.#print('>')
        break
      case 'X':
        this.#implPath()
        this.#traitOfType()
        break
      case 'Y':
        this.#traitOfType()
        break
      case 'I':
        this.#path(isValue)
        if (isValue) this.#print('::')
        this.#print('<')
        this.#genericArguments()
        this.#print('>')
        break
      case 'B':
        this.#backReference(() => this.#path(isValue))
        break
      default:
        throw NOT_MANGLED
    }
    this.#depth--
  }

  #implPath(): void {
    this.#hidden(() => {
      this.disambiguator()
      this.#path(false)
    })
  }

  #traitOfType(): void {
    this.#print('<')
    this.#type()
    this.#print(' as ')
    this.#path(false)
    this.#print('>')
  }

  #nested(isValue: boolean): void {
    const namespace = this.next()
    const code = namespace.charCodeAt(0)
    if (!isLower(code) && !isUpper(code)) throw NOT_MANGLED
    this.#path(isValue)
    const { text, isNamed, disambiguator } = this.identifier()
    if (isLower(code)) {
      if (isNamed) this.#print(`::${text}`)
      return
    }
    const kind = namespace === 'C' ? 'closure' : namespace === 'S' ? 'shim' : namespace
    this.#print(`::{${kind}${isNamed ? `:${text}` : ''}#${disambiguator}}`)
  }

  #genericArguments(): void {
    for (let count = 0; !this.accept('E'); count++) {
      if (count > 0) this.#print(', ')
      if (this.accept('L')) this.#lifetime(this.base62())
      else if (this.accept('K')) this.#constant()
      else this.#type()
    }
  }

  #type(): void {
    this.#enter()
    const letter = this.next()
    const code = letter.charCodeAt(0)
    if (isLower(code)) {
      const basic = BASIC_TYPES[code - 97] ?? null
      if (basic === null) throw NOT_MANGLED
      this.#print(basic)
    } else this.#compoundType(letter)
    this.#depth--
  }

  #compoundType(letter: string): void {
    switch (letter) {
      case 'R':
      case 'Q':
        this.#print('&')
        if (this.accept('L')) this.#referenceLifetime()
        if (letter === 'Q') this.#print('mut ')
        this.#type()
        break
      case 'P':
      case 'O':
        this.#print(letter === 'P' ? '*const ' : '*mut ')
        this.#type()
        break
      case 'A':
      case 'S':
        this.#print('[')
        this.#type()
        if (letter === 'A') {
          this.#print('; ')
          this.#constant()
        }
        this.#print(']')
        break
      case 'T':
        this.#tuple()
        break
      case 'F':
        this.#withBinder(() => this.#functionType())
        break
      case 'D':
        this.#traitObject()
        break
      case 'B':
        this.#backReference(() => this.#type())
        break
      default:
        this.position--
        this.#path(false)
    }
  }

  #referenceLifetime(): void {
    const lifetime = this.base62()
    if (lifetime === 0n) return
    this.#lifetime(lifetime)
    this.#print(' ')
  }

  #tuple(): void {
    this.#print('(')
    let count = 0
    for (; !this.accept('E'); count++) {
      if (count > 0) this.#print(', ')
      this.#type()
    }
    this.#print(count === 1 ? ',)' : ')')
  }

  #functionType(): void {
    if (this.accept('U')) this.#print('unsafe ')
    if (this.accept('K')) {
      const abi = this.accept('C') ? 'C' : this.plainIdentifier()
      this.#print(`extern "${abi.replaceAll('_', '-')}" `)
    }
    this.#print('fn(')
    for (let count = 0; !this.accept('E'); count++) {
      if (count > 0) this.#print(', ')
      this.#type()
    }
    this.#print(')')
    if (this.accept('u')) return
    this.#print(' -> ')
    this.#type()
  }

  #traitObject(): void {
    this.#print('dyn ')
    this.#withBinder(() => {
      for (let count = 0; !this.accept('E'); count++) {
        if (count > 0) this.#print(' + ')
        this.#boundTrait()
      }
    })
    if (!this.accept('L')) throw NOT_MANGLED
    const lifetime = this.base62()
    if (lifetime === 0n) return
    this.#print(' + ')
    this.#lifetime(lifetime)
  }

  /** A trait with its associated types, which are written among its generic arguments. */
  #boundTrait(): void {
    let isOpen = this.#pathLeftOpen()
    while (this.accept('p')) {
      this.#print(isOpen ? ', ' : '<')
      isOpen = true
      this.#print(`${this.plainIdentifier()} = `)
      this.#type()
    }
    if (isOpen) this.#print('>')
  }

  /** Prints a path without its closing angle bracket. Returns whether the caller must add one. */
  #pathLeftOpen(): boolean {
    this.#enter()
    let isOpen = false
    if (this.accept('B')) {
      this.#backReference(() => {
        isOpen = this.#pathLeftOpen()
      })
    } else if (this.accept('I')) {
      this.#path(false)
      this.#print('<')
      this.#genericArguments()
      isOpen = true
    } else this.#path(false)
    this.#depth--
    return isOpen
  }

  /** Reads with the lifetimes of a `for<…>`, if there is one, in scope. */
  #withBinder(read: () => void): void {
    const outer = this.#boundLifetimes
    if (this.accept('G')) {
      const count = this.base62() + 1n
      if (count > BigInt(MAX_STEPS)) throw NOT_MANGLED
      this.#print('for<')
      for (let bound = 0; bound < Number(count) && !this.#isHidden; bound++) {
        if (bound > 0) this.#print(', ')
        this.#boundLifetimes++
        this.#lifetime(1n)
      }
      this.#print('> ')
      this.#boundLifetimes = outer + Number(count)
    }
    read()
    this.#boundLifetimes = outer
  }

  /** Counted from the innermost, 1; shown counted from the outermost, `'a`. */
  #lifetime(index: bigint): void {
    if (this.#isHidden) return
    if (index === 0n) {
      this.#print("'_")
      return
    }
    const level = BigInt.asUintN(64, BigInt(this.#boundLifetimes) - index)
    this.#print(level < 26n ? `'${String.fromCharCode(97 + Number(level))}` : `'_${level}`)
  }

  #constant(): void {
    this.#enter()
    const letter = this.next()
    if (letter === 'B') this.#backReference(() => this.#constant())
    else if (letter === 'p') this.#print('_')
    else if (letter === 'b') this.#booleanConstant()
    else if (letter === 'c') this.#characterConstant()
    else if (SIGNED_TYPES.includes(letter) || UNSIGNED_TYPES.includes(letter)) {
      if (SIGNED_TYPES.includes(letter) && this.accept('n')) this.#print('-')
      this.#integerConstant()
    } else throw NOT_MANGLED
    this.#depth--
  }

  #integerConstant(): void {
    const digits = this.hexDigits()
    // GNU's tools print what does not fit 64 bits from its second digit on, end mark included.
    if (digits.length > 16) this.#print(`0x${digits.slice(1)}_`)
    else this.#print(BigInt(`0x${digits}`).toString())
  }

  #booleanConstant(): void {
    const digits = this.hexDigits()
    if (digits !== '0' && digits !== '1') throw NOT_MANGLED
    this.#print(digits === '0' ? 'false' : 'true')
  }

  #characterConstant(): void {
    const digits = this.hexDigits()
    if (digits.length > 8) throw NOT_MANGLED
    const point = Number.parseInt(digits, 16)
    this.#print(`'${characterText(point)}'`)
  }
}

function characterText(point: number): string {
  if (point === 9) return '\\t'
  if (point === 10) return '\\n'
  if (point === 13) return '\\r'
  if (point > 0x20 && point < 0x7f) return String.fromCharCode(point)
  return `\\u{${point.toString(16)}}`
}
