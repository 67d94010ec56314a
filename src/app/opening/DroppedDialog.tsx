// Asks what to do with files that were dropped on an open profile.
import { useEffect, useState } from 'react'
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import { baseName } from '../../../workers/core/base/file-names.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import {
  addAsRuns,
  areOpenAlready,
  areOverwritten,
  forgetDropped,
  identifyDropped,
  openInPlace,
  openInstead,
  verifyDroppedListing,
} from '../../state/opening/drop-actions.ts'
import { compareWith } from '../../state/opening/baseline.ts'
import { useStore } from '../../state/store.ts'
import { Dialog } from '../../ui/overlays.tsx'
import controls from '../../ui/controls.module.css'
import styles from '../menu.module.css'

/** The question does not wait longer than this for a busy worker. */
const ANSWER_WAIT_MS = 400

const SHOWN = 4

/** What the dropped files can be used for; `unknown` while the worker is too busy to answer. */
type Use = 'run' | 'program' | 'other' | 'anew' | 'open' | 'listing' | 'unknown'

const NOTES: Readonly<Record<Use, string>> = {
  run: 'Runs of one program are summed: times and calls add up, and sampling errors shrink. A diff shows what changed.',
  program: 'It is a program: names of functions and source lines come from it.',
  other:
    'They come with a program of their own: a diff with the open profile is possible. Only runs of one and the same program are summed.',
  anew: 'What is open was written over since, and cannot be read again.',
  open: 'All of it is open already, and has not changed since: there is nothing to add.',
  listing:
    'It is a gprof listing: verifying it shows every line in which it differs from this profile, as measured.',
  unknown: 'Runs of one program are summed; verifying a gprof listing shows every line that differs.',
}

type Choice = 'add' | 'compare' | 'compareListing' | 'instead' | 'inPlace'

/** The choices for each use, the likeliest first. */
const CHOICES: Readonly<Record<Use, readonly Choice[]>> = {
  run: ['add', 'compare', 'instead'],
  program: ['add', 'instead'],
  other: ['instead', 'compare', 'add'],
  anew: ['inPlace', 'compare', 'instead'],
  open: ['instead'],
  listing: ['compareListing', 'compare', 'instead'],
  unknown: ['add', 'compareListing', 'compare', 'instead'],
}

const ACTIONS: Readonly<Record<Choice, (dropped: readonly File[]) => unknown>> = {
  add: addAsRuns,
  compare: compareWith,
  compareListing: verifyDroppedListing,
  instead: openInstead,
  inPlace: openInPlace,
}

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
      {use !== null && <p className={styles.note}>{NOTES[use]}</p>}
      <div className={styles.buttons}>
        {choicesFor(use, isComparing).map((choice, nth) => {
          // Files that are already open need no action.
          const isFirst = nth === 0 && use !== 'open'
          return (
            <button
              key={choice}
              type="button"
              className={isFirst ? controls.primary : controls.button}
              data-first={isFirst || undefined}
              onClick={() => void ACTIONS[choice](dropped)}
            >
              {words[choice]}
            </button>
          )
        })}
        <button type="button" className={controls.quiet} onClick={forgetDropped}>
          Leave it
        </button>
      </div>
    </Dialog>
  )
}

function choicesFor(use: Use | null, isComparing: boolean): readonly Choice[] {
  if (use === null) return []
  const choices = CHOICES[use]
  // The diff view asked for a drop, so comparing is the first choice.
  if (!isComparing || (use !== 'run' && use !== 'other')) return choices
  return ['compare', ...choices.filter((choice) => choice !== 'compare')]
}

/**
 * Returns what the files can be used for. Fixed once the dialog is shown, so that its buttons do
 * not change under the pointer. Null before that.
 */
function useUseOf(dropped: readonly File[], files: readonly OfferedFile[]): Use | null {
  const [told, setTold] = useState<{ readonly files: readonly File[]; readonly use: Use } | null>(null)
  useEffect(() => {
    if (dropped.length === 0) return
    let isCurrent = true
    const tell = (use: Use) => {
      if (isCurrent) setTold({ files: dropped, use })
      isCurrent = false
    }
    const known = areOpenAlready(dropped) ? 'open' : null
    // Several files are never compared.
    const late = setTimeout(() => tell(known ?? (dropped.length === 1 ? 'unknown' : 'run')), ANSWER_WAIT_MS)
    void Promise.all([identifyDropped(dropped), areOverwritten(dropped)]).then(([found, isAnew]) =>
      tell(isAnew ? 'anew' : (known ?? purposeOf(found, dropped.length, files))),
    )
    return () => {
      isCurrent = false
      clearTimeout(late)
    }
  }, [dropped, files])
  return dropped.length > 0 && told?.files === dropped ? told.use : null
}

function purposeOf(found: readonly OfferedFile[], count: number, files: readonly OfferedFile[]): Use {
  const programs = found.filter(({ kind }) => kind === 'executable')
  if (count === 1 && found[0]?.kind === 'listing') return 'listing'
  if (programs.length === 0) return 'run'
  if (!found.some(({ kind }) => kind === 'profile')) return 'program'
  const isOpen = (program: OfferedFile) =>
    files.some(({ name, size }) => baseName(name) === baseName(program.name) && size === program.size)
  return programs.every(isOpen) ? 'run' : 'other'
}
