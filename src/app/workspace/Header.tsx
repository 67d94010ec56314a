// The header: the profile's name with its totals, the buttons for notices, opening, sharing, theme, help,
// the export menu.
import { Suspense, useCallback, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { profileSummary } from '../../../workers/core/reports/profile-summary.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import { hasSeveralRuns } from '../../state/opening/runs.ts'
import { showPanel } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import { HomeLink } from '../screens/StartFrame.tsx'
import { ThemeButton } from '../screens/ThemeButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { HelpIcon, IconButton, NoticeIcon, OpenIcon, ShareIcon } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import { RunsLink } from './RunBar.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { isSevere, type NoticeGroup } from '../../../workers/core/reports/messages/group-notices.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './header.module.css'
import { ExportMenu } from './ExportMenu.tsx'

/** Files that fit in a tooltip. */
const FILES_TOLD = 12

function filesIn({ files }: ProfileView): string {
  const lines = files.slice(0, FILES_TOLD).map((file) => `${file.name}: ${file.detail}`)
  const rest = files.length - lines.length
  return [...lines.map(visibleText), ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])].join('\n')
}

export function Header({
  opened,
  notices,
  areNoticesShown,
  onNotices,
}: {
  readonly opened: ProfileView
  readonly notices: readonly NoticeGroup[]
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
            <li key={fact.text} data-single={fact.isOfRuns && !hasRuns}>
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
        {notices.length > 0 && (
          <Button
            look="quiet"
            className={styles.notices}
            aria-expanded={areNoticesShown}
            aria-label={formatCounted(notices.length, 'notice')}
            data-severe={notices.some(isSevere)}
            title="Notices about this measurement"
            onClick={onNotices}
          >
            <NoticeIcon />
            {notices.length}
          </Button>
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

const ShareDialog = lazyPart(async () => (await import('../export/ShareDialog.tsx')).ShareDialog).Component

function ShareMenu({ opened }: { readonly opened: ProfileView }) {
  const isOpen = useStore((state) => state.ui.panel === 'share')
  return (
    <>
      <Button
        look="quiet"
        aria-label="Share"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => showPanel('share')}
      >
        <ShareIcon />
        <span className={styles.word}>Share</span>
      </Button>
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
