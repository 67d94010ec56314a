// The path to what a picture shows: how one came to the root of a tree, or to the function that the graph is
// drawn around. Each step leads back.
import { useState } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { displayName, shortenName } from '../../workers/core/reports/names/names.ts'
import { formatFunctionName, type FunctionName, selectedOf } from '../state/store.ts'
import styles from './breadcrumbs.module.css'

/** A step of a path. */
export interface Crumb {
  /** Distinguishes it from other steps. */
  readonly key: string
  readonly name: string
  readonly onGo: () => void
}

/** Steps shown at the end of a longer path, after the first. */
const LAST_STEPS = 4
/** Characters of a step's name; its title is the whole name. */
const MOST_IN_STEP = 28

/** The steps in one line, the last one being what is shown. Of many, those in the middle are left out. */
export function Breadcrumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  if (crumbs.length < 2) return null
  const folded = crumbs.length > LAST_STEPS + 2 ? crumbs.slice(1, -LAST_STEPS) : []
  return (
    <nav aria-label="Path" className={styles.path}>
      <ol>
        {crumbs.map((crumb, at) => {
          const { key, name, onGo } = crumb
          if (crumb === folded[0]) {
            return (
              <li key={key} title={folded.map((one) => one.name).join(' › ')}>
                …
              </li>
            )
          }
          if (folded.includes(crumb)) return null
          return (
            <li key={key}>
              <button
                type="button"
                aria-current={at === crumbs.length - 1 ? 'true' : undefined}
                title={name}
                onClick={onGo}
              >
                {shortenName(name, MOST_IN_STEP)}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

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
