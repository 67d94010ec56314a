// The path to the root of a tree, kept while its view is open.
import { useState } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { displayName } from '../../workers/core/names/names.ts'
import { formatFunctionName } from '../state/url/link-hash.ts'
import type { FunctionName } from '../state/url/url-state.ts'
import { selectedOf } from '../state/selectors.ts'
import type { Crumb } from './Breadcrumbs.tsx'

/** Returns the path after a step to another root: back to it if the path has it, else on to it; none for null. */
export function trailTo(trail: readonly FunctionName[], root: FunctionName | null): readonly FunctionName[] {
  if (!root) return trail.length === 0 ? trail : []
  const key = formatFunctionName(root)
  const at = trail.findIndex((step) => formatFunctionName(step) === key)
  if (at < 0) return [...trail, root]
  return at === trail.length - 1 ? trail : trail.slice(0, at + 1)
}

/**
 * Returns the steps by which one came to a root while the view is open, the first of them "All"; none without
 * a root.
 *
 * @param onRoot makes a function the root; null for none
 */
export function useTrail(
  opened: ProfileView,
  root: FunctionName | null,
  onRoot: (f: ReturnType<typeof selectedOf>) => void,
): readonly Crumb[] {
  const [before, setTrail] = useState<readonly FunctionName[]>([])
  const trail = trailTo(before, root)
  if (trail !== before) setTrail(trail)
  const steps = trail.flatMap((step): Crumb[] => {
    const f = selectedOf(opened, step)
    if (f === null) return []
    const name = displayName(opened.analyzed.profile.functions, f)
    return [{ key: `root ${formatFunctionName(step)}`, name, onGo: () => onRoot(f) }]
  })
  return steps.length === 0 ? [] : [{ key: 'all', name: 'All', onGo: () => onRoot(null) }, ...steps]
}
