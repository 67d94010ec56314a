// A function's name as people read it, without what makes it long: parameters and template arguments.
import type { FunctionIndex, FunctionTable } from '../profile/tables.ts'
import { nameParts } from '../reports/names/name-parts.ts'
import { readableBytes } from '../reports/names/names.ts'

/** Bytes. Never empty. */
export const shortName = (functions: FunctionTable, f: FunctionIndex): string =>
  shortened(readableBytes(functions, f))

/** Of a name as people read it. */
export function shortened(readable: string): string {
  const { parameters } = nameParts(readable)
  const short = withoutArguments(readable.slice(0, readable.length - parameters.length))
  return short === '' ? readable : short
}

/** "a::b<c<d>>::e" → "a::b::e"; operators keep their signs. */
function withoutArguments(name: string): string {
  const operator = name.lastIndexOf('operator')
  const end = operator >= 0 && !/\w/.test(name.charAt(operator + 8)) ? operator : name.length
  let depth = 0
  let short = ''
  for (let at = 0; at < end; at++) {
    const letter = name.charAt(at)
    if (letter === '<' && (depth > 0 || short !== '')) depth++
    else if (letter === '>' && depth > 0) depth--
    else if (depth === 0) short += letter
  }
  return short + name.slice(end)
}
