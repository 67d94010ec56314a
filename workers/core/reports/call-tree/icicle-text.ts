// How much of a tree an icicle shows, in words.
import { formatCounted } from '../quantities.ts'
import type { Icicle } from './icicle.ts'

/** `isFound`: by FunctionIndex, 1 for what a search found; null without a search. */
export function describeExtent({ levels, count, isCut }: Icicle, isFound: Uint8Array | null): string {
  if (count === 0) return ''
  const drawn = `${formatCounted(count, 'box', 'boxes')} on ${formatCounted(levels.length, 'level')}`
  const cut = isCut ? '; deeper ones are left out: zoom to see them' : ''
  if (!isFound) return `${drawn}${cut}.`
  let found = 0
  for (const level of levels) for (const { node } of level) if (isFound[node.function] === 1) found++
  return `${drawn}${cut}; ${formatCounted(found, 'match', 'matches')} marked.`
}
