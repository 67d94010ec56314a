// How much of a tree an icicle shows, in words.
import type { FunctionIndex } from '../../profile/tables.ts'
import { formatCounted } from '../quantities.ts'
import type { Icicle } from './icicle.ts'

/** `matches`: the functions that a search found; null without a search. */
export function describeExtent(
  { levels, count, isCut }: Icicle,
  matches: ReadonlySet<FunctionIndex> | null,
): string {
  if (count === 0) return ''
  const drawn = `${formatCounted(count, 'box', 'boxes')} on ${formatCounted(levels.length, 'level')}`
  const cut = isCut ? '; deeper ones are left out: zoom to see them' : ''
  if (!matches) return `${drawn}${cut}.`
  let found = 0
  for (const level of levels) for (const { node } of level) if (matches.has(node.function)) found++
  return `${drawn}${cut}; ${formatCounted(found, 'match', 'matches')} marked.`
}
