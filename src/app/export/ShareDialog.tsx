// Shares what is on screen as a link, or the profile as a link, a saved profile, one HTML file.
//
// Shows what will be in it, what is left out.
import { useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { currentLink, isPageLocal } from '../../state/url/address.ts'
import { useStore } from '../../state/store.ts'
import { hasLines } from '../../state/questions/sources.ts'
import { wholeProfile } from '../../state/recent-profiles.ts'
import { copyText } from './save-and-copy.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './share.module.css'
import { useSharedProfile } from './use-shared-profile.ts'
import { LinkWithProfile } from './LinkWithProfile.tsx'
import { SaveHtml, SaveProfile } from './SaveProfile.tsx'
import { ShareOptions } from './ShareOptions.tsx'
import { SharePreview } from './SharePreview.tsx'

function Failed({ problem }: { readonly problem: Problem }) {
  const { title, explanation, remedy } = problemText(problem)
  return (
    <p role="alert">
      <strong>{title}.</strong> {explanation} {remedy}
    </p>
  )
}

export function ShareDialog({ opened }: { readonly opened: ProfileView }) {
  const [choice, setChoice] = useState(() => wholeProfile(opened))
  const [length, setLength] = useState(8000)
  const [outcome, setOutcome] = useState('')
  const whole = useSharedProfile(choice, null)
  const inLink = useSharedProfile(choice, length)
  // The choice also applies to the baseline.
  const hasSources = useStore(({ ui: { baseline } }) =>
    [opened, ...(baseline.phase === 'ready' ? [baseline.value.opened] : [])].some(
      ({ analyzed }) => analyzed.profile.sources !== null,
    ),
  )
  const isLocal = isPageLocal()
  const isLinkFirst = !isLocal && inLink.kind !== 'too-large'
  const link = (
    <LinkWithProfile
      opened={opened}
      made={inLink}
      length={length}
      onLength={setLength}
      isFirst={isLinkFirst}
      onOutcome={setOutcome}
    />
  )
  const html = (
    <SaveHtml opened={opened} choice={choice} made={whole} isFirst={!isLinkFirst} onOutcome={setOutcome} />
  )
  return (
    <>
      <section className={styles.part} aria-labelledby="share-profile">
        <h3 id="share-profile">The profile</h3>
        <p className={styles.text}>
          Names, times, calls and the current view with its selection, never the program. Nothing is sent: you
          get a link or file to pass on.
          {isLocal &&
            ' This page is on your machine only, so its links do not open elsewhere. The HTML file does.'}
        </p>
        {isLinkFirst ? link : html}
        <div className={styles.ways}>
          {isLinkFirst ? html : link}
          <SaveProfile made={whole} onOutcome={setOutcome} />
        </div>
      </section>
      <section className={styles.part} aria-labelledby="share-choice">
        <h3 id="share-choice">What is in it</h3>
        <ShareOptions
          choice={choice}
          onChoice={setChoice}
          hasSources={hasSources}
          offersLines={hasLines(opened)}
        />
        {whole.kind === 'failed' ? (
          <Failed problem={whole.problem} />
        ) : (
          <SharePreview made={whole} before={opened} />
        )}
      </section>
      <ViewLink onOutcome={setOutcome} />
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
    </>
  )
}

/** The link in the address bar: the profile is in it only if a link brought the profile. */
function ViewLink({ onOutcome }: { readonly onOutcome: (outcome: string) => void }) {
  const profile = useStore((state) => state.shared.profile)
  const copy = async () =>
    onOutcome(await copyText(currentLink(), 'Copied', 'The address bar has the same link.'))
  return (
    <section className={styles.part} aria-labelledby="share-view">
      <h3 id="share-view">{profile === '' ? 'The view' : 'The link you opened'}</h3>
      <p className={styles.text}>
        {profile === ''
          ? 'View only. The receiver needs the same files.'
          : profile.startsWith('data:')
            ? 'It holds the profile as you opened it, and the current view.'
            : 'It fetches the profile from the server that you had it from, and shows the current view.'}
      </p>
      <div className={styles.row}>
        <Button onClick={() => void copy()}>{profile === '' ? 'Copy view link' : 'Copy link'}</Button>
      </div>
    </section>
  )
}
