// Reads the values that are arguments of D templates: numbers, characters, strings, arrays, structures, functions.
//
// Source:  "Application Binary Interface" of the D language: Value. How a value looks depends on the first letter of
//          its type alone, so a `const bool` is printed as a number; this is c++filt's way.
import { isDigit, NOT_MANGLED } from '../parsing.ts'
import { TypeReader } from './types.ts'

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

export abstract class LiteralReader extends TypeReader {
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
