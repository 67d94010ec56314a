// The removed arcs, each with a Restore button.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { arcText } from '../../../workers/core/reports/scenario-text.ts'
import { asMeasured, restore, restoreAll } from '../../state/questions/scenario.ts'
import { useStore } from '../../state/store.ts'
import { ArcTitle } from '../../ui/NameLink.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './cycles.module.css'

/** The most recently removed arcs are shown first, and as many more on each request. */
const CUTS_AT_ONCE = 100

/** The button that replaces a pressed one gets the focus, so that the focus is never lost. */
export function CutArcs({ opened }: { readonly opened: ProfileView }) {
  const all = useStore((state) => state.shared.scenario.cutArcs)
  const [most, setMost] = useState(CUTS_AT_ONCE)
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
    // The pressed button goes with its arc when the new numbers arrive.
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
        <Button onClick={restoreAll}>Restore all</Button>
      </div>
      <ul className={styles.arcs}>
        {arcs.map((arc, at) => (
          <li key={`${arc.parent}/${arc.child}`} className={styles.arc}>
            <ArcTitle title={names[at] ?? ''} />
            <Button aria-label={`Restore ${names[at]}`} onClick={() => restore([arc])}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button look="quiet" onClick={() => setMost(most + CUTS_AT_ONCE)}>
          {formatCount(Math.min(CUTS_AT_ONCE, left))} more of {formatCount(left)}
        </Button>
      )}
    </section>
  )
}
