// Names of Rust functions: the legacy scheme, a C++ name with a hash at its end, and scheme v0 with
// Punycode.
import { isDigit, isLower, isUpper, lowerHexValue, NOT_MANGLED } from './parsing.ts'
import { utf8 } from '../../base/string-table.ts'

/**
 * Rust's legacy mangling: C++ nested names that end in a hash, with punctuation spelled out.
 *
 * `_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE` is `core::fmt::Write::write_fmt`. Only its
 * last part, `h` and 16 hexadecimal digits, distinguishes it from a C++ name. As in GNU's tools,
 * fewer than five different digits are no hash.
 */

const HASH_LENGTH = 17
const MIN_DIFFERENT_DIGITS = 5

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['SP', '@'],
  ['BP', '*'],
  ['RF', '&'],
  ['LT', '<'],
  ['GT', '>'],
  ['LP', '('],
  ['RP', ')'],
  ['C', ','],
])

/**
 * Demangles a legacy Rust name, `_ZN…17h…E`, without its hash; null for any other, which may be a C++ name.
 */
export function demangleRustLegacy(name: string): string | null {
  // The second test is for speed: most names that start so are C++.
  if (!name.startsWith('_ZN') || !name.includes('17h', 4)) return null
  const parts = splitParts(name)
  const hash = parts.pop()
  if (hash === undefined || parts.length === 0 || !isHash(hash) || !hasNameCharacters(name)) return null
  let text = readPart(parts[0] ?? '')
  for (let index = 1; index < parts.length; index++) text += `::${readPart(parts[index] ?? '')}`
  return text
}

/** The texts behind their lengths; none if they reach no end mark, or if a word of what follows ends with another. */
function splitParts(name: string): string[] {
  const parts: string[] = []
  let at = 3
  while (name.charCodeAt(at) !== 69) {
    let length = name.charCodeAt(at) - 48
    if (!(length >= 1 && length <= 9)) return []
    for (at++; isDigit(name.charCodeAt(at)); at++) length = length * 10 + (name.charCodeAt(at) - 48)
    if (length >= name.length - at) return []
    parts.push(name.slice(at, at + length))
    at += length
  }
  const suffix = name.slice(at + 1)
  return suffix === '' || (suffix.startsWith('.') && !/E(\.|$)/.test(suffix)) ? parts : []
}

function hasNameCharacters(name: string): boolean {
  for (let at = 3; at < name.length; at++) if (!isNameCharacter(name.charCodeAt(at))) return false
  return true
}

function isNameCharacter(code: number): boolean {
  // Underscore, dollar, dot, colon, at sign.
  if (isLower(code) || isDigit(code) || isUpper(code)) return true
  return code === 95 || code === 36 || code === 46 || code === 58 || code === 64
}

function isHash(part: string): boolean {
  if (part.length !== HASH_LENGTH || part.charCodeAt(0) !== 104) return false
  let seen = 0
  for (let at = 1; at < HASH_LENGTH; at++) {
    const value = lowerHexValue(part.charCodeAt(at))
    if (value < 0) return false
    seen |= 1 << value
  }
  let different = 0
  for (; seen !== 0; seen &= seen - 1) different++
  return different >= MIN_DIFFERENT_DIGITS
}

/** One part with its escapes undone; from the first that is none, the rest stays as it is. */
function readPart(part: string): string {
  let text = ''
  /** From where on nothing has been written yet. */
  let rest = part.startsWith('_$') ? 1 : 0
  for (let at = rest; at < part.length;) {
    const code = part.charCodeAt(at)
    if (code === 36) {
      const end = part.indexOf('$', at + 1)
      const escaped = end < 0 ? null : readEscape(part.slice(at + 1, end))
      if (escaped === null) break
      text += part.slice(rest, at) + escaped
      at = rest = end + 1
    } else if (code === 46 && part.charCodeAt(at + 1) === 46) {
      text += `${part.slice(rest, at)}::`
      at = rest = at + 2
    } else at++
  }
  return text + part.slice(rest)
}

function readEscape(escape: string): string | null {
  const known = ESCAPES.get(escape)
  if (known !== undefined) return known
  if (escape.length !== 3 || escape.charCodeAt(0) !== 117) return null
  const high = lowerHexValue(escape.charCodeAt(1))
  const low = lowerHexValue(escape.charCodeAt(2))
  if (low < 0 || high < 2 || high > 7) return null
  return String.fromCharCode(high * 16 + low)
}

/**
 * Identifiers outside ASCII: Punycode with `_` in place of `-`.
 *
 * The input is the basic characters and the digits after the last underscore; the result UTF-8.
 * Null for an invalid digit. As in GNU's tools, the empty text if the digits end early or encode no
 * character. Source: RFC 3492, sections 5 and 6; RFC 2603 for the underscore.
 */

const BASE = 36
const LOWEST_THRESHOLD = 1
const HIGHEST_THRESHOLD = 26
const SKEW = 38
const DAMPING = 700
const INITIAL_BIAS = 72
const FIRST_POINT = 0x80
const LAST_POINT = 0x10ffff

/** Longest identifier decoded: inserting takes quadratic time. A longer one counts as invalid. */
const MAX_POINTS = 512

function decodePunycode(basic: string, digits: string): string | null {
  const points: number[] = []
  for (let at = 0; at < basic.length; at++) points.push(basic.charCodeAt(at))
  let point = FIRST_POINT
  let bias = INITIAL_BIAS
  let index = 0
  let at = 0
  while (at < digits.length) {
    const before = index
    let weight = 1
    for (let step = BASE; ; step += BASE) {
      if (at === digits.length) return ''
      const digit = digitValue(digits.charCodeAt(at++))
      if (digit < 0) return null
      index += digit * weight
      const threshold = Math.min(Math.max(step - bias, LOWEST_THRESHOLD), HIGHEST_THRESHOLD)
      if (digit < threshold) break
      weight *= BASE - threshold
      if (weight > LAST_POINT * MAX_POINTS) return ''
    }
    const count = points.length + 1
    bias = adapt(index - before, count, before === 0)
    point += Math.floor(index / count)
    index %= count
    if (point > LAST_POINT || count > MAX_POINTS) return ''
    points.splice(index, 0, point)
    index++
  }
  let text = ''
  for (const each of points) text += utf8(each)
  return text
}

/** 0 to 35, or -1. */
function digitValue(code: number): number {
  if (isLower(code)) return code - 97
  return isDigit(code) ? code - 22 : -1
}

function adapt(distance: number, count: number, isFirst: boolean): number {
  let delta = isFirst ? Math.floor(distance / DAMPING) : distance >> 1
  delta += Math.floor(delta / count)
  let bias = 0
  while (delta > ((BASE - LOWEST_THRESHOLD) * HIGHEST_THRESHOLD) >> 1) {
    delta = Math.floor(delta / (BASE - LOWEST_THRESHOLD))
    bias += BASE
  }
  return bias + Math.floor(((BASE - LOWEST_THRESHOLD + 1) * delta) / (delta + SKEW))
}

/**
 * A position in a Rust v0 name, with the numbers and identifiers of the grammar.
 *
 * Errors:  NOT_MANGLED where the text leaves the grammar.
 * Source:  "v0 Symbol Format" of the rustc book: identifiers, common rules.
 */

/** An identifier of a v0 name. */
export interface Identifier {
  readonly text: string
  /** The text may be empty without, for Punycode that means nothing. */
  readonly isNamed: boolean
  readonly disambiguator: bigint
}

class V0Cursor {
  protected readonly input: string
  protected position = 2

  constructor(input: string) {
    this.input = input
  }

  protected peek(): number {
    return this.position < this.input.length ? this.input.charCodeAt(this.position) : 0
  }

  protected next(): string {
    if (this.position >= this.input.length) throw NOT_MANGLED
    return this.input.charAt(this.position++)
  }

  protected accept(letter: string): boolean {
    if (this.input.charAt(this.position) !== letter) return false
    this.position++
    return true
  }

  protected hexDigits(): string {
    const from = this.position
    while (lowerHexValue(this.peek()) >= 0) this.position++
    const digits = this.input.slice(from, this.position)
    if (digits === '' || !this.accept('_')) throw NOT_MANGLED
    return digits
  }

  protected identifier(): Identifier {
    const disambiguator = this.disambiguator()
    const isPunycode = this.accept('u')
    const bytes = this.identifierBytes()
    if (!isPunycode) return { text: bytes, isNamed: bytes !== '', disambiguator }
    const split = bytes.lastIndexOf('_')
    const digits = bytes.slice(split + 1)
    const text = digits === '' ? null : decodePunycode(bytes.slice(0, Math.max(split, 0)), digits)
    if (text === null) throw NOT_MANGLED
    return { text, isNamed: true, disambiguator }
  }

  protected plainIdentifier(): string {
    const text = this.identifierBytes()
    if (text === '') throw NOT_MANGLED
    return text
  }

  protected identifierBytes(): string {
    const length = this.decimal()
    this.accept('_')
    const from = this.position
    if (length > this.input.length - from) throw NOT_MANGLED
    this.position = from + length
    for (let at = from; at < this.position; at++) {
      const code = this.input.charCodeAt(at)
      if (!isLower(code) && !isUpper(code) && !isDigit(code) && code !== 95) throw NOT_MANGLED
    }
    return this.input.slice(from, this.position)
  }

  protected decimal(): number {
    if (this.accept('0')) return 0
    let value = 0
    if (!isDigit(this.peek())) throw NOT_MANGLED
    while (isDigit(this.peek())) {
      value = value * 10 + (this.peek() - 48)
      if (value > this.input.length) throw NOT_MANGLED
      this.position++
    }
    return value
  }

  protected disambiguator(): bigint {
    return this.accept('s') ? BigInt.asUintN(64, this.base62() + 1n) : 0n
  }

  /** `_` is 0, `0_` is 1, `Z_` is 62; 64 bits, like the tools, whatever is written. */
  protected base62(): bigint {
    if (this.accept('_')) return 0n
    const from = this.position
    let value = 0
    let wide: bigint | null = null
    while (!this.accept('_')) {
      const digit = base62Value(this.next().charCodeAt(0))
      if (wide === null && this.position - from > 8) wide = BigInt(value)
      if (wide === null) value = value * 62 + digit
      else wide = BigInt.asUintN(64, wide * 62n + BigInt(digit))
    }
    return BigInt.asUintN(64, (wide ?? BigInt(value)) + 1n)
  }
}

function base62Value(code: number): number {
  if (isDigit(code)) return code - 48
  if (isLower(code)) return code - 87
  if (isUpper(code)) return code - 29
  throw NOT_MANGLED
}

/**
 * Rust's v0 mangling, as GNU's tools print it: crate hashes and the types of constants left out.
 *
 * The name is printed while it is read, in one pass. What is not shown (the place of an impl block, the crate that
 * instantiated a generic) is read with printing switched off. A back reference moves the cursor for one construct.
 *
 * Errors:  null for whatever is not such a name, or passes a bound.
 * Source:  Rust RFC 2603 and "v0 Symbol Format" of the rustc book.
 */

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
