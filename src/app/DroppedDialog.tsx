// Files dropped on an open profile: asked once what they are for.
import type { OpenedProfile } from '../../workers/api/contract.ts'
import { addAsRuns, forgetDropped, openInstead } from '../state/open.ts'
import { useStore } from '../state/store.ts'
import controls from '../ui/controls.module.css'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './menu.module.css'

export function DroppedDialog({ opened }: { readonly opened: OpenedProfile }) {
  const dropped = useStore((state) => state.local.dropped)
  const names = dropped.map((file) => file.name)
  return (
    <Dialog
      title={dropped.length === 1 ? 'One more file' : `${dropped.length} more files`}
      isOpen={dropped.length > 0}
      onClose={forgetDropped}
    >
      <p>
        {names.slice(0, 4).join(', ')}
        {names.length > 4 ? ` and ${names.length - 4} more` : ''}: what should happen with{' '}
        {dropped.length === 1 ? 'it' : 'them'}?
      </p>
      <div className={styles.buttons}>
        <button type="button" className={controls.primary} onClick={addAsRuns}>
          Add as runs of {opened.name}
        </button>
        <button type="button" className={controls.button} onClick={openInstead}>
          Open instead
        </button>
        <button type="button" className={controls.quiet} onClick={forgetDropped}>
          Leave it
        </button>
      </div>
      <p className={styles.text}>
        Runs of one program are summed: times and calls add up, and sampling errors shrink.
      </p>
    </Dialog>
  )
}
