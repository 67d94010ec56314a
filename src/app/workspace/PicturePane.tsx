// The workbench: beside the list, a picture of the profile above the details. Which one is in the link.
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { type ParamsCodec, setViewParams, useViewParams } from '../../state/url/view-params.ts'
import { fetchAhead } from '../../ui/lazy-part.ts'
import { viewsFor } from '../../views/registry.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import controls from '../../ui/controls.module.css'
import styles from './workspace.module.css'

/** Views that fit beside the list, in the order of the switch. */
const PICTURES: readonly string[] = ['flame', 'force-graph', 'source']

/** Codec of the picture beside the list. Keys: picture=<view> */
const workbenchParams: ParamsCodec<{ readonly picture: string }> = {
  view: 'workbench',
  parse: (raw) => ({ picture: raw['picture'] ?? '' }),
  format: ({ picture }) => (picture === '' ? {} : { picture }),
}

/** Milliseconds after which the list is drawn and answers. */
const LATER_MS = 250

export function PicturePane({
  opened,
  children,
}: {
  readonly opened: ProfileView
  /** The line below it. */
  readonly children: ReactNode
}) {
  const { picture } = useViewParams(workbenchParams)
  const shown = viewsFor(opened).filter(({ id }) => PICTURES.includes(id))
  const ordered = PICTURES.flatMap((id) => shown.filter((view) => view.id === id))
  const view = ordered.find(({ id }) => id === picture) ?? ordered[0]
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!view) return null
  const { Component } = view
  return (
    <section aria-label="Picture" className={styles.picture}>
      <div className={`${controls.switch} ${styles.pictures}`} role="group" aria-label="Picture">
        {ordered.map((one) => (
          <button
            key={one.id}
            type="button"
            aria-pressed={one === view}
            onPointerEnter={() => fetchAhead(one)}
            onClick={() =>
              setViewParams(workbenchParams, { picture: one === ordered[0] ? '' : one.id }, 'replace')
            }
          >
            {one.title}
          </button>
        ))}
      </div>
      <div className={styles.drawn}>
        <BugBoundary key={view.id}>
          <Suspense fallback={<p className={styles.waiting}>Loading …</p>}>
            {isLater && <Component opened={opened} isPane />}
          </Suspense>
        </BugBoundary>
      </div>
      {children}
    </section>
  )
}
