// Bars over every screen: a newer version of the page, a worker that gives no sign of life.
import { endSilentWork } from '../../state/opening/replace-worker.ts'
import { setUi, useStore } from '../../state/store.ts'
import type { Update } from '../../state/ui-state.ts'
import { takeUpdate } from '../../state/updates.ts'
import { CloseIcon, IconButton } from '../../ui/icons.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'

export function PageBars() {
  const update = useStore((state) => state.ui.update)
  const isSilent = useStore((state) => state.ui.isWorkerSilent)
  // The work that the user waits for comes first.
  return isSilent ? <SilentBar /> : update && <UpdateBar update={update} />
}

function SilentBar() {
  return (
    <div role="status" className={styles.refused}>
      <p>No answer for 10 seconds: the work takes long, hangs or has ended.</p>
      <Button look="primary" onClick={endSilentWork}>
        Stop it
      </Button>
    </div>
  )
}

function UpdateBar({ update }: { readonly update: Update }) {
  const isLoss = update.lost.length > 0
  return (
    <div role="status" className={styles.refused}>
      <p>
        {isLoss ? `After the update, open again: ${update.lost.join(', ')}.` : 'A newer version is ready.'}
      </p>
      <Button look="primary" onClick={() => void takeUpdate()}>
        {isLoss ? 'Update anyway' : 'Update'}
      </Button>
      <IconButton label="Later" onClick={() => setUi({ update: null })}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
