// Shares what is on screen as a link, or the profile as a link, a saved profile or one HTML file; shows what
// will be in it and what is left out.
import { useEffect, useState } from 'react'
import type { CutToFit, ProfileView, ShareChoice, SharedProfile } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { type Baseline, currentLink, isPageLocal, useStore } from '../../state/store.ts'
import { hasLines } from '../../state/queries.ts'
import { wholeProfile } from '../../state/recent-profiles.ts'
import { copyText, save } from './save-and-copy.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { nameParts, type NameParts } from '../../../workers/core/reports/names/names.ts'
import {
  formatBytes,
  formatCount,
  formatCounted,
  formatExact,
} from '../../../workers/core/reports/quantities.ts'
import { LongName, pathParts } from '../../ui/text.tsx'
import { bytesInLink, linkTo, shareAs, shareBaseline } from '../../state/export.ts'
import { interrupt } from '../../state/opening.ts'
import { messageOf } from '../../../workers/core/base/result.ts'
import { type BaselineToWrite, writeHtml } from './write-html.ts'
import { PROGRESS_DELAY_MS } from '../../state/requests.ts'
import controls from '../../ui/controls.module.css'
import styles from './share.module.css'

function Failed({ problem }: { readonly problem: Problem }) {
  const { title, explanation, remedy } = problemText(problem)
  return (
    <p role="alert">
      <strong>{title}.</strong> {explanation} {remedy}
    </p>
  )
}

export function ShareDialog({ opened }: { readonly opened: ProfileView }) {
  const [choice, setChoice] = useState(() => wholeProfile(opened))
  const [length, setLength] = useState(8000)
  const [outcome, setOutcome] = useState('')
  const whole = useSharedProfile(choice, null)
  const inLink = useSharedProfile(choice, length)
  // The choice also applies to the baseline.
  const hasSources = useStore(({ ui: { baseline } }) =>
    [opened, ...(baseline.phase === 'ready' ? [baseline.value.opened] : [])].some(
      ({ analyzed }) => analyzed.profile.sources !== null,
    ),
  )
  const isLocal = isPageLocal()
  const isLinkFirst = !isLocal && inLink.kind !== 'too-large'
  const link = (
    <LinkWithProfile
      opened={opened}
      made={inLink}
      length={length}
      onLength={setLength}
      isFirst={isLinkFirst}
      onOutcome={setOutcome}
    />
  )
  const html = (
    <SaveHtml opened={opened} choice={choice} made={whole} isFirst={!isLinkFirst} onOutcome={setOutcome} />
  )
  return (
    <>
      <section className={styles.part} aria-labelledby="share-profile">
        <h3 id="share-profile">The profile</h3>
        <p className={styles.text}>
          Names, times, calls and the current view with its selection, never the program. Nothing is sent: you
          get a link or file to pass on.
          {isLocal &&
            ' This page is on your machine only, so its links do not open elsewhere. The HTML file does.'}
        </p>
        {isLinkFirst ? link : html}
        <div className={styles.ways}>
          {isLinkFirst ? html : link}
          <SaveProfile made={whole} onOutcome={setOutcome} />
        </div>
      </section>
      <section className={styles.part} aria-labelledby="share-choice">
        <h3 id="share-choice">What is in it</h3>
        <ShareOptions
          choice={choice}
          onChoice={setChoice}
          hasSources={hasSources}
          offersLines={hasLines(opened)}
        />
        {whole.kind === 'failed' ? (
          <Failed problem={whole.problem} />
        ) : (
          <SharePreview made={whole} before={opened} />
        )}
      </section>
      <ViewLink onOutcome={setOutcome} />
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
    </>
  )
}

/** The link in the address bar: the profile is in it only if a link brought the profile. */
function ViewLink({ onOutcome }: { readonly onOutcome: (outcome: string) => void }) {
  const profile = useStore((state) => state.shared.profile)
  const copy = async () =>
    onOutcome(await copyText(currentLink(), 'Copied', 'The address bar has the same link.'))
  return (
    <section className={styles.part} aria-labelledby="share-view">
      <h3 id="share-view">{profile === '' ? 'The view' : 'The link you opened'}</h3>
      <p className={styles.text}>
        {profile === ''
          ? 'View only. The receiver needs the same files.'
          : profile.startsWith('data:')
            ? 'It holds the profile as you opened it, and the current view.'
            : 'It fetches the profile from the server that you had it from, and shows the current view.'}
      </p>
      <div className={styles.row}>
        <button type="button" className={controls.button} onClick={() => void copy()}>
          {profile === '' ? 'Copy view link' : 'Copy link'}
        </button>
      </div>
    </section>
  )
}

// What is shared and what stays private; the same choices apply to link, file and HTML.

const NAMES: readonly (readonly [ShareChoice['names'], string, string])[] = [
  ['kept', 'As they are', ''],
  ['shortened', 'Shortened', 'Without parameters and template arguments'],
  [
    'replaced',
    'Replaced by f1, f2, …',
    'The same function has the same name throughout. Files, paths and addresses are replaced or left out, too.',
  ],
]

type Switch = Exclude<keyof ShareChoice, 'names'>

function ShareOptions({
  choice,
  onChoice,
  hasSources,
  offersLines,
}: {
  readonly choice: ShareChoice
  readonly onChoice: (choice: ShareChoice) => void
  readonly hasSources: boolean
  readonly offersLines: boolean
}) {
  const isReplaced = choice.names === 'replaced'
  const box = (key: Switch, label: string, isForced: boolean) => (
    <label className={styles.option}>
      <input
        type="checkbox"
        checked={choice[key] || isForced}
        disabled={isForced}
        onChange={(event) => onChoice({ ...choice, [key]: event.target.checked })}
      />
      {label}
    </label>
  )
  return (
    <div className={styles.choices}>
      <fieldset className={styles.field}>
        <legend>Function names</legend>
        {NAMES.map(([names, label, title]) => (
          <label key={names} className={styles.option} title={title}>
            <input
              type="radio"
              name="share-names"
              checked={choice.names === names}
              onChange={() => onChoice({ ...choice, names })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.field}>
        <legend>Leave out</legend>
        {box('withoutDirectories', 'Directories of files and sources', isReplaced)}
        {hasSources && box('withoutSources', 'Source files and lines', isReplaced)}
        {offersLines && box('withoutLines', 'Times of lines', isReplaced || choice.withoutSources)}
        {box('withoutNotices', 'Notices', false)}
      </fieldset>
    </div>
  )
}

// Preview of what is shared: counts, files, and a few names and paths before and after redaction.

interface Pair {
  readonly before: string
  readonly after: string
}

/** Returns how a name may be shortened if there is too little room. */
type PartsOf = (name: string) => Partial<NameParts>

const MOST_FILES = 3

function SharePreview({ made, before }: { readonly made: ShareState; readonly before: ProfileView }) {
  const shared = made.kind === 'made' ? made.shared : null
  const row = (partsOf: PartsOf) => (pair: Pair) => <Row key={pair.before} pair={pair} partsOf={partsOf} />
  const rows = shared
    ? [...shared.nameSamples.map(row(nameParts)), ...shared.pathSamples.map(row(pathParts))]
    : []
  const counts = shared
    ? [
        formatCounted(shared.functions, 'function'),
        formatCounted(shared.arcs, 'arc'),
        ...(shared.sourceFiles > 0 ? [formatCounted(shared.sourceFiles, 'source file')] : []),
        ...(shared.lines > 0 ? [formatCounted(shared.lines, 'line')] : []),
        ...(shared.notices > 0 ? [formatCounted(shared.notices, 'notice')] : []),
        `of ${listed(shared.files)}`,
      ]
    : ['Preparing …']
  return (
    <section className={styles.preview} aria-label="What will be in it" aria-busy={!shared}>
      <p>
        {shared && (
          <>
            <strong>{formatBytes(shared.bytes.length)}</strong> ·{' '}
          </>
        )}
        {counts.join(' · ')}
      </p>
      {made.kind === 'making' && made.part !== null && (
        <progress aria-label="Reading the lines" value={made.part} max={1} />
      )}
      {rows.length > 0 && (
        <table className={styles.pairs}>
          <thead>
            <tr>
              <th scope="col">Here, in {visibleText(before.name)}</th>
              <th scope="col">As shared</th>
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      )}
    </section>
  )
}

function Row({ pair, partsOf }: { readonly pair: Pair; readonly partsOf: PartsOf }) {
  const [before, after] = [visibleText(pair.before), visibleText(pair.after)]
  return (
    <tr>
      <td title={before}>
        <LongName {...partsOf(before)} />
      </td>
      <td title={after} data-same={before === after || undefined}>
        {before === after ? 'the same' : after === '' ? 'left out' : <LongName {...partsOf(after)} />}
      </td>
    </tr>
  )
}

function listed(files: readonly string[]): string {
  const more = files.length - MOST_FILES
  return files.slice(0, MOST_FILES).map(visibleText).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

// A link that contains the profile, within the length that was chosen. Reports what was cut to make
// it fit before it is copied.

/** Link lengths in characters, and the programs that accept a link of that length. */
const LENGTHS: readonly (readonly [number, string])[] = [
  [2000, '2,000 characters: nearly anywhere'],
  [8000, '8,000 characters: most mail and chat'],
  [32_000, '32,000 characters: issues, documents'],
]

function LinkWithProfile({
  opened,
  made,
  length,
  onLength,
  isFirst,
  onOutcome,
}: {
  readonly opened: ProfileView
  readonly made: ShareState
  readonly length: number
  readonly onLength: (length: number) => void
  readonly isFirst: boolean
  readonly onOutcome: (outcome: string) => void
}) {
  const link = made.kind === 'made' ? linkTo(made.shared) : null
  const copy = async () => {
    if (link === null) return
    onOutcome(
      await copyText(link, `Copied, ${formatCount(link.length)} characters`, 'Save the profile instead.'),
    )
  }
  const { profile } = opened.analyzed
  return (
    <div className={styles.way}>
      <div className={styles.row}>
        <button
          type="button"
          className={isFirst ? controls.primary : controls.button}
          disabled={link === null}
          onClick={() => void copy()}
        >
          Copy profile link
        </button>
        <label className={styles.length}>
          Up to{' '}
          <select value={length} onChange={(event) => onLength(Number(event.target.value))}>
            {LENGTHS.map(([characters, words]) => (
              <option key={characters} value={characters}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className={styles.text}>
        {made.kind === 'making' && 'Preparing …'}
        {made.kind === 'making' && made.isSlow && (
          <button type="button" className={controls.quiet} onClick={interrupt}>
            Cancel
          </button>
        )}
        {made.kind === 'too-large' &&
          (profile.listed
            ? 'This listing does not fit into a link. Save the profile or the HTML file.'
            : 'The largest functions alone do not fit into a link. Save the profile or the HTML file.')}
        {made.kind === 'failed' &&
          (made.problem.code === 'host/cancelled'
            ? 'Cancelled. Choose a length to start again.'
            : 'The link cannot be made.')}
        {made.kind === 'made' &&
          link !== null &&
          `${formatCounted(link.length, 'character')}. ${cutWords(made.shared.cut, profile.rate, profile.abbreviation)}`}
      </p>
    </div>
  )
}

/** Describes what was cut to fit, the most noticeable loss first. */
function cutWords(cut: CutToFit, rate: number, unit: string): string {
  const time = (ticks: number): string =>
    rate > 0
      ? `${formatExact(Number((ticks / rate).toPrecision(3)))} ${unit}`
      : formatCounted(ticks, 'sample')
  const parts: string[] = []
  if (cut.joined > 0) {
    const off = cut.mostLost > 0 ? ` (totals ±${time(cut.mostLost)})` : ''
    parts.push(`${formatCounted(cut.joined, 'small function')} merged${off}`)
  }
  if (cut.unused > 0) parts.push(`${formatCounted(cut.unused, 'unused function')} dropped`)
  if (cut.runs > 0) parts.push(`${formatCounted(cut.runs, 'run')} saved as one file`)
  if (cut.histograms) parts.push('no gmon.sum')
  if (cut.lines) parts.push('no times of lines')
  if (cut.possible) parts.push('no static calls')
  return parts.length === 0 ? 'The whole profile is in it.' : `To make it fit: ${parts.join('; ')}.`
}

// Saves the profile as a file, or the page and the profile as one HTML file.

/** Saves a file named after the profile, and reports it. */
function saveAs(
  blob: Blob,
  shared: SharedProfile | null,
  extension: string,
  onOutcome: (outcome: string) => void,
): void {
  const name = `${fileName(shared)}.${extension}`
  save(blob, name)
  onOutcome(`Saved ${name}, ${formatBytes(blob.size)}`)
}

function SaveProfile({
  made,
  onOutcome,
}: {
  readonly made: ShareState
  readonly onOutcome: (outcome: string) => void
}) {
  const shared = made.kind === 'made' ? made.shared : null
  const saveProfile = () =>
    shared &&
    saveAs(new Blob([shared.bytes], { type: 'application/octet-stream' }), shared, 'gmonscope', onOutcome)
  return (
    <div className={styles.way}>
      <button type="button" className={controls.button} disabled={!shared} onClick={saveProfile}>
        Save profile
      </button>
      <p className={styles.text}>
        {shared ? formatBytes(shared.bytes.length) : '…'}. Opens by drop, here and with{' '}
        <code>npx gmonscope</code>.
      </p>
    </div>
  )
}

function SaveHtml({
  opened,
  choice,
  made,
  isFirst,
  onOutcome,
}: {
  readonly opened: ProfileView
  readonly choice: ShareChoice
  readonly made: ShareState
  readonly isFirst: boolean
  readonly onOutcome: (outcome: string) => void
}) {
  const shared = made.kind === 'made' ? made.shared : null
  const baseline = useStore(({ ui }) => (ui.baseline.phase === 'ready' ? ui.baseline.value : null))
  const [isAlone, setAlone] = useState(false)
  const other = useShareOfBaseline(isAlone ? null : baseline, opened, choice)
  const html = useHtml(shared, other)
  const isHtml = html instanceof Blob
  return (
    <div className={styles.way}>
      <button
        type="button"
        className={isFirst ? controls.primary : controls.button}
        disabled={!isHtml}
        onClick={() => isHtml && saveAs(html, shared, 'html', onOutcome)}
      >
        Save HTML file
      </button>
      <p className={styles.text}>
        {isHtml
          ? `${formatBytes(html.size)}. This page and ${other ? 'both profiles, as chosen below' : 'the profile'}: opens in any browser, without a network.`
          : (html ?? '…')}
      </p>
      {baseline && (
        <label className={styles.option}>
          <input type="checkbox" checked={!isAlone} onChange={({ target }) => setAlone(!target.checked)} />
          <span className={styles.text}>
            Include the profile {baseline.isEarlier ? 'before' : 'after'}:{' '}
            {baseline.opened.files.map(({ name }) => visibleText(name)).join(', ')}
          </span>
        </label>
      )}
    </div>
  )
}

/**
 * Returns the HTML file, a sentence if it cannot be made, or null while it is being made.
 *
 * @param other the baseline; null if it is not shared, a sentence if it is unavailable
 */
function useHtml(
  shared: SharedProfile | null,
  other: BaselineToWrite | 'making' | { readonly why: string } | null,
): Blob | string | null {
  const [html, setHtml] = useState<{
    readonly of: unknown
    readonly beside: unknown
    readonly is: Blob | string
  } | null>(null)
  useEffect(() => {
    if (!shared || other === 'making' || (other && 'why' in other)) return
    let isOld = false
    const file = new File([shared.bytes], `${fileName(shared)}.gmonscope`)
    writeHtml([file], '', other).then(
      (blob) => !isOld && setHtml({ of: shared, beside: other, is: blob }),
      (error: unknown) => !isOld && setHtml({ of: shared, beside: other, is: messageOf(error) }),
    )
    return () => {
      isOld = true
    }
  }, [shared, other])
  if (other && other !== 'making' && 'why' in other) return other.why
  return html && html.of === shared && html.beside === other ? html.is : null
}

/**
 * Returns a name that a file system accepts: a program's name may hold characters that a file name
 * may not.
 */
function fileName(shared: SharedProfile | null): string {
  const name = (shared?.name ?? '').replaceAll(/[^\w.+-]+/g, '-').replace(/^\.+/, '')
  return name === '' ? 'profile' : name
}

// What the current choice shares, recomputed when the choice changes. Results for superseded
// choices are dropped.

/** The state of preparing the shared profile. */
export type ShareState =
  /**
   * `isSlow`: it has taken long enough to offer a cancel button. `part`: fraction of the lines
   * read, 0–1; null unless that takes long.
   */
  | { readonly kind: 'making'; readonly isSlow: boolean; readonly part: number | null }
  | { readonly kind: 'made'; readonly shared: SharedProfile }
  /** The profile cannot be made that small. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly problem: Problem }

const MAKING: ShareState = { kind: 'making', isSlow: false, part: null }

/** @param characters length of the link; null for a file */
function useSharedProfile(choice: ShareChoice, characters: number | null): ShareState {
  const [made, setMade] = useState<{ readonly of: unknown; readonly made: ShareState }>({
    of: null,
    made: MAKING,
  })
  const key = JSON.stringify([choice, characters])
  useEffect(() => {
    let isOld = false
    let part: number | null = null
    let isSlow = false
    const showSlow = () => setMade({ of: key, made: { kind: 'making', isSlow: true, part } })
    const slow = setTimeout(() => {
      isSlow = true
      showSlow()
    }, PROGRESS_DELAY_MS)
    const [wanted, limit] = JSON.parse(key) as [ShareChoice, number | null]
    const share = shareAs(wanted, limit === null ? null : bytesInLink(limit), (done) => {
      part = done
      if (isSlow && !isOld) showSlow()
    })
    void share.then((result) => {
      if (isOld) return
      isSlow = false
      clearTimeout(slow)
      const answer: ShareState = !result.ok
        ? { kind: 'failed', problem: result.problem }
        : result.value
          ? { kind: 'made', shared: result.value }
          : { kind: 'too-large' }
      setMade({ of: key, made: answer })
    })
    return () => {
      isOld = true
      clearTimeout(slow)
    }
  }, [key])
  return made.of === key ? made.made : MAKING
}

// The baseline as it is shared with the profile on screen, recomputed when the choice changes.

type BaselineShareState = BaselineToWrite | 'making' | { readonly why: string }

/** Returns the baseline to write, or null if there is none; `why` if it is unavailable. */
function useShareOfBaseline(
  baseline: Baseline | null,
  opened: ProfileView,
  choice: ShareChoice,
): BaselineShareState | null {
  const [made, setMade] = useState<{
    readonly of: readonly unknown[]
    readonly is: BaselineShareState
  } | null>(null)
  useEffect(() => {
    if (!baseline) return
    const controller = new AbortController()
    const { signal } = controller
    const { files, isEarlier } = baseline
    void shareBaseline(files, opened, choice, signal).then((result) => {
      if (signal.aborted) return
      const failed = (words: string): BaselineShareState => ({
        why: `The profile that it is compared with cannot be put into it: ${words}. Leave it out, or choose its files again.`,
      })
      const is: BaselineShareState = !result.ok
        ? failed(problemText(result.problem).title)
        : result.value
          ? { isEarlier, file: new File([result.value.bytes], 'beside.gmonscope') }
          : failed('it does not fit')
      setMade({ of: [baseline, opened, choice], is })
    })
    return () => controller.abort()
  }, [baseline, opened, choice])
  if (!baseline) return null
  const isOf = made?.of[0] === baseline && made.of[1] === opened && made.of[2] === choice
  return made && isOf ? made.is : 'making'
}
