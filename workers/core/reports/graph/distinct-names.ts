// Short names that would be equal, with the part in which their full names differ.
import { bareName } from '../../names/shorten-name.ts'
import { splitScopes } from '../../names/name-parts.ts'

const TOKEN = /[\p{L}_$~][\p{L}\p{N}_$]*|\d+|::|[^]/gu
/** Scopes inside of brackets say less than what they contain: "ns::" of "Entry<ns::Invoice>". */
const SCOPE = /[\p{L}_][\p{L}\p{N}_]*::(?=[\p{L}_~])/uy
const CLOSING: Readonly<Record<string, string>> = { '<': '>', '(': ')', '[': ']', '{': '}' }
const ELLIPSIS = '…'
/** Fewer characters of a difference say nothing. */
const LEAST = 6

/**
 * Returns short names in which equal ones are replaced: by their own name with the beginning of the part in which
 * they differ, `…<2, Invoice>::refine`, of at most about `most` characters. Those of equal names stay.
 *
 * @param names readable names
 * @param short the short name of each
 */
export function distinctNames(
  names: readonly string[],
  short: readonly string[],
  most: number,
): readonly string[] {
  const groups = new Map<string, number[]>()
  short.forEach((text, at) => groups.set(text, [...(groups.get(text) ?? []), at]))
  const result = [...short]
  for (const group of groups.values()) {
    if (group.length === 1) continue
    const full = group.map((at) => withoutInnerScopes(names[at]))
    const bare = full.map(bareName)
    // Parameters only where nothing else differs.
    const shown = new Set(bare).size === new Set(full).size ? bare : full
    const end = commonEnds(shown.map((name) => name.match(TOKEN) ?? []))
    group.forEach((at, place) => {
      result[at] = nameOfDifference(shown[place], bare[place], end, most) ?? short[at]
    })
  }
  return result
}

interface Ends {
  /** Characters that all names begin and end with. */
  readonly before: number
  readonly after: number
}

/** Returns the whole tokens that all names have at their beginning and end. */
function commonEnds(names: readonly (readonly string[])[]): Ends {
  const [first = []] = names
  const least = Math.min(...names.map(({ length }) => length))
  const isCommon = (from: number): boolean => names.every((tokens) => tokens.at(from) === first.at(from))
  let head = 0
  while (head < least && isCommon(head)) head++
  let tail = 0
  while (tail < least - head && isCommon(-1 - tail)) tail++
  return {
    before: first.slice(0, head).join('').length,
    after: first.slice(first.length - tail).join('').length,
  }
}

/** Returns a name with its difference from the others; null if there is none. */
function nameOfDifference(name: string, bare: string, { before, after }: Ends, most: number): string | null {
  const end = name.length - after
  if (end <= before) return null
  const scopes = splitScopes(bare)
  const isLambda = scopes.at(-2)?.startsWith('{lambda') === true
  const last = scopes.at(-1) ?? bare
  const ownBegin = bare.length - last.length - (isLambda ? (scopes.at(-2)?.length ?? 0) + 2 : 0)
  const own = isLambda ? '{lambda}' : last.replace(/(?<=.)(?<!operator[<(]?)[<([].*$/su, '')
  const opening = name.charAt(before - 1)
  const isInBrackets = opening in CLOSING
  if (before < ownBegin) {
    const lead = before === 0 ? '' : isInBrackets ? ELLIPSIS + opening : ELLIPSIS
    const rest = name.slice(end, ownBegin)
    // What is common after the difference is short enough to be shown, or left out.
    const isWhole = end <= ownBegin && rest.length <= 3
    const room = Math.max(LEAST, most - lead.length - own.length - 3)
    const part = name.slice(before, Math.min(end, ownBegin))
    const text = part.length > room ? part.slice(0, room - 1) : part
    const tail = text === part && isWhole ? rest : `${ELLIPSIS}${isInBrackets && isWhole ? rest : '::'}`
    return `${lead}${text}${tail}${own}`
  }
  const first = name.slice(ownBegin + own.length).charAt(0)
  const isFirst = before === ownBegin + own.length + first.length
  const closing = CLOSING[first] ?? ''
  const room = Math.max(LEAST, most - own.length - 4)
  const part = name.slice(before, end)
  const text = part.length > room ? part.slice(0, room - 1) : part
  const isWhole = text === part && name.slice(end).replace(/ const$/, '') === closing
  return `${own}${first}${isFirst ? '' : ELLIPSIS}${text}${isWhole ? '' : ELLIPSIS}${closing}`
}

/** `Refinement<ns::Invoice>::refine` → `Refinement<Invoice>::refine`; the function's own scopes stay. */
function withoutInnerScopes(name: string): string {
  let result = ''
  let depth = 0
  for (let at = 0; at < name.length; at++) {
    SCOPE.lastIndex = at
    const scope = depth > 0 && !/[\p{L}\p{N}_]$/u.test(result) ? SCOPE.exec(name)?.[0] : undefined
    if (scope !== undefined) {
      at += scope.length - 1
      continue
    }
    const letter = name.charAt(at)
    if (letter in CLOSING) depth++
    else if (depth > 0 && '>)]}'.includes(letter) && name[at - 1] !== '-') depth--
    result += letter
  }
  return result
}
