// Asks what to do with files that were dropped on an open profile.
import { useEffect, useState } from 'react'
import { areOpenAlready, areOverwritten, forgetDropped } from '../../state/opening/drop-actions.ts'
import { identifyDropped } from '../../state/questions/verify-listing.ts'
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { useStore } from '../../state/store.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import menu from '../menu.module.css'
import { ACTIONS, type Choice, choicesFor, NOTES, purposeOf, type Use } from './drop-choices.ts'

/** The question does not wait longer than this for a busy worker. */
const ANSWER_WAIT_MS = 400

const SHOWN = 4

export function DroppedDialog({ opened }: { readonly opened: ProfileView }) {
  const dropped = useStore((state) => state.ui.dropped)
  const isComparing = useStore(({ shared }) => shared.view === 'compare')
  const use = useUseOf(dropped, opened.files)
  const names = dropped.slice(0, SHOWN).map((file) => visibleText(file.name))
  const others = dropped.length - names.length
  const isOne = dropped.length === 1
  const name = visibleText(opened.name)
  const words: Readonly<Record<Choice, string>> = {
    add:
      use === 'program'
        ? `Open together with ${name}`
        : `${isOne ? 'Add as a run' : 'Add as runs'} of ${name}`,
    compare: 'Diff with this profile',
    compareListing: 'Verify listing',
    instead: 'Open instead',
    inPlace: 'Open in its place',
  }
  return (
    <Dialog
      title={isOne ? 'One more file' : `${dropped.length} more files`}
      isOpen={use !== null}
      onClose={forgetDropped}
    >
      <p>
        {names.join(', ')}
        {others > 0 ? ` and ${others} more` : ''}: what should happen with {isOne ? 'it' : 'them'}?
      </p>
      {use !== null && <p className={menu.note}>{NOTES[use]}</p>}
      <div className={menu.buttons}>
        {choicesFor(use, isComparing).map((choice, nth) => {
          // Files that are already open need no action.
          const isFirst = nth === 0 && use !== 'open'
          return (
            <Button
              look={isFirst ? 'primary' : 'button'}
              key={choice}
              data-first={isFirst || undefined}
              onClick={() => void ACTIONS[choice](dropped)}
            >
              {words[choice]}
            </Button>
          )
        })}
        <Button look="quiet" onClick={forgetDropped}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

/**
 * Returns what the files can be used for. Fixed once the dialog is shown, so that its buttons do
 * not change under the pointer. Null before that.
 */
function useUseOf(dropped: readonly File[], files: readonly OfferedFile[]): Use | null {
  const [answer, setAnswer] = useState<{ readonly files: readonly File[]; readonly use: Use } | null>(null)
  useEffect(() => {
    if (dropped.length === 0) return
    let isCurrent = true
    const settle = (use: Use) => {
      if (isCurrent) setAnswer({ files: dropped, use })
      isCurrent = false
    }
    const known = areOpenAlready(dropped) ? 'open' : null
    // Several files are never compared.
    const late = setTimeout(() => settle(known ?? (dropped.length === 1 ? 'unknown' : 'run')), ANSWER_WAIT_MS)
    void Promise.all([identifyDropped(dropped), areOverwritten(dropped)]).then(([found, isChanged]) =>
      settle(isChanged ? 'changed' : (known ?? purposeOf(found, dropped.length, files))),
    )
    return () => {
      isCurrent = false
      clearTimeout(late)
    }
  }, [dropped, files])
  return dropped.length > 0 && answer?.files === dropped ? answer.use : null
}
