// Splits a long C++, Rust or Fortran name into scope, own name, arguments.

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
export const OWN_OPERATOR = new RegExp(`^(?:::|.* )?${OPERATOR.source}`)

/**
 * Returns the end of a Fortran module prefix: "__grid_MOD_" by gfortran, "grid_mp_" by Intel's
 * compiler; 0 if there is none.
 */
export function moduleEnd(name: string): number {
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

/**
 * Rust's `<Type as Trait>::f` → `Type::f`, `<Type>::f` → `Type::f`: a name that begins with a
 * bracket would fold to nothing.
 */
export function withoutTrait(name: string): string {
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
