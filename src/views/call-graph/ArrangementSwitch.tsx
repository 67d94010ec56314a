// Chooses the arrangement of the call graph: gprof's entries, or a tree of callees or callers.
import { useViewParams } from '../../state/url/view-params.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { showFlame } from '../call-trees.ts'
import switches from '../../ui/controls.module.css'
import styles from './call-graph.module.css'
import { type CallGraphParams, callGraphParams, arrange } from './params.ts'

const ARRANGEMENTS = [
  ['entries', 'Entries', 'e'],
  ['callees', 'Callees', 'd'],
  ['callers', 'Callers', 'u'],
] as const

export function ArrangementSwitch({ opened }: { readonly opened: ProfileView }) {
  const params: CallGraphParams = useViewParams(callGraphParams)
  return (
    <>
      <div role="group" aria-label="Arrangement" className={`${switches.switch} ${styles.narrow}`}>
        {ARRANGEMENTS.map(([arrangement, label, key]) => (
          <button
            key={arrangement}
            type="button"
            aria-pressed={params.arrangement === arrangement}
            title={`${label} (${key})`}
            onClick={() => arrange(opened, arrangement)}
          >
            {label}
          </button>
        ))}
      </div>
      {params.arrangement !== 'entries' && (
        <button
          type="button"
          className={switches.quiet}
          title="Show the tree in the flame view (i)"
          onClick={() => params.arrangement !== 'entries' && showFlame(params.arrangement, params.root)}
        >
          Flame
        </button>
      )}
    </>
  )
}
