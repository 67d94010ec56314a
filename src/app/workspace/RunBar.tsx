// The bar for a single run: names the run on screen, links to the sum of all runs. Also the link to the
// runs view.
import type { ComponentProps } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { positionOfKey } from '../../../workers/core/base/file-key.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { filesOfAllRuns } from '../../state/opening/runs.ts'
import { runLabel, runsOf } from '../../state/questions/per-run-stats.ts'
import { hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { runs } from '../../views/registry.ts'
import controls from '../../ui/controls.module.css'
import styles from './scenario-bar.module.css'

export function RunBar({ opened }: { readonly opened: ProfileView }) {
  const shared = useStore((state) => state.shared)
  const shown = opened.oneRun?.run ?? null
  // While a run is being opened, the screen still shows the previous profile.
  const isOpening = useStore((state) => state.session.phase === 'working')
  if (!shown && (!shared.run || isOpening)) return null
  const files = filesOfAllRuns(opened)
  const label = shown && runLabel(shown, positionOfKey(files, { ...shown, nth: 2 }) >= 0)
  return (
    <section aria-label="One run" className={styles.runBar}>
      <p className={styles.runWords}>
        {label !== null ? (
          <>
            <strong>1 of {formatCount(runsOf(opened).length)} runs:</strong> <code>{label}</code>
          </>
        ) : (
          <>
            The link shows the run <code>{visibleText(shared.run?.name ?? '')}</code> alone, which is not
            among these files.
          </>
        )}
      </p>
      <a className={controls.button} href={hashFor(shared, { run: null })}>
        {label !== null ? 'All runs' : 'Continue without it'}
      </a>
    </section>
  )
}

export function RunsLink({ children, ...props }: ComponentProps<'a'>) {
  const shared = useStore((state) => state.shared)
  return (
    <a {...props} href={hashFor(shared, { view: runs.id })} onPointerEnter={() => void runs.preload()}>
      {children}
    </a>
  )
}
