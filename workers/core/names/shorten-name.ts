// Shortens a function’s name to fit a label: drops arguments first, then outer scopes, then the middle.
import { moduleEnd, splitScopes, withoutTrait, nameParts, qualifiersOf, OWN_OPERATOR } from './name-parts.ts'

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

/** Returns a name of at most `most` characters, without its middle. */
export function cutMiddle(name: string, most: number): string {
  if (name.length <= most) return name
  const tail = Math.floor((most - 1) * 0.4)
  return name.slice(0, most - 1 - tail) + ELLIPSIS + name.slice(name.length - tail)
}
