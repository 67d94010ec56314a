// Highlights a function in every view once the pointer rests on its row.
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { hover } from '../../state/actions.ts'

/** Milliseconds for which the pointer rests: on its way over the rows it draws nothing. */
const REST_MS = 60

let resting: ReturnType<typeof setTimeout> | undefined

export function hoverSoon(f: FunctionIndex | null): void {
  clearTimeout(resting)
  resting = setTimeout(() => hover(f), REST_MS)
}
