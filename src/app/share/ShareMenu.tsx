// The button; the dialog behind it is a part of its own.
import { Suspense } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { showPanel, useStore } from '../../state/store.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Dialog } from '../../ui/overlays.tsx'
import { ShareIcon } from '../../ui/controls.tsx'
import { BugBoundary } from '../BugBoundary.tsx'
import controls from '../../ui/controls.module.css'
import styles from '../header/header.module.css'

const ShareDialog = lazyPart(async () => (await import('./ShareDialog.tsx')).ShareDialog).Component

export function ShareMenu({ opened }: { readonly opened: ProfileView }) {
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
