// The header: the profile's name and totals, and buttons for notices, opening, sharing, export,
// theme and help.
import { Suspense, useCallback, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { profileSummary } from '../../../workers/core/reports/details/profile-summary.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { hasSeveralRuns } from '../../state/opening/open.ts'
import { showPanel, useStore } from '../../state/store.ts'
import { HomeLink } from '../screens/StartFrame.tsx'
import { HelpIcon, IconButton, NoticeIcon, OpenIcon, ShareIcon } from '../../ui/controls.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { ExportMenu } from '../export/ExportMenu.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import { RunsLink } from './RunBar.tsx'
import { ThemeButton } from '../ThemeButton.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Dialog } from '../../ui/overlays.tsx'
import { BugBoundary } from '../BugBoundary.tsx'
import controls from '../../ui/controls.module.css'
import styles from './header.module.css'

/** Files that fit in a tooltip. */
const FILES_TOLD = 12

function filesIn({ files }: ProfileView): string {
  const lines = files.slice(0, FILES_TOLD).map((file) => `${file.name}: ${file.detail}`)
  const rest = files.length - lines.length
  return [...lines.map(visibleText), ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])].join('\n')
}

export function Header({
  opened,
  noticeCount,
  areNoticesShown,
  onNotices,
}: {
  readonly opened: ProfileView
  readonly noticeCount: number
  readonly areNoticesShown: boolean
  readonly onNotices: () => void
}) {
  const facts = useMemo(() => profileSummary(opened, opened.files), [opened])
  const { asMeasured, files } = opened
  const hasRuns = hasSeveralRuns(opened)
  const were = useMemo(
    () => (asMeasured ? profileSummary(asMeasured, files) : facts),
    [asMeasured, files, facts],
  )
  const explain = useCallback(
    (key: string) => {
      const fact = facts[Number(key)]
      const was = were[Number(key)]?.text
      if (!fact) return null
      return {
        title: fact.text,
        formula: '',
        note: `${fact.explanation}${fact.isOfRuns && hasRuns ? '. The view Runs has each of them' : ''}`,
        was: was === fact.text ? undefined : was,
      }
    },
    [facts, were, hasRuns],
  )
  return (
    <header className={styles.header}>
      <HomeLink />
      <h1 className={styles.name} title={filesIn(opened)}>
        {visibleText(opened.name)}
      </h1>
      <Tooltip content={explain} className={styles.facts}>
        <ul className={styles.list} aria-label="The profile">
          {facts.map((fact, at) => (
            <li key={fact.text}>
              {fact.isOfRuns && hasRuns ? (
                <RunsLink className={styles.link} data-tip={at}>
                  {fact.text}
                </RunsLink>
              ) : (
                <span
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a number explains itself on focus, too
                  tabIndex={0}
                  data-tip={at}
                  data-was={were[at]?.text === fact.text ? undefined : were[at]?.text}
                >
                  {fact.text}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Tooltip>
      <div className={styles.actions}>
        {noticeCount > 0 && (
          <button
            type="button"
            className={`${controls.quiet} ${styles.notices}`}
            aria-expanded={areNoticesShown}
            aria-label={`${noticeCount} ${noticeCount === 1 ? 'notice' : 'notices'}`}
            title="What to know about this measurement"
            onClick={onNotices}
          >
            <NoticeIcon />
            {noticeCount}
          </button>
        )}
        <OpenFiles look="quiet">
          <OpenIcon />
          <span className={styles.word}>Open</span>
        </OpenFiles>
        <ShareMenu opened={opened} />
        <ExportMenu opened={opened} />
        <ThemeButton />
        <IconButton label="Help" title="Help (?)" onClick={() => showPanel('help')}>
          <HelpIcon />
        </IconButton>
      </div>
    </header>
  )
}

// The button; its dialog loads separately.

const ShareDialog = lazyPart(async () => (await import('../export/ShareDialog.tsx')).ShareDialog).Component

function ShareMenu({ opened }: { readonly opened: ProfileView }) {
  const isOpen = useStore((state) => state.ui.panel === 'share')
  return (
    <>
      <button
        type="button"
        className={controls.quiet}
        aria-label="Share"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => showPanel('share')}
      >
        <ShareIcon />
        <span className={styles.word}>Share</span>
      </button>
      <Dialog title="Share" isOpen={isOpen} onClose={() => showPanel('none')}>
        <BugBoundary>
          <Suspense fallback={<p>Loading …</p>}>
            <ShareDialog opened={opened} />
          </Suspense>
        </BugBoundary>
      </Dialog>
    </>
  )
}
