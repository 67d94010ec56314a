// Names of functions and arcs: raw, and as people read them, decoded and demangled when first asked for;
// their parts, and how they are shortened for a screen.
import { buffersIn, detachBuffers } from '../../base/columns.ts'
import {
  binaryString,
  stringAt,
  type StringIndex,
  type StringTable,
  StringTableBuilder,
  textOfBinary,
  visibleText,
} from '../../base/string-table.ts'
import type { ArcIndex, FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import { demangleSymbol } from '../../symbols/demangle/itanium/demangle-itanium.ts'
import { mayBeMangled, readableName, withoutPrefix } from '../../symbols/demangle/demangle.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcName } from '../../analysis/scenario/scenario.ts'

// Splits a long C++, Rust or Fortran name into scope, own name and arguments, and shortens it for
// a sentence.

/**
 * The parts of a name, in order; joined, they are the name. Where room is short, `scope` and
 * `own` distinguish functions best.
 */
export interface NameParts {
  /** "void " or "": only templates include their return type. */
  readonly result: string
  /** "core::detail::", "__grid_MOD_" or "". */
  readonly outer: string
  /** "Buffer<int>" or "". */
  readonly scope: string
  /** "::insert", with the separator. */
  readonly own: string
  /** The function's own template arguments: "<int>" or "". */
  readonly types: string
  /** "(int) const" or "". */
  readonly parameters: string
}

const NO_PARTS: NameParts = { result: '', outer: '', scope: '', own: '', types: '', parameters: '' }
const OPENING = '<([{'
const CLOSING = '>)]}'

/**
 * Operators whose signs are no brackets, longer ones first. After `operator!=` or `operator->`, a
 * `<` is a bracket again.
 */
const OPERATOR =
  /\boperator\b\s*(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|[<>]=?|&&|\|\||\+\+|--|[-+*/%^&|=!]=?|~|,|"")?/
const AT_OPERATOR = new RegExp(OPERATOR, 'y')
const OWN_OPERATOR = new RegExp(`^(?:::|.* )?${OPERATOR.source}`)

/**
 * Returns the end of a Fortran module prefix: "__grid_MOD_" by gfortran, "grid_mp_" by Intel's
 * compiler; 0 if there is none.
 */
function moduleEnd(name: string): number {
  const found = /^__[a-z]\w*?_MOD_(?=\w)|^[a-z]\w*?_mp_(?=\w+_$)/.exec(name)
  return found?.[0].length ?? 0
}

/**
 * Returns gfortran's name of a module procedure as Fortran programmers write it: "grid::relax" for
 * "__grid_MOD_relax". Other names stay.
 */
export function fortranName(name: string): string {
  return name.startsWith('__') ? name.replace(/^__([a-z]\w*?)_MOD_(?=\w)/, '$1::') : name
}

/** Returns the Fortran module of a name: "grid" of "__grid_MOD_relax"; "" if it is in none. */
export function moduleOf(name: string): string {
  return name.slice(0, moduleEnd(name)).replace(/^__|_MOD_$|_mp_$/g, '')
}

/**
 * Returns the namespaces and classes that a name is in, from the outermost, without their template
 * arguments: "std" and "vector" of "std::vector<int>::push_back(int&&)".
 */
export function scopesOf(name: string): readonly string[] {
  if (!name.includes('::') || moduleEnd(name) > 0) return []
  const bare = name.startsWith('<') ? withoutTrait(name) : name
  const { outer, scope } = nameParts(bare)
  return splitScopes(outer + scope)
    .map((part) => (part.startsWith('<') ? part : part.replace(/<.*$/s, '')))
    .filter((part) => part !== '')
}

/** Returns the qualifiers after a method's parameters: " const", " &&", or "". */
export function qualifiersOf(name: string): string {
  return /(?<=\))(?: const| volatile| &&?)+$/.exec(name)?.[0] ?? ''
}

/**
 * Splits a readable name into its parts. A name without scopes, arguments and template arguments is all in
 * `own`.
 *
 * @param name readable name of C, C++, Rust or Fortran, as text
 */
export function nameParts(name: string): NameParts {
  const inner = moduleEnd(name)
  if (inner > 0) return { ...NO_PARTS, outer: name.slice(0, inner), own: name.slice(inner) }
  let depth = 0
  let cut = 0
  let end = name.length
  /** `operator` is followed by a type, whose scopes are not the function's. */
  let isConversion = false
  for (let at = 0; at < name.length; at++) {
    const letter = name.charAt(at)
    if (name.startsWith('operator', at)) {
      AT_OPERATOR.lastIndex = at
      const found = AT_OPERATOR.exec(name)?.[0] ?? letter
      isConversion ||= depth === 0 && found === 'operator '
      at += found.length - 1
    } else if (name.startsWith('(anonymous namespace)', at)) at += '(anonymous namespace)'.length - 1
    else if (letter === '(' && depth === 0 && /\bdecltype ?$/.test(name.slice(0, at))) depth++
    else if (letter === '(' && depth === 0 && at > 0 && (cut === 0 || at > cut + 2)) {
      end = at
      break
    } else if (OPENING.includes(letter)) depth++
    else if (CLOSING.includes(letter)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && !isConversion && letter === ':' && name.charAt(at + 1) === ':') {
      cut = at
      at++
    }
  }
  const types = typesAt(name, cut, end)
  const begin = types < end ? resultEnd(name, cut === 0 ? types : cut) : 0
  const at = Math.max(begin, cut)
  const last = cut === 0 ? begin : innerScope(name, begin, cut)
  return {
    result: name.slice(0, begin),
    outer: name.slice(begin, last),
    scope: name.slice(last, at),
    own: name.slice(at, types),
    types: name.slice(types, end),
    parameters: name.slice(end),
  }
}

/** Returns the start of the template arguments that end at `end`; `end` if there are none. */
function typesAt(name: string, from: number, end: number): number {
  const operator = OWN_OPERATOR.exec(name.slice(from, end))
  const least = from + (operator?.[0].length ?? 1)
  if (name.charAt(end - 1) !== '>' || end - 1 < least) return end
  let depth = 0
  for (let at = end - 1; at >= least; at--) {
    if (CLOSING.includes(name.charAt(at))) depth++
    else if (OPENING.includes(name.charAt(at)) && --depth === 0) return at
  }
  return end
}

/**
 * Returns the position after the last space outside all brackets, except the one in `operator
 * bool`.
 */
function resultEnd(name: string, end: number): number {
  const operator = name.slice(0, end).search(/\boperator\b/)
  let depth = 0
  for (let at = (operator < 0 ? end : operator) - 1; at > 0; at--) {
    const letter = name.charAt(at)
    if (CLOSING.includes(letter)) depth++
    else if (OPENING.includes(letter)) depth--
    else if (letter === ' ' && depth === 0) return at + 1
  }
  return 0
}

/** Returns the start of the innermost scope in `[from, end)`. */
function innerScope(name: string, from: number, end: number): number {
  let depth = 0
  for (let at = end - 1; at > from; at--) {
    const letter = name.charAt(at)
    if (CLOSING.includes(letter)) depth++
    else if (OPENING.includes(letter)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && letter === ':' && name.charAt(at - 1) === ':') return at + 1
  }
  return from
}

// Names in sentences: in full if short, else scope and own name.

/** Length beyond which a name makes a sentence unreadable. */
const MOST_IN_SENTENCE = 60
/** Prefixes of compiler-generated functions, whose names are otherwise equal. */
const MADE_OF_IT = /^[A-Za-z -]+ (?:to|for) (?=[\w(])/

/**
 * Returns a name for a sentence: unchanged up to 60 characters, else without arguments and outer scopes. It
 * keeps the suffix of a clone, such as GCC's `[clone .isra.0]`, because some messages are about these.
 *
 * @param name readable name, as text; a very long one from `displayName`
 */
export function briefName(name: string): string {
  if (name.length <= MOST_IN_SENTENCE) return name
  const made = MADE_OF_IT.exec(name)?.[0] ?? ''
  const { scope, own, parameters } = nameParts(name.slice(made.length))
  const copies = /(?: \[clone [^\]]*\])+$/.exec(parameters)?.[0] ?? ''
  return `${made}${withoutArguments(scope)}${own}${copies}`
}

function withoutArguments(scope: string): string {
  const types = scope.indexOf('<')
  return scope.length <= MOST_IN_SENTENCE || types < 1 ? scope : `${scope.slice(0, types)}<…>`
}

// Shortens a function's name to fit a label: drops arguments and template arguments first, then
// outer scopes, then the middle.

const ELLIPSIS = '…'
/** Fewer characters of a class are meaningless. */
const LEAST_OWNER = 3

/**
 * Returns a name of at most `most` characters that keeps what distinguishes functions. Drops, in turn:
 * arguments, return type, outer scopes, template arguments, the middle. The tooltip has the full name.
 *
 * @param name readable name, as text; a very long one from `displayName`
 * @param most in characters (UTF-16 units)
 */
export function shortenName(name: string, most: number): string {
  if (name.length <= most) return name
  const inModule = moduleEnd(name)
  if (inModule > 0) return cutMiddle(name.slice(inModule), most)
  const bare = bareName(name)
  const folded = foldBrackets(bare)
  for (const candidate of [bare, folded]) {
    const scopes = splitScopes(candidate)
    for (let kept = scopes.length; kept >= 1; kept--) {
      const tail = scopes.slice(scopes.length - kept).join('::')
      // A method without its class says little; template arguments say more than an outer scope.
      if (
        tail.length <= most &&
        (kept > 1 ||
          ((scopes.length === 1 || tail.endsWith('>') || candidate === folded) &&
            ownerOf(scopes, most) === ''))
      )
        return tail
    }
  }
  const scopes = splitScopes(folded)
  return cutMiddle(`${ownerOf(scopes, most)}${scopes.at(-1) ?? folded}`, most)
}

/** Returns a name without arguments and return type. */
export function bareName(name: string): string {
  // The mark that names.ts puts in place of an omitted middle.
  return name.includes(' more …')
    ? ofItsHead(name)
    : withoutTrait(withoutReturnType(nameWithoutArguments(name)))
}

/**
 * If the middle is missing, brackets are not paired: reads from the left and drops their
 * contents.
 */
function ofItsHead(name: string): string {
  const { scope, own } = nameParts(name)
  return [scope, own].map((part) => part.replace(/\b(?<!operator)<.*/, `<${ELLIPSIS}>`)).join('')
}

/**
 * Returns as much of the class of `Class::operator()` as fits: an operator alone is like any
 * other.
 */
function ownerOf(scopes: readonly string[], most: number): string {
  const [owner, last = ''] = scopes.slice(-2)
  const room = most - last.length - `${ELLIPSIS}::`.length
  if (scopes.length < 2 || owner === undefined || !/^operator\W/.test(last) || room < LEAST_OWNER) return ''
  return `${owner.slice(0, room)}${ELLIPSIS}::`
}

/**
 * Shortens names that are shown together, in the same order, each as `shortenName` does. If the module of
 * one Fortran procedure does not fit, all are shown without modules. Names that would become equal keep
 * their qualifiers, even beyond `most`: `operator[]` and `operator[] const`.
 */
export function shortenAll(names: readonly string[], most: number): readonly string[] {
  const isTight = names.some((name) => name.length > most && moduleEnd(name) > 0)
  const short = names.map((name) => shortenName(isTight ? name.slice(moduleEnd(name)) : name, most))
  const times = new Map<string, number>()
  for (const text of short) times.set(text, (times.get(text) ?? 0) + 1)
  return short.map((text, at) => {
    const qualifiers = times.get(text) === 1 ? '' : qualifiersOf(names[at] ?? '')
    return text.endsWith(qualifiers) ? text : text + qualifiers
  })
}

/**
 * Returns the base names of functions that are shown together, in the same order: without scopes, arguments
 * and template arguments, of at most `most` characters. Equal base names, operators and lambdas keep their
 * class or function as far as it fits: `Printer::visit`, `less::operator()`, `sort_all::{lambda}`.
 */
export function baseNames(names: readonly string[], most: number): readonly string[] {
  const parts = names.map((name) => {
    const scopes = splitScopes(bareName(name.slice(moduleEnd(name)))).map(withoutTypes)
    const last = scopes.length - 1
    const isLambda = last > 0 && scopes[last - 1].startsWith('{lambda')
    return isLambda
      ? { own: '{lambda}', owner: scopes[last - 2] ?? '' }
      : { own: scopes[last], owner: scopes[last - 1] ?? '' }
  })
  const times = new Map<string, number>()
  for (const { own } of parts) times.set(own, (times.get(own) ?? 0) + 1)
  return parts.map(({ own, owner }) => {
    const isClear = times.get(own) === 1 && !/^operator\W|^\{lambda\}$/.test(own)
    if (isClear || owner === '') return cutMiddle(own, most)
    const room = most - own.length - 2
    if (owner.length <= room) return `${owner}::${own}`
    return room > LEAST_OWNER ? `${owner.slice(0, room - 1)}${ELLIPSIS}::${own}` : cutMiddle(own, most)
  })
}

/** `vector<int>` → `vector`, `sum(int)` → `sum`, `print[abi:cxx11]` → `print`, `operator!=<int>` → `operator!=`. */
function withoutTypes(part: string): string {
  // Names of operators still have their return type.
  const scope = part.replace(/^(?!\(|operator\b)[^<(]* (?=operator\b|\w+$)/, '')
  const sign = /^operator\W/.test(scope) ? OWN_OPERATOR.exec(scope)?.[0] : undefined
  if (sign !== undefined) return /\s$/.test(sign) ? scope : sign
  return scope.replace(/(?<=.)[<([].*$/s, '')
}

/**
 * Rust's `<Type as Trait>::f` → `Type::f`, `<Type>::f` → `Type::f`: a name that begins with a
 * bracket would fold to nothing.
 */
function withoutTrait(name: string): string {
  if (!name.startsWith('<')) return name
  let depth = 0
  let end = 0
  for (let at = 0; at < name.length; at++) {
    const character = name[at]
    if (character === '<') depth++
    else if (character === '>' && name[at - 1] !== '-' && --depth === 0)
      return name.slice(1, end || at) + name.slice(at + 1)
    else if (depth === 1 && end === 0 && name.startsWith(' as ', at)) end = at
  }
  return name
}

/** `int ns::sum<int>` → `ns::sum<int>`: demangled templates carry their return type. */
function withoutReturnType(name: string): string {
  if (name.includes('operator')) return name
  let depth = 0
  for (let at = name.length - 1; at > 0; at--) {
    const character = name[at]
    if ('>)}]'.includes(character)) depth++
    else if ('<({['.includes(character)) depth--
    else if (character === ' ' && depth === 0) return name.slice(at + 1)
  }
  return name
}

/** `f(int, char)` → `f`, `f(int) const` → `f`; `operator()` and `(anonymous namespace)` stay. */
function nameWithoutArguments(name: string): string {
  const close = name.lastIndexOf(')')
  if (
    close < 0 ||
    !/^( const| volatile| &+|\[abi:\w+\]|\.\w+|\s*\[clone [^\]]*\])*$/.test(name.slice(close + 1))
  ) {
    return name
  }
  let depth = 0
  for (let at = close; at > 0; at--) {
    const character = name[at]
    if (character === ')') depth++
    else if (character === '(' && --depth === 0) {
      const before = name.slice(0, at)
      return before.endsWith('operator') || before.endsWith('::') ? name : before
    }
  }
  return name
}

/** Empties the outermost `<…>` and `{…}`. */
function foldBrackets(name: string): string {
  let folded = ''
  let depth = 0
  for (let at = 0; at < name.length; at++) {
    const character = name[at]
    const isOperator = /operator[<>=-]*$/.test(name.slice(Math.max(0, at - 11), at))
    if (isOperator || (character === '>' && name[at - 1] === '-')) {
      if (depth === 0) folded += character
    } else if (character === '<') {
      if (depth++ === 0) folded += `<${ELLIPSIS}`
    } else if (character === '>' && depth > 0) {
      if (--depth === 0) folded += '>'
    } else if (depth === 0) folded += character
  }
  return depth === 0 ? folded : name
}

export function splitScopes(name: string): string[] {
  const scopes: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < name.length; at++) {
    const character = name[at]
    if ('<({['.includes(character)) depth++
    else if ('>)}]'.includes(character)) depth = Math.max(0, depth - 1)
    else if (depth === 0 && name.startsWith('::', at)) {
      scopes.push(name.slice(from, at))
      from = at + 2
      at++
    }
  }
  scopes.push(name.slice(from))
  return scopes
}

/** Returns a name of at most `most` characters, without its middle. */
export function cutMiddle(name: string, most: number): string {
  if (name.length <= most) return name
  const tail = Math.floor((most - 1) * 0.4)
  return name.slice(0, most - 1 - tail) + ELLIPSIS + name.slice(name.length - tail)
}

// Readable names of all functions, prepared in slices and stored as bytes: two hundred thousand
// strings would take several times the memory, and longer to search. Once the names are sorted,
// most slices are released, because they take more memory than the profile's arcs. They are
// rebuilt one by one when all names are searched.

/** Some names in the order of preparation. */
export interface NameSlice {
  /** FunctionIndex by row. */
  readonly functions: Uint32Array<ArrayBuffer>
  /** Readable names by row; "" if it equals the raw name. */
  readonly names: StringTable
  /** Rows whose names contain non-ASCII characters. */
  readonly wide: readonly number[]
}

/**
 * Largest length of a stored name, as a multiple of the raw name's. A mangled name can grow
 * without bounds: 150 bytes to 90,000. The limit keeps the total in proportion to the program's
 * size; names on screen and in listings are complete.
 */
const MOST_TIMES_RAW = 16
/** Length to which short names may grow, in bytes. */
const MOST_OF_SHORT = 1000

const mostBytes = (raw: number): number => Math.max(MOST_OF_SHORT, MOST_TIMES_RAW * raw)

/**
 * Number of slices that are never released: thousands of functions, those with most time, which are
 * examined first.
 */
export const FIRST_SLICES = 5

/** Prepares and stores the readable names of a program. Call `prepare` until it returns false. */
export class ReadableNames {
  readonly #functions: Named
  readonly #first: Uint32Array
  /** All functions in the order of preparation; null until it starts. */
  #sequence: Uint32Array<ArrayBuffer> | null = null
  readonly #slices: NameSlice[] = []
  /** FunctionIndex of every slice's rows, released slices included. */
  readonly #parts: Uint32Array<ArrayBuffer>[] = []
  readonly #gathering = new StringTableBuilder()
  #ready = 0

  /**
   * @param first FunctionIndex of the names to prepare first, such as the rows of the flat
   * profile
   */
  constructor(functions: Named, first = new Uint32Array(0)) {
    this.#functions = functions
    this.#first = first
  }

  /** Number of functions whose names are prepared. */
  get ready(): number {
    return this.#ready
  }

  /** Number of prepared slices. */
  get length(): number {
    return this.#parts.length
  }

  /**
   * Returns a prepared slice, `at` from 0. A released slice is rebuilt and is valid until the next one is.
   */
  slice(at: number): NameSlice {
    return this.#slices[at] ?? this.#made(this.#parts[at], 'lend')
  }

  /** Returns all prepared slices together; rebuilds those that were released. */
  together(): readonly NameSlice[] {
    return this.#parts.map((functions, at) => (this.#slices[at] ??= this.#made(functions, 'take')))
  }

  /**
   * Releases all slices but the first five: detaches their buffers. `together` must not be called any more,
   * and slices it returned are empty.
   */
  detachBuffers(): void {
    const rest = this.#slices.splice(FIRST_SLICES)
    detachBuffers(buffersIn(rest.map(({ names }) => names)))
  }

  /** Prepares up to `most` more names as one slice. Returns whether any are left. */
  prepare(most: number): boolean {
    const { length } = this.#functions
    const sequence = (this.#sequence ??= sequenceFrom(this.#first, length))
    const end = Math.min(length, this.#ready + most)
    if (end > this.#ready) {
      const functions = sequence.subarray(this.#ready, end)
      this.#slices[this.#parts.length] = this.#made(functions, 'take')
      this.#parts.push(functions)
      this.#ready = end
    }
    return end < length
  }

  #made(functions: Uint32Array<ArrayBuffer>, how: 'take' | 'lend'): NameSlice {
    const { names, namePrefix } = this.#functions
    const { bytes, start, end } = names
    const wide: number[] = []
    for (let row = 0; row < functions.length; row++) {
      const f = functions[row] as FunctionIndex
      const from = start[f]
      const to = end[f]
      const readable = namePrefix === undefined ? demangleSymbol(bytes, from, to) : null
      if (readable !== null) {
        this.#gathering.addBytes(readable.bytes, 0, Math.min(readable.length, mostBytes(to - from)))
        continue
      }
      if (isAlreadyReadable(this.#functions, f)) {
        this.#gathering.add('')
        if (hasWide(bytes, from, to)) wide.push(row)
        continue
      }
      const raw = rawName(this.#functions, f)
      const name = demangleOnce(raw, namePrefix).slice(0, mostBytes(raw.length))
      // Many waiting strings would make an engine's heap grow permanently.
      this.#gathering.add(name === raw ? '' : name)
      // Non-ASCII letters are mangled to non-ASCII bytes, or to none, so both names are tested.
      if (WIDE.test(raw) || WIDE.test(name)) wide.push(row)
    }
    return { functions, names: this.#gathering[how](), wide }
  }
}

const WIDE = /[\x80-\xff]/

function hasWide(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] > 127) return true
  return false
}

/**
 * Returns the readable name of a row of a slice, as a binary string.
 *
 * @param table the function table that the slice was made from
 */
export function readableIn({ functions, names }: NameSlice, row: number, table: Named): string {
  const own = stringAt(names, row as StringIndex)
  return own === '' ? rawName(table, functions[row] as FunctionIndex) : own
}

function sequenceFrom(first: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const sequence = new Uint32Array(length)
  const isListed = new Uint8Array(length)
  let count = 0
  for (let row = 0; row < first.length; row++) {
    const f = first[row]
    if (isListed[f] === 1) continue
    isListed[f] = 1
    sequence[count++] = f
  }
  for (let f = 0; f < length; f++) if (isListed[f] === 0) sequence[count++] = f
  return sequence
}

// Names of functions and arcs: raw, readable (decoded and demangled on first use), and shortened
// for a screen.

/** The columns of a function table that names are read from. */
export type Named = Pick<FunctionTable, 'length' | 'names' | 'namePrefix'>

/**
 * Returns a symbol's own bytes as a binary string, one character per byte. Identity, order and matching use
 * this name.
 */
export function rawName(functions: Pick<Named, 'names'>, f: FunctionIndex): string {
  return stringAt(functions.names, f as number as StringIndex)
}

/** Cached by string table: a scenario has a function table of its own, with the same names. */
const readable = new WeakMap<StringTable, (string | undefined)[]>()

/**
 * Returns the demangled name as a binary string, as gprof prints it; the raw name without its prefix if it
 * is not mangled. The result is kept.
 */
export function readableBytes(functions: FunctionTable, f: FunctionIndex): string {
  let names = readable.get(functions.names)
  if (!names) {
    names = []
    readable.set(functions.names, names)
  }
  const known = names[f]
  if (known !== undefined) return known
  const name = inOnePiece(demangleOnce(rawName(functions, f), functions.namePrefix))
  names[f] = name
  return name
}

/**
 * Whether the readable name is known to equal the raw bytes, which then need not be decoded. False does not
 * mean that it differs: a name may only look mangled by its first character, or the program has a prefix.
 */
export function isAlreadyReadable({ names, namePrefix }: Omit<Named, 'length'>, f: FunctionIndex): boolean {
  const start = names.start[f]
  return namePrefix === undefined && (start === names.end[f] || !mayBeMangled(names.bytes[start]))
}

/**
 * Demangles a raw name without keeping the result. Binary strings in and out.
 *
 * @param raw raw name; returned without the prefix if it is not mangled
 * @param prefix prefix that compilers of this kind of program add to every name
 *   (`FunctionTable.namePrefix`)
 */
export const demangleOnce = (raw: string, prefix?: string): string => readableName(withoutPrefix(raw, prefix))

/**
 * Returns the same text as one flat string. Engines keep a demangled name as dozens of parts
 * until a character is read; a listing that prints it a thousand times would join them a thousand
 * times.
 */
function inOnePiece(text: string): string {
  text.charCodeAt(0)
  return text
}

/**
 * Returns a name as gprof prints it. Binary strings in and out; a name that is not mangled comes back
 * unchanged.
 *
 * @param read demangler; demangle-style.ts has those of other styles. By default Rust, then C++
 */
export function printedName(raw: string, read?: (name: string) => string | null): string {
  return inOnePiece(readableName(raw, read))
}

/** Returns the demangled name as text, decoded as UTF-8. It may contain control characters. */
export function readableText(functions: FunctionTable, f: FunctionIndex): string {
  return textOfBinary(readableBytes(functions, f))
}

/** Returns the full demangled name as text with control characters escaped, for copying and saving. */
export function wholeName(functions: FunctionTable, f: FunctionIndex): string {
  return visibleText(readableText(functions, f))
}

/**
 * Returns the demangled name as text for a screen, with control characters escaped. Of a name of more than
 * 2000 bytes it contains the beginning, the end, and the length of what is omitted.
 */
export function displayName(functions: FunctionTable, f: FunctionIndex): string {
  if (isLongAt(functions.names, f) && isAlreadyReadable(functions, f)) return shownAt(functions.names, f)
  return shownName(fortranName(readableBytes(functions, f)))
}

// Part of a name that a screen shows.

/**
 * Bytes shown of a name. Longer names are not readable, and a browser takes seconds to lay out
 * the million bytes that a symbol may have.
 */
export const MOST_SHOWN = 2000
const END_SHOWN = 500

/**
 * Returns a name as text for a screen, with control characters escaped. Of more than 2000 bytes it contains
 * the beginning, the end, and the length of what is omitted.
 *
 * @param bytes a binary string
 */
export function shownName(bytes: string): string {
  return shownPart(bytes.length, (from, to) => bytes.slice(from, to))
}

/**
 * Returns a string of a table as text for a screen, as `shownName` does, reading only the parts shown.
 *
 * @param at row of the table
 */
export function shownAt({ bytes, start, end }: StringTable, at: number): string {
  return shownPart(end[at] - start[at], (from, to) => binaryString(bytes, start[at] + from, start[at] + to))
}

/**
 * Whether `shownAt` omits part of a string: whether it has more than 2000 bytes.
 *
 * @param at row of the table
 */
export function isLongAt({ start, end }: StringTable, at: number): boolean {
  return end[at] - start[at] > MOST_SHOWN
}

function shownPart(length: number, read: (from: number, to: number) => string): string {
  const text = (from: number, to: number): string => visibleText(textOfBinary(read(from, to)))
  if (length <= MOST_SHOWN) return text(0, length)
  const head = letterStart(read, MOST_SHOWN - END_SHOWN)
  const tail = letterStart(read, length - END_SHOWN)
  return `${text(0, head)}… ${(tail - head).toLocaleString('en')} more …${text(tail, length)}`
}

/** Returns the start of the UTF-8 character that contains this byte. */
function letterStart(read: (from: number, to: number) => string, at: number): number {
  let start = at
  while (at - start < 3 && (read(start, start + 1).charCodeAt(0) & 0xc0) === 0x80) start--
  return start
}

// Names of arcs, for scenarios and gprof's options, and for people.

/** Returns the raw names of an arc's ends, as binary strings. */
export function arcName(analyzed: AnalyzedProfile, arc: ArcIndex): ArcName {
  const { arcs } = analyzed.profile
  return nameBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

/**
 * Returns the raw names of a caller and a callee, as binary strings. There need not be an arc between them.
 */
export function nameBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): ArcName {
  return { parent: rawName(functions, parent), child: rawName(functions, child) }
}

/** Returns an arc's readable title: "parse → parse_line". */
export function arcTitle(analyzed: AnalyzedProfile, arc: ArcIndex): string {
  const { arcs } = analyzed.profile
  return titleBetween(analyzed, arcs.parent[arc], arcs.child[arc])
}

/**
 * Returns the readable title of the arc between two functions: "parse → parse_line". There need not be one.
 */
export function titleBetween(
  { profile: { functions } }: AnalyzedProfile,
  parent: FunctionIndex,
  child: FunctionIndex,
): string {
  return `${displayName(functions, parent)} → ${displayName(functions, child)}`
}
