// The arcs that are cut, each with a way back. A button turned from Cut into Restore gets the focus, so that it is never lost.
import { useEffect, useMemo, useRef } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { arcText } from '../../../workers/core/reports/what-if/changes.ts'
import { asMeasured, restore, restoreAll } from '../../state/scenario.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls/controls.module.css'
import { ArcTitle } from '../../ui/text/ArcTitle.tsx'
import styles from './cycles.module.css'

export function CutArcs({ opened }: { readonly opened: OpenedProfile }) {
  const arcs = useStore((state) => state.shared.scenario.cutArcs)
  const { profile } = asMeasured(opened).analyzed
  const names = useMemo(() => arcs.map((arc) => arcText(profile, arc)), [arcs, profile])
  const section = useRef<HTMLElement>(null)
  const before = useRef(arcs)
  const isOwed = useRef(false)
  useEffect(() => {
    if (before.current !== arcs) isOwed.current = arcs.length > before.current.length
    before.current = arcs
    // The button that was pressed goes with its arc, when the numbers come.
    if (!isOwed.current || document.activeElement !== document.body) return
    isOwed.current = false
    section.current?.querySelector<HTMLElement>('li:last-child button')?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the arc goes with the numbers
  }, [arcs, opened])
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
      <ul className={styles.arcs}>
        {arcs.map((arc, at) => (
          <li key={`${arc.parent}/${arc.child}`} className={styles.arc}>
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
    </section>
  )
}
