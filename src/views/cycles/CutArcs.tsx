// The arcs that are cut, each with a way back. A button turned from Cut into Restore gets the focus, so that it is never lost.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { arcText } from '../../../workers/core/reports/what-if/changes.ts'
import { asMeasured, restore, restoreAll } from '../../state/scenario.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls/controls.module.css'
import { ArcTitle } from '../../ui/text/ArcTitle.tsx'
import arcStyles from './cycle-arcs.module.css'
import styles from './cycles.module.css'

/** So many of those that were cut last are there, and as many more each time somebody asks. */
const AT_ONCE = 100

export function CutArcs({ opened }: { readonly opened: ProfileView }) {
  const all = useStore((state) => state.shared.scenario.cutArcs)
  const [most, setMost] = useState(AT_ONCE)
  const arcs = useMemo(() => all.slice(-most), [all, most])
  const left = all.length - arcs.length
  const { profile } = asMeasured(opened).analyzed
  const names = useMemo(() => arcs.map((arc) => arcText(profile, arc)), [arcs, profile])
  const section = useRef<HTMLElement>(null)
  const before = useRef(all)
  const isOwed = useRef(false)
  useEffect(() => {
    if (before.current !== all) isOwed.current = all.length > before.current.length
    before.current = all
    // The button that was pressed goes with its arc, when the numbers come.
    if (!isOwed.current || document.activeElement !== document.body) return
    isOwed.current = false
    section.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the arc goes with the numbers
  }, [all, opened])
  if (arcs.length === 0) return null
  return (
    <section ref={section} aria-labelledby="cut-arcs" className={styles.panel}>
      <div className={styles.panelHead}>
        <h2 id="cut-arcs" className={styles.title}>
          Cut
        </h2>
        <button type="button" className={controls.button} onClick={restoreAll}>
          Restore all
        </button>
      </div>
      <ul className={arcStyles.arcs}>
        {arcs.map((arc, at) => (
          <li key={`${arc.parent}/${arc.child}`} className={arcStyles.arc}>
            <ArcTitle title={names[at] ?? ''} />
            <button
              type="button"
              className={controls.button}
              aria-label={`Restore ${names[at]}`}
              onClick={() => restore([arc])}
            >
              Restore
            </button>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className={controls.quiet} onClick={() => setMost(most + AT_ONCE)}>
          {formatCount(Math.min(AT_ONCE, left))} more of {formatCount(left)}
        </button>
      )}
    </section>
  )
}
