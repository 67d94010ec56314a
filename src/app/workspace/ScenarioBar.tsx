// The bars under the header: of a single run, with the link to all runs; and of the scenario, with its
// changes, undo, redo, and the same as gprof options.
import { type ComponentProps, useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { fileKeysOf, positionOfKey } from '../../../workers/core/base/file-names.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { filesOfAllRuns } from '../../state/opening.ts'
import { prepareConnection, valueOf } from '../../state/requests.ts'
import { runLabel, runsOf } from '../../state/read-again.ts'
import { hashFor, useStore } from '../../state/store.ts'
import { runs } from '../../views/registry.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import {
  type Change,
  countChanges,
  gprofText,
  type GprofText,
  listChanges,
  STATIC_ARCS_FILE,
} from '../../../workers/core/reports/what-if.ts'
import {
  areStaticCallsUnknown,
  asMeasured,
  cancelAnalysis,
  changeScenario,
  clearScenario,
  redo,
  undo,
} from '../../state/queries.ts'
import { scenarioTotal } from '../../../workers/core/reports/scenario-total.ts'
import { CloseIcon, IconButton, RedoIcon, UndoIcon } from '../../ui/controls.tsx'
import { ArcTitle } from '../../ui/text.tsx'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { writeDocument } from '../../state/export.ts'
import { save } from '../export/save-and-copy.ts'
import controls from '../../ui/controls.module.css'
import styles from './scenario-bar.module.css'

// The bar for a single run: names the run on screen, and links to the sum of all runs. Also the
// link to the runs view.

export function RunBar({ opened }: { readonly opened: ProfileView }) {
  const shared = useStore((state) => state.shared)
  const shown = opened.oneRun?.run ?? null
  // While a run is being opened, the screen still shows the previous profile.
  const isOpening = useStore((state) => state.session.phase === 'working')
  if (!shown && (!shared.run || isOpening)) return null
  const files = filesOfAllRuns(opened)
  const label = shown && runLabel(shown, positionOfKey(files, { ...shown, nth: 2 }) >= 0)
  return (
    <section aria-label="One run" className={styles.runBar}>
      <p className={styles.runWords}>
        {label !== null ? (
          <>
            <strong>1 of {formatCount(runsOf(opened).length)} runs:</strong> <code>{label}</code>
          </>
        ) : (
          <>
            The link shows the run <code>{visibleText(shared.run?.name ?? '')}</code> alone, which is not
            among these files.
          </>
        )}
      </p>
      <a
        className={controls.button}
        href={hashFor(shared, { run: null })}
        onPointerEnter={() => prepareConnection()}
        onFocus={() => prepareConnection()}
      >
        {label !== null ? 'All runs' : 'Continue without it'}
      </a>
    </section>
  )
}

// Links to the runs view.

export function RunsLink({ children, ...props }: ComponentProps<'a'>) {
  const shared = useStore((state) => state.shared)
  return (
    <a {...props} href={hashFor(shared, { view: runs.id })} onPointerEnter={() => void runs.preload()}>
      {children}
    </a>
  )
}

// The scenario bar: its changes, each with a remove button; undo, redo, and the scenario as gprof
// options.

export function ScenarioBar({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const { past, future } = useStore((state) => state.ui.history)
  const isAnalyzing = useStore((state) => state.ui.analyzing?.isSlow === true)
  const isReadingCode = useStore(
    ({ ui: { possibleCalls: asked } }) => asked.phase === 'loading' && asked.progress !== null,
  )
  const isEmpty = isEmptyScenario(scenario)
  const total = opened.asMeasured ? scenarioTotal(opened.analyzed, opened.asMeasured.analyzed) : ''
  // Ctrl Z restores what was cleared; a bar of its own would take room for good.
  if (isEmpty && future.length === 0 && !isAnalyzing) return null
  return (
    <section aria-label="What if" className={styles.bar} data-empty={isEmpty}>
      <div className={styles.steps}>
        <IconButton label="Undo" title="Undo (Ctrl Z)" disabled={past.length === 0} onClick={undo}>
          <UndoIcon />
        </IconButton>
        <IconButton label="Redo" title="Redo (Ctrl Shift Z)" disabled={future.length === 0} onClick={redo}>
          <RedoIcon />
        </IconButton>
      </div>
      {isEmpty ? <p className={styles.words}>As measured.</p> : <Changes opened={opened} />}
      {total !== '' && <p className={styles.words}>{total}</p>}
      {!isEmpty && opened.analyzed.profile.listed && (
        <p className={styles.words}>From the listing’s rounded numbers.</p>
      )}
      {isAnalyzing && (
        <p className={styles.working}>
          {isReadingCode ? (
            <CodeProgress onCancel={cancelAnalysis} />
          ) : (
            <>
              <span role="progressbar" aria-label="Updating numbers" className={styles.progress} />
              <button type="button" className={controls.quiet} onClick={cancelAnalysis}>
                Cancel
              </button>
            </>
          )}
        </p>
      )}
    </section>
  )
}

/** Further removed arcs are only counted. */
const MOST_CHIPS = 12
/** Arcs added to the unfolded list at a time. */
const AT_ONCE = 500

function Changes({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = areStaticCallsUnknown(asked) ? 'unknown' : valueOf(asked)
  const { profile } = asMeasured(opened).analyzed
  const folding = opened.analyzed.folding ?? null
  const [most, setMost] = useState(MOST_CHIPS)
  const shown = useMemo(
    () => listChanges(profile, scenario, possible, folding, most),
    [profile, scenario, possible, folding, most],
  )
  // Two functions may have the same name.
  const alike = fileKeysOf(shown.map((change) => ({ name: nameOf(change) })))
  const count = countChanges(scenario)
  const left = count - shown.length
  const next = Math.min(left, AT_ONCE)
  return (
    <>
      <ul className={styles.chips} aria-label="Changes">
        {shown.map((change, at) => (
          <li
            key={`${nameOf(change)} ${alike[at]?.nth}`}
            className={styles.chip}
            data-absent={change.absence !== ''}
          >
            <ChangeText change={change} />
            <IconButton
              className={styles.remove}
              label={`Remove: ${nameOf(change)}`}
              title="Remove this change"
              onClick={() => changeScenario(change.without)}
            >
              <CloseIcon />
            </IconButton>
          </li>
        ))}
      </ul>
      {/* Outside the scrolling list, so that the count stays in view. */}
      {count > MOST_CHIPS && (
        <button
          type="button"
          className={controls.quiet}
          onClick={() => setMost(left > 0 ? most + next : MOST_CHIPS)}
        >
          {left > 0 ? `${formatCount(next)} more${left > next ? ` of ${formatCount(left)}` : ''}` : 'Fewer'}
        </button>
      )}
      <button type="button" className={controls.quiet} onClick={clearScenario}>
        Clear
      </button>
      <CopyOptions opened={opened} />
    </>
  )
}

/** "cut parse → parse_line", "evaluate 2× faster" */
const nameOf = ({ verb, what, outcome }: Change): string =>
  [verb, what, outcome].filter((part) => part !== '').join(' ')

function ChangeText({ change }: { readonly change: Change }) {
  const { verb, what, outcome, saving, absence, calls } = change
  const note = absence || calls || saving
  return (
    <span className={styles.text} title={`${nameOf(change)}${note === '' ? '' : `: ${note}`}`}>
      {verb !== '' && <span className={styles.verb}>{verb} </span>}
      <ArcTitle title={what} />
      {outcome !== '' && (
        <span className={styles.verb}>
          {' '}
          {outcome}
          {saving !== '' && `, ${saving}`}
        </span>
      )}
      {absence !== '' && <span className={styles.verb}> ({absence})</span>}
    </span>
  )
}

// Copies the scenario as gprof options or commands, with notes on where gprof differs.

function CopyOptions({ opened }: { readonly opened: ProfileView }) {
  const scenario = useStore((state) => state.shared.scenario)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = areStaticCallsUnknown(asked) ? 'unknown' : valueOf(asked)
  const isWaiting = scenario.staticArcs && possible === null
  const [outcome, setOutcome] = useState<{
    readonly scenario: typeof scenario
    readonly printed: GprofText | null
    readonly words: string
  }>({ scenario, printed: null, words: '' })
  const isFresh = outcome.scenario === scenario && outcome.words !== ''
  const copy = async () => {
    const named = (kind: 'executable' | 'profile') =>
      opened.files.filter((file) => file.kind === kind).map((file) => file.name)
    const files = { program: named('executable')[0] ?? 'a.out', profiles: named('profile') }
    const printed = gprofText(asMeasured(opened).analyzed.profile, scenario, files, possible)
    try {
      if (printed.text !== '') await navigator.clipboard.writeText(printed.text)
      setOutcome({ scenario, printed, words: describe(printed) })
    } catch {
      setOutcome({ scenario, printed, words: printed.text })
    }
  }
  const saveArcs = async () => {
    const file = await writeDocument(STATIC_ARCS_FILE, null)
    if (file.ok) save(file.value, STATIC_ARCS_FILE)
    else setOutcome({ ...outcome, words: problemText(file.problem).title })
  }
  return (
    <>
      <button
        type="button"
        className={controls.quiet}
        disabled={isWaiting}
        title="Options with which GNU gprof prints these numbers"
        onClick={() => void copy()}
      >
        Copy gprof options
      </button>
      <div role="status" className={styles.outcome} data-empty={!isFresh}>
        {isFresh && (
          <>
            <span>{outcome.words}</span>
            {outcome.printed?.needsStaticArcs && (
              <button type="button" className={controls.button} onClick={() => void saveArcs()}>
                Save {STATIC_ARCS_FILE}
              </button>
            )}
            {outcome.printed !== null && outcome.printed.text !== outcome.words && (
              <code className={styles.command} title={outcome.printed.text}>
                {outcome.printed.text}
              </code>
            )}
          </>
        )}
      </div>
    </>
  )
}

function describe({ text, gap, isLong, needsStaticArcs, ownSearch }: GprofText): string {
  const done = text === '' ? 'Nothing copied' : isLong ? 'Copied: gprof needs several runs' : 'Copied'
  const parts = [gap === '' ? done : `${done}. Not exact: ${gap}`]
  if (needsStaticArcs) {
    parts.push(
      `${ownSearch}; the copied line reads the right ones from ${STATIC_ARCS_FILE}, so save that beside`,
    )
  }
  return parts.length === 1 && gap === '' ? done : `${parts.join('. ')}.`
}

// Progress of the search through the program's code, with a cancel button.

export function CodeProgress({ onCancel }: { readonly onCancel: () => void }) {
  const asked = useStore((state) => state.ui.possibleCalls)
  if (asked.phase !== 'loading' || asked.progress === null) return null
  return (
    <>
      <progress aria-label="Reading the program’s code" value={asked.progress} max={1} />
      <button type="button" className={controls.quiet} onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}
