// Files dropped on an open profile: asked once what they are for.
import { useEffect, useState } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { addAsRuns, forgetDropped, openInstead } from '../../state/open.ts'
import { compareDropped, isListing } from '../../state/compare.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from '../menu.module.css'

/** A worker that is busy keeps nobody waiting for the question. */
const PATIENCE_MS = 400

export function DroppedDialog({ opened }: { readonly opened: OpenedProfile }) {
  const dropped = useStore((state) => state.local.dropped)
  // What it offers depends on what was dropped, and does not change under the pointer.
  const [known, setKnown] = useState<{ readonly files: readonly File[]; readonly isListing: boolean } | null>(
    null,
  )
  const isKnown = known?.files === dropped
  const isOneListing = isKnown && known.isListing
  useEffect(() => {
    if (dropped.length === 0) return
    let isCurrent = true
    const say = (is: boolean) => {
      if (isCurrent) setKnown({ files: dropped, isListing: is })
      isCurrent = false
    }
    const late = setTimeout(() => say(false), PATIENCE_MS)
    void isListing(dropped).then(say)
    return () => {
      isCurrent = false
      clearTimeout(late)
    }
  }, [dropped])
  const names = dropped.map((file) => file.name)
  return (
    <Dialog
      title={dropped.length === 1 ? 'One more file' : `${dropped.length} more files`}
      isOpen={dropped.length > 0 && isKnown}
      onClose={forgetDropped}
    >
      <p>
        {names.slice(0, 4).join(', ')}
        {names.length > 4 ? ` and ${names.length - 4} more` : ''}: what should happen with{' '}
        {dropped.length === 1 ? 'it' : 'them'}?
      </p>
      <div className={styles.buttons}>
        {isOneListing && (
          <button type="button" className={controls.primary} data-first onClick={() => void compareDropped()}>
            Compare with what is open
          </button>
        )}
        {!isOneListing && (
          <button type="button" className={controls.primary} data-first onClick={addAsRuns}>
            {dropped.length === 1 ? 'Add as a run' : 'Add as runs'} of {opened.name}
          </button>
        )}
        <button type="button" className={controls.button} onClick={openInstead}>
          Open instead
        </button>
        <button type="button" className={controls.quiet} onClick={forgetDropped}>
          Leave it
        </button>
      </div>
      <p className={styles.note}>
        {isOneListing
          ? 'It is a gprof listing: comparing shows every line in which it differs from this profile, as measured.'
          : 'Runs of one program are summed: times and calls add up, and sampling errors shrink.'}
      </p>
    </Dialog>
  )
}
