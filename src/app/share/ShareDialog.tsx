// The link to what is on screen, and the profile itself in one of three forms, with a look at what will be in it.
import { useState } from 'react'
import type { ProfileView, ShareChoice } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { currentLink } from '../../state/url-sync.ts'
import { hasLines } from '../../state/worker/sources.ts'
import { areLinesReadSoon } from '../../state/worker/lines.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import { Choices } from './Choices.tsx'
import { copyText } from './copy-text.ts'
import { LinkWithProfile } from './LinkWithProfile.tsx'
import { Preview } from './Preview.tsx'
import { SaveButtons } from './SaveButtons.tsx'
import { useShared } from './use-shared.ts'
import styles from './share.module.css'

/** All that is there; what takes long to be read waits until it is wanted. */
function atFirst(opened: ProfileView): ShareChoice {
  return {
    names: 'kept',
    withoutDirectories: false,
    withoutSources: false,
    withoutLines: hasLines(opened) && !areLinesReadSoon(opened),
    withoutNotices: false,
  }
}

function Failed({ problem }: { readonly problem: Problem }) {
  const { title, explanation, remedy } = problemText(problem)
  return (
    <p role="alert">
      <strong>{title}.</strong> {explanation} {remedy}
    </p>
  )
}

export function ShareDialog({ opened }: { readonly opened: ProfileView }) {
  const [choice, setChoice] = useState(() => atFirst(opened))
  const [outcome, setOutcome] = useState('')
  const whole = useShared(choice, null)
  const bringsProfile = useStore((state) => state.shared.profile)
  // What is chosen holds for the profile beside, too.
  const hasSources = useStore(({ ui: { baseline } }) =>
    [opened, ...(baseline.phase === 'ready' ? [baseline.value.opened] : [])].some(
      ({ analyzed }) => analyzed.profile.sources !== null,
    ),
  )
  const copy = async () =>
    setOutcome(await copyText(currentLink(), 'Copied', 'The address bar has the same link.'))
  return (
    <>
      <section className={styles.part} aria-labelledby="share-state">
        <h3 id="share-state">What is on screen</h3>
        <p className={styles.text}>
          The link holds the view, the selected function, the search, the order and what is cut.{' '}
          {bringsProfile === ''
            ? 'The files are not in it: whoever opens it needs them, too.'
            : bringsProfile.startsWith('data:')
              ? 'The profile is in it, as it was in the link that you opened.'
              : 'The profile is fetched from where you had it from.'}
        </p>
        <div className={styles.row}>
          <button type="button" className={controls.primary} onClick={() => void copy()}>
            Copy link
          </button>
        </div>
      </section>
      <section className={styles.part} aria-labelledby="share-profile">
        <h3 id="share-profile">The profile itself</h3>
        <p className={styles.text}>
          Names, times, calls and what is on screen, never the program. Nothing is sent: you get a link or a
          file, and give it to whom you like.
        </p>
        <Choices choice={choice} onChoice={setChoice} hasSources={hasSources} hasLines={hasLines(opened)} />
        {whole.kind === 'failed' ? (
          <Failed problem={whole.problem} />
        ) : (
          <Preview made={whole} before={opened} />
        )}
        <LinkWithProfile opened={opened} choice={choice} onOutcome={setOutcome} />
        <SaveButtons opened={opened} choice={choice} made={whole} onOutcome={setOutcome} />
      </section>
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
    </>
  )
}
