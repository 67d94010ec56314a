// What a problem or a notice says, and how files, places and addresses are named in it.
import { visibleText } from '../../base/visible-text.ts'
import { formatCount } from '../quantities.ts'

export interface Words {
  readonly title: string
  /** What was found, in which file and at which byte, and why it matters. */
  readonly explanation: string
  /** What to try; "" if nothing needs doing. */
  readonly remedy: string
}

/** For each code what is said of it. */
export type WordsByCode<Told extends { readonly code: string }> = {
  readonly [Code in Told['code']]: (told: Extract<Told, { readonly code: Code }>) => Words
}

/** Names and lines of files stand in them. */
export const visibleWords = ({ title, explanation, remedy }: Words): Words => ({
  title: visibleText(title),
  explanation: visibleText(explanation),
  remedy: visibleText(remedy),
})

/** "a, b and c", "a, b, c and 4 more" */
export function list(names: readonly string[]): string {
  const few = names.length <= 3
  const before = names.slice(0, few ? -1 : 3).join(', ')
  const last = few ? names.at(-1) : `${names.length - 3} more`
  return before === '' ? (last ?? '') : `${before} and ${last}`
}

export function at(offset: number): string {
  return formatCount(offset)
}

export function hex(value: number): string {
  return `${value < 0 ? '−' : ''}0x${Math.abs(value).toString(16)}`
}
