// The last profiles, kept in this browser: how to reopen them, the switch that forgets them.
import { useEffect } from 'react'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { MOST_PROFILES } from '../../state/recent-database.ts'
import { reopenRecent, setKeeping, showRecent } from '../../state/recent-profiles.ts'
import type { RecentProfile } from '../../state/ui-state.ts'
import { useStore } from '../../state/store.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'

/** The profiles to reopen. Draws nothing if there are none. */
export function RecentProfiles() {
  const recent = useStore((state) => state.ui.recent)
  useEffect(() => void showRecent(), [])
  if (!recent?.profiles || recent.profiles.length === 0) return null
  return (
    <section className={styles.recent} aria-labelledby="recent">
      <h2 id="recent" className={styles.subtitle}>
        Recent profiles
      </h2>
      <ul className={styles.recentList}>
        {recent.profiles.map((profile) => (
          <Recent key={profile.id} profile={profile} />
        ))}
      </ul>
      <KeepSwitch />
    </section>
  )
}

function Recent({ profile: { id, name, facts, at } }: { readonly profile: RecentProfile }) {
  const reopen = async () => {
    // Another tab may have dropped it.
    if (!(await reopenRecent(id))) await showRecent()
  }
  return (
    <li>
      <Button onClick={() => void reopen()}>Reopen {visibleText(name)}</Button>
      <span className={styles.hint}>
        {facts}, {new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}
      </span>
    </li>
  )
}

/** Lets the browser keep the last profiles, or forgets them. */
export function KeepSwitch() {
  const recent = useStore((state) => state.ui.recent)
  const isFull = useStore((state) => state.ui.isStorageFull)
  useEffect(() => void showRecent(), [])
  if (!recent) return null
  const isDenied = recent.profiles === null
  return (
    <div>
      <label className={styles.keep}>
        <input
          type="checkbox"
          checked={recent.isOn && !isDenied}
          disabled={isDenied}
          onChange={({ target }) => void setKeeping(target.checked)}
        />
        Remember profiles
      </label>
      <p className={styles.hint}>
        {isDenied
          ? 'This browser allows no storage.'
          : isFull
            ? 'The last profile was not kept: no room in this browser’s storage.'
            : `The last ${MOST_PROFILES}, in this browser only. Off forgets them.`}
      </p>
    </div>
  )
}
