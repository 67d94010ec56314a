// The path to what a picture shows: how one came to the root of a tree, or to the function that the graph is
// drawn around. Each step leads back.
import { shortenName } from '../../workers/core/names/shorten-name.ts'
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
