/**
 * Reads and writes types (builtins, classes, pointers, references, qualifiers, template parameters) and the template
 * arguments that these and names have. Functions, arrays and pointers to members are not plain: they are printed around
 * what they are made of.
 *
 * Source:  Itanium C++ ABI, 5.1.5 and 5.1.7. Where GNU's tools print a type otherwise than one would think is said in
 *          print-types.ts and print-declarators.ts; whatever could lead there is turned down here.
 */
import { NONE } from '../../../../base/brand.ts'
import { isDigit } from '../../characters.ts'
import { LONGEST_NAME } from '../number-cursor.ts'
import { NO_SCOPE, NOT_PLAIN, PlainCursor, QUALIFIERS, REFERENCES, Shape } from './plain-cursor.ts'
import * as words from './words.ts'

export abstract class PlainTypes extends PlainCursor {
  /** Where in the text the identifier read last is, which constructors are called by; none while both are equal. */
  protected nameFrom = 0
  protected nameTo = 0
  /** The letter of the abbreviation read last. */
  protected abbreviated = 0

  /** Template arguments by their place in the text: of the lists being read, and the rows of the one just read. */
  readonly #argumentFrom = new Uint32Array(LONGEST_NAME)
  readonly #argumentTo = new Uint32Array(LONGEST_NAME)
  readonly #argumentShape = new Uint16Array(LONGEST_NAME)
  #argumentCount = 0
  #listEnd = 0

  /** The same of what `T_` means: the rows of the scope and of those around it. */
  readonly #scopeFrom = new Uint32Array(LONGEST_NAME)
  readonly #scopeTo = new Uint32Array(LONGEST_NAME)
  readonly #scopeShape = new Uint16Array(LONGEST_NAME)
  #scopeStart = 0
  #scopeEnd = 0
  #scopes = 0

  /** The same of the elements of packs, all that there are. */
  readonly #elementFrom = new Uint32Array(LONGEST_NAME)
  readonly #elementTo = new Uint32Array(LONGEST_NAME)
  readonly #elementShape = new Uint16Array(LONGEST_NAME)
  #elements = 0
  /** So many of the last are the pack's that was read last. */
  #packSize = 0
  /** Which element of packs `T_` means, or none; and how many there are. */
  #element = NONE
  #packLength = NONE

  /** Where in the text a separator was taken back last. */
  #takenBackAt = 0
  /** Whether any list ended with nothing: then all depends on where the buffer of GNU's tools ends. */
  protected hasEmpty = false

  protected abstract name(): number

  protected override begin(): void {
    super.begin()
    this.nameFrom = this.nameTo = 0
    this.#argumentCount = this.#listEnd = 0
    this.#scopeStart = this.#scopeEnd = this.#scopes = 0
    this.#elements = 0
    this.#element = this.#packLength = NONE
    this.#takenBackAt = 0
    this.hasEmpty = false
  }

  /** Like all that read something, answers the shape of what it wrote. */
  protected type(): number {
    const builtin = words.BUILTIN_WORDS[this.input[this.position]]
    if (builtin === 0) return this.#compoundType()
    this.position++
    this.write(builtin)
    return 0
  }

  #compoundType(): number {
    const from = this.at
    const code = this.input[this.position]
    if (code === 68)
      return this.input[this.position + 1] === 112 ? this.#expansion() : this.#extendedBuiltin()
    this.enter()
    let shape = 0
    if (code === 83) shape = this.#substitutedType(from)
    else {
      shape = this.#typeAt(code, from)
      this.remember(from, shape)
    }
    this.leave()
    return shape
  }

  #typeAt(code: number, from: number): number {
    // N, Z
    if (code === 78 || code === 90 || isDigit(code)) return this.name()
    this.position++
    switch (code) {
      case 80: // P
        this.type()
        this.writeByte(42)
        return 0
      case 82: // R
        return this.#reference(Shape.reference)
      case 79: // O
        return this.#reference(Shape.rightReference)
      case 75: // K
        return this.#qualified(words.CONST, Shape.const, from)
      case 86: // V
        return this.#qualified(words.VOLATILE, Shape.volatile, from)
      case 84: // T
        return this.parameter()
      default:
        throw NOT_PLAIN
    }
  }

  /** References to references collapse; of more than two, GNU's tools make something else. */
  #reference(kind: number): number {
    const next = this.input[this.position]
    if (next === 82 || next === 79) throw NOT_PLAIN
    const inner = this.type()
    if ((inner & REFERENCES) === 0) {
      this.writeByte(38)
      if (kind === Shape.rightReference) this.writeByte(38)
      return kind
    }
    if ((inner & Shape.collapsed) !== 0) throw NOT_PLAIN
    if (kind === Shape.rightReference) return (inner & REFERENCES) | Shape.collapsed
    // The text is a copy of what a substitution or a parameter stands for: what is taken from it stays there.
    if ((inner & Shape.rightReference) !== 0) this.at--
    return Shape.reference | Shape.collapsed
  }

  #qualified(word: number, qualifier: number, from: number): number {
    if (this.isAtQualifier()) throw NOT_PLAIN
    const inner = this.type() & QUALIFIERS
    // Within local names, qualifiers that are outside, too, may be left out.
    if (this.localAt >= from) throw NOT_PLAIN
    if (inner === qualifier) return inner
    if ((inner & qualifier) !== 0) throw NOT_PLAIN
    this.write(word)
    return inner | qualifier
  }

  /** At one of `K`, `V`, `r`. */
  protected isAtQualifier(): boolean {
    const code = this.input[this.position]
    return code === 75 || code === 86 || code === 114
  }

  #extendedBuiltin(): number {
    const word = words.D_BUILTIN_WORDS[this.input[this.position + 1]]
    if (word === 0) throw NOT_PLAIN
    this.position += 2
    this.write(word)
    return 0
  }

  #substitutedType(from: number): number {
    let shape = 0
    if (this.input[this.position + 1] === 116) shape = this.name()
    else {
      this.position++
      shape = this.substitutionOrAbbreviation()
      if (this.input[this.position] !== 73) return shape
      this.templateArguments()
      shape = (shape & Shape.structor) | Shape.template
    }
    this.remember(from, shape)
    return shape
  }

  /** The cursor is behind the `S`. */
  protected substitutionOrAbbreviation(): number {
    const code = this.input[this.position]
    const word = words.ABBREVIATION_WORDS[code]
    if (word === 0) return this.substitution()
    this.position++
    if (this.input[this.position] === 66) throw NOT_PLAIN
    this.write(word)
    this.abbreviated = code
    this.nameFrom = words.WORD_START[words.ABBREVIATION_NAMES[code]]
    this.nameTo = words.WORD_START[words.ABBREVIATION_NAMES[code] + 1]
    return Shape.abbreviation
  }

  /** `T_`, `T0_`, …; the cursor is behind the `T`. */
  protected parameter(): number {
    const row = this.#scopeStart + this.ordinal()
    if (this.scope === NO_SCOPE || row >= this.#scopeEnd) throw NOT_PLAIN
    if (this.isInLambda || this.input[this.position] === 73) throw NOT_PLAIN
    this.markDependent()
    const shape = this.#scopeShape[row]
    if (shape === Shape.pack) return this.#elementOf(this.#scopeFrom[row], this.#scopeTo[row])
    this.copy(this.#scopeFrom[row], this.#scopeTo[row])
    return shape
  }

  /** The element in turn of a pack; of none, when its length is asked. */
  #elementOf(first: number, end: number): number {
    if (this.#element === NONE || (this.#packLength !== NONE && this.#packLength !== end - first))
      throw NOT_PLAIN
    this.#packLength = end - first
    if (this.#packLength === 0) return 0
    const row = first + this.#element
    this.copy(this.#elementFrom[row], this.#elementTo[row])
    return this.#elementShape[row]
  }

  /** `Dp` and a pattern: it is read once for every element. */
  #expansion(): number {
    if (this.#element !== NONE) throw NOT_PLAIN
    this.position += 2
    const { position, at } = this
    const known = this.knownCount()
    this.#element = 0
    this.#packLength = NONE
    this.type()
    const length = this.#packLength
    if (length === NONE) throw NOT_PLAIN
    if (length === 0) this.at = at
    while (++this.#element < length) {
      this.position = position
      this.forget(known)
      this.writeSeparator()
      this.type()
    }
    this.#element = NONE
    this.remember(at, Shape.pack)
    this.seal(known)
    return Shape.pack
  }

  protected templateArguments(): void {
    this.enter()
    const { nameFrom, nameTo } = this
    if (this.last() === 60) this.writeByte(32)
    this.writeByte(60)
    this.position++
    this.#list()
    // A separator that was taken back still counts as a blank (output.ts).
    if (this.last() === 62 && this.#takenBackAt !== this.at) this.writeByte(32)
    this.writeByte(62)
    this.nameFrom = nameFrom
    this.nameTo = nameTo
    this.leave()
  }

  #list(): void {
    const first = this.#argumentCount
    let written = this.at
    while (!this.accept(69)) {
      if (this.#argumentCount > first) this.writeSeparator()
      const from = this.at
      const shape = this.#templateArgument()
      const row = this.#argumentCount++
      if (shape === Shape.pack) {
        this.#argumentFrom[row] = this.#elements - this.#packSize
        this.#argumentTo[row] = this.#elements
      } else {
        this.#argumentFrom[row] = from
        this.#argumentTo[row] = this.at
      }
      this.#argumentShape[row] = shape
      if (this.at > from) written = this.at
    }
    this.takeBack(written)
    this.#listEnd = this.#argumentCount
    this.#argumentCount = first
  }

  /** Ends a list behind its last item with a text. */
  protected takeBack(written: number): void {
    if (this.at === written) return
    this.at = this.#takenBackAt = written
    this.hasEmpty = true
  }

  #templateArgument(): number {
    const code = this.input[this.position]
    if (code === 76) return this.#literal()
    return code === 74 || code === 73 ? this.#pack() : this.type()
  }

  #pack(): number {
    this.enter()
    this.position++
    this.#list()
    this.#packSize = this.#listEnd - this.#argumentCount
    for (let row = this.#argumentCount; row < this.#listEnd; row++) {
      if (this.#argumentShape[row] === Shape.pack) throw NOT_PLAIN
      this.#elementFrom[this.#elements] = this.#argumentFrom[row]
      this.#elementTo[this.#elements] = this.#argumentTo[row]
      this.#elementShape[this.#elements++] = this.#argumentShape[row]
    }
    if (this.#packSize === 0) this.hasEmpty = true
    this.leave()
    return Shape.pack
  }

  protected writeSeparator(): void {
    this.writeByte(44)
    this.writeByte(32)
  }

  #literal(): number {
    this.position++
    const code = this.input[this.position]
    const suffix = words.LITERAL_SUFFIXES[code]
    if (code === 98) this.#boolean()
    else if (suffix !== 0) {
      this.position++
      this.#writeDigits()
      this.write(suffix)
    } else {
      if (code === 68 || code === 90 || code === 95 || words.IS_FLOATING[code] === 1) throw NOT_PLAIN
      this.writeByte(40)
      this.type()
      this.writeByte(41)
      this.#writeDigits()
    }
    return 0
  }

  #boolean(): void {
    const digit = this.input[this.position + 1]
    if (this.input[this.position + 2] !== 69 || (digit !== 48 && digit !== 49)) throw NOT_PLAIN
    this.position += 3
    this.write(digit === 48 ? words.FALSE : words.TRUE)
  }

  /** Up to an end mark, at least one; an `n` in front stands for a minus. */
  #writeDigits(): void {
    if (this.accept(110)) this.writeByte(45)
    const from = this.position
    while (this.input[this.position] !== 69) {
      if (this.position >= this.end) throw NOT_PLAIN
      this.writeByte(this.input[this.position++])
    }
    if (this.position === from) throw NOT_PLAIN
    this.position++
  }

  /** Types up to an end mark, a dot or the end of the name. */
  protected parameters(): void {
    this.writeByte(40)
    const next = this.input[this.position + 1]
    if (this.input[this.position] === 118 && (next === 69 || next === 46 || this.position + 1 === this.end)) {
      this.position++
    } else {
      let written = this.at
      for (let isFirst = true; isFirst || !this.#isAtEndOfParameters(); isFirst = false) {
        if (!isFirst) this.writeSeparator()
        const from = this.at
        this.type()
        if (this.at > from) written = this.at
      }
      this.takeBack(written)
    }
    this.writeByte(41)
  }

  #isAtEndOfParameters(): boolean {
    const code = this.input[this.position]
    return code === 69 || code === 46 || this.position >= this.end
  }

  /** From now on the template arguments just read are what `T_` means. Answers what `closeScope` wants to know. */
  protected openScope(): number {
    const outer = this.#scopeStart
    const first = this.#argumentCount
    const start = this.#scopeEnd
    if (start + this.#listEnd - first > LONGEST_NAME) throw NOT_PLAIN
    for (let row = first; row < this.#listEnd; row++) {
      this.#scopeFrom[this.#scopeEnd] = this.#argumentFrom[row]
      this.#scopeTo[this.#scopeEnd] = this.#argumentTo[row]
      this.#scopeShape[this.#scopeEnd++] = this.#argumentShape[row]
    }
    this.#scopeStart = start
    this.scope = ++this.#scopes
    return outer
  }

  protected closeScope(scope: number, outer: number): void {
    this.#scopeEnd = this.#scopeStart
    this.#scopeStart = outer
    this.scope = scope
  }
}
