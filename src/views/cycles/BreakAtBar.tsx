// The slider over sets of cuts: while it moves, every view shows the numbers of its place.
import { type CSSProperties, useEffect } from 'react'
import type { CutPayers, ProfileView } from '../../../workers/api/contract.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { formatCounted, formatShareOf, shareOf } from '../../../workers/core/quantities.ts'
import type { BreakStop } from '../../../workers/core/reports/break-stops.ts'
import type { BreakAt } from '../../state/break-at.ts'
import { closeBreakAt, endMove, moveBreakAt, placeOf } from '../../state/move-cuts.ts'
import { useStore } from '../../state/store.ts'
import { Button } from '../../ui/Button.tsx'
import controls from '../../ui/controls.module.css'
import { PayersText } from './PayersText.tsx'
import styles from './break-at.module.css'

export function BreakAtBar({ opened, breakAt }: { readonly opened: ProfileView; readonly breakAt: BreakAt }) {
  const scenario = useStore((state) => state.shared.scenario)
  const place = placeOf(breakAt, scenario)
  const isOver = place < 0 || opened.files !== breakAt.files
  useEffect(() => {
    if (isOver) closeBreakAt()
  }, [isOver])
  useEffect(() => endMove, [])
  if (isOver) return null
  const { found, name } = breakAt
  return (
    <section aria-label="Break at" className={styles.bar}>
      <p className={styles.title}>
        Break <span className={controls.tag}>{name}</span> at
      </p>
      {found.phase === 'ready' ? (
        <Slider analyzed={opened.analyzed} place={place} {...found.value} />
      ) : (
        <Search found={found} />
      )}
      <Button onClick={closeBreakAt}>{found.phase === 'loading' ? 'Cancel' : 'Done'}</Button>
    </section>
  )
}

function Search({ found }: Pick<BreakAt, 'found'>) {
  if (found.phase === 'failed') return <p role="alert">The search stopped. Try again.</p>
  const progress = found.phase === 'loading' ? found.progress : null
  return (
    <p className={styles.search}>
      <progress
        aria-label="Looking for sets of cuts"
        {...(progress ? { value: progress.done, max: progress.total } : {})}
      />
      Looking for sets of cuts …
    </p>
  )
}

function Slider({
  analyzed,
  place,
  stops,
  payers,
}: {
  readonly analyzed: AnalyzedProfile
  readonly place: number
  readonly stops: readonly BreakStop[]
  readonly payers: readonly CutPayers[]
}) {
  const stop = stops[place - 1]
  const effect = payers[place - 1]
  const title = stop?.title ?? 'No cut'
  const size = stop
    ? `${formatCounted(stop.arcs.length, 'arc')} with ${formatCounted(stop.calls, 'call')}`
    : `${formatCounted(stops.length, 'set')} of cuts, by calls`
  return (
    <>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={stops.length}
        value={place}
        aria-label="Break at"
        aria-valuetext={`${title}: ${size}${effect ? `, ${spoken(analyzed, effect)}` : ''}`}
        onChange={(event) => moveBreakAt(event.target.valueAsNumber)}
        onPointerUp={endMove}
        onBlur={endMove}
      />
      <p className={styles.stop}>
        <strong>{title}</strong> <span>{size}</span>
      </p>
      {effect && (
        <div className={styles.effect}>
          <PayersBar analyzed={analyzed} payers={effect} />
          <PayersText analyzed={analyzed} payers={effect} />
        </div>
      )}
    </>
  )
}

function spoken({ profile }: AnalyzedProfile, { made, roots }: CutPayers): string {
  const shares = roots
    .filter(({ after }) => after > 0)
    .map(({ f, after }) => `${displayName(profile.functions, f)} ${formatShareOf(profile, after)}`)
  return [formatCounted(made.length, 'new root'), ...shares].join(', ')
}

/** Who pays: the functions without callers, as parts of all recorded time. */
function PayersBar({
  analyzed: { profile },
  payers: { roots, made },
}: {
  readonly analyzed: AnalyzedProfile
  readonly payers: CutPayers
}) {
  const isMade = new Set(made)
  return (
    <div className={styles.payers} aria-hidden="true">
      {roots.map(({ f, after }) => (
        <span
          key={f}
          className={styles.payer}
          data-made={isMade.has(f)}
          style={{ '--share': `${100 * shareOf(profile, after)}%` } as CSSProperties}
          title={`${displayName(profile.functions, f)} ${formatShareOf(profile, after)}`}
        />
      ))}
    </div>
  )
}
