// How the call graph is arranged: gprof's entries, or a tree of callees or of callers, as rows or as an icicle.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arrange, draw } from './arrange.ts'
import { callGraphParams, type CallGraphParams } from './params.ts'
import { useViewParams } from '../../state/view-params.ts'
import styles from './arrangement.module.css'
import switches from '../../ui/controls/switch.module.css'

const ARRANGEMENTS = [
  ['entries', 'Entries', 'e'],
  ['callees', 'Callees', 'd'],
  ['callers', 'Callers', 'u'],
] as const

const DRAWINGS = [
  ['tree', 'Tree'],
  ['icicle', 'Icicle'],
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
        <div role="group" aria-label="Drawing" className={`${switches.switch} ${styles.narrow}`}>
          {DRAWINGS.map(([drawing, label]) => (
            <button
              key={drawing}
              type="button"
              aria-pressed={params.drawing === drawing}
              title={`${label} (i)`}
              onClick={() => draw(drawing)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
