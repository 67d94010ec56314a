// Nothing is selected: where the time went at a glance, and the files it comes from.
import { useMemo } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { hottest, longest, type Highlight } from '../../../workers/core/reports/highlights.ts'
import { nameParts } from '../../../workers/core/reports/name-parts.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { LongName } from '../../ui/LongName.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import styles from './details.module.css'

const SHOWN = 6

export function Overview({ opened }: { readonly opened: OpenedProfile }) {
  const { analyzed, listing } = opened
  const lists = useMemo(
    () => ({ self: hottest(analyzed, listing, SHOWN), total: longest(analyzed, listing, SHOWN) }),
    [analyzed, listing],
  )
  return (
    <aside className={styles.panel} aria-label={`Details of ${opened.name}`}>
      <div className={styles.content}>
        <h2 className={styles.name}>{opened.name}</h2>
        <Highlights title="Most time of their own" highlights={lists.self} opened={opened} />
        <Highlights title="Most time with what they call" highlights={lists.total} opened={opened} />
        <section className={styles.relatives}>
          <h3 className={styles.subtitle}>Files</h3>
          <ul>
            {opened.files.map((file, at) => (
              // Two runs are often both called gmon.out.
              <li key={`${at} ${file.name}`} className={styles.file}>
                <code>{file.name}</code>
                <span className={styles.why}>{file.detail}</span>
              </li>
            ))}
          </ul>
        </section>
        <p className={styles.none}>
          Select a function to see all that is known of it. Press ? for keys and words.
        </p>
      </div>
    </aside>
  )
}

function Highlights({
  title,
  highlights,
  opened,
}: {
  readonly title: string
  readonly highlights: readonly Highlight[]
  readonly opened: OpenedProfile
}) {
  const shared = useStore((state) => state.shared)
  if (highlights.length === 0) return null
  return (
    <section className={styles.relatives}>
      <h3 className={styles.subtitle}>{title}</h3>
      <ul>
        {highlights.map((highlight) => (
          <li key={highlight.f} className={styles.relative}>
            <a
              href={hashFor(shared, { selected: functionName(opened, highlight.f) })}
              className={styles.link}
              title={highlight.name}
            >
              <LongName {...nameParts(highlight.name)} />
            </a>
            <span className={styles.count}>{highlight.percent}</span>
            <span className={styles.time}>{highlight.time}</span>
            <TimeBar hasTrack self={highlight.selfFraction} total={highlight.totalFraction} />
          </li>
        ))}
      </ul>
    </section>
  )
}
