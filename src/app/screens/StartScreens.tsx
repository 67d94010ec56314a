// The screens before a profile is open: what gmonscope does and how to begin, the files that were dropped,
// how far opening is; and what takes the place of a part that threw while it was drawn.
import { Component, createContext, type MouseEvent, type ReactNode, Suspense, useContext } from 'react'
import { EMPTY_URL_STATE, navigate, nextTheme, setTheme, useStore } from '../../state/store.ts'
import {
  CheckIcon,
  CloseIcon,
  FileIcon,
  IconButton,
  Logo,
  MoonIcon,
  NoticeIcon,
  SunIcon,
  SystemIcon,
} from '../../ui/controls.tsx'
import { lazyPart, retryFailedParts, useLostFocus } from '../../ui/page.ts'
import { canKeepProfiles } from '../../state/keep-profiles.ts'
import { cancel, startOver } from '../../state/opening.ts'
import { LARGER_SAMPLE, ownText, SAMPLE, trySample } from '../opening/one-file.ts'
import type { OfferedFile, Stage, StageProgress } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { formatAddress, formatBytes, formatCount } from '../../../workers/core/reports/quantities.ts'
import { matchWords, problemText } from '../../../workers/core/reports/messages/problems.ts'
import { removeFile } from '../../state/drop-actions.ts'
import { keepCounts, LongList } from '../../ui/text.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { shownName } from '../../../workers/core/reports/names/names.ts'
import { viewById } from '../../views/registry.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import controls from '../../ui/controls.module.css'
import styles from './start.module.css'

// The theme: applies light, dark or the system's theme to the page, and draws the button that
// changes it.

/** Applies the theme now and after each change. Returns a function that stops it. */
export function startTheme(): () => void {
  apply()
  return useStore.subscribe(apply)
}

function apply(): void {
  const { theme } = useStore.getState().ui
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

// One button cycles through light, dark and the system's theme.

const ICONS = { light: SunIcon, dark: MoonIcon, system: SystemIcon }
const WORDS = { light: 'light', dark: 'dark', system: 'system' }

export function ThemeButton() {
  const theme = useStore((state) => state.ui.theme)
  const Icon = ICONS[theme]
  return (
    <IconButton
      label={`Theme: ${WORDS[theme]}`}
      title="Light, dark or system"
      onClick={() => setTheme(nextTheme(theme))}
    >
      <Icon />
    </IconButton>
  )
}

// The frame of every screen before a profile is open, and the home link, which the header shows
// too.

export function StartFrame({ children }: { readonly children: ReactNode }) {
  useLostFocus()
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <HomeLink isNamed />
        <span className={styles.space} />
        <ThemeButton />
      </header>
      {/* Gets the focus when the focused element is removed. */}
      <main className={styles.column} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

// The logo in the corner: links to the first screen.

export function HomeLink({ isNamed = false }: { readonly isNamed?: boolean }) {
  return (
    <a
      href={ownText() === null ? '../' : '#'}
      className={styles.home}
      title="Start over"
      aria-label="gmonscope: start over"
      onClick={leave}
    >
      <Logo />
      {isNamed && 'gmonscope'}
    </a>
  )
}

function leave(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  startOver()
  navigate(EMPTY_URL_STATE, 'push')
}

// The files offered so far, each with its kind as detected from its content.

const KINDS = {
  executable: 'Program',
  debug: 'Debug information',
  profile: 'Profile data',
  symbols: 'Function names',
  saved: 'Saved profile',
  listing: 'Listing',
  unknown: 'Not used',
}

const stateOf = ({ problem, damage }: OfferedFile): 'bad' | 'damaged' | 'good' =>
  problem ? 'bad' : damage ? 'damaged' : 'good'

function FileProblem({ problem }: { readonly problem: Problem }) {
  const words = problemText(problem)
  return (
    <div role="alert" className={styles.problem}>
      <strong>{words.title}.</strong> {words.explanation} {words.remedy}
    </div>
  )
}

/**
 * Few enough that the actions below stay in view. If there are more files, those with problems come
 * first.
 */
const SHOWN = 6

const rankOf = ({ kind, problem, damage }: OfferedFile): number =>
  problem ? 0 : damage ? 1 : kind === 'profile' ? 3 : 2

/** The problem that the screen already shows. */
const ShownProblem = createContext<Problem | null>(null)
/** Whether the files may not belong together, so that none of them is marked as good. */
const Doubt = createContext(false)

export function FileList({
  files,
  shownProblem = null,
  isDoubtful = false,
}: {
  readonly files: readonly OfferedFile[]
  /** Whether the screen says that the files do not fit each other. */
  readonly isDoubtful?: boolean
  /** The problem that the screen already shows, which is not repeated. */
  readonly shownProblem?: Problem | null
}) {
  if (files.length === 0) return null
  // If there are too many programs, they are the files to act on.
  const isOfPrograms = shownProblem?.code === 'input/several-executables'
  const rank = (file: OfferedFile) => (isOfPrograms && file.kind === 'executable' ? -1 : rankOf(file))
  const items = files.length > SHOWN ? files.toSorted((a, b) => rank(a) - rank(b)) : files
  return (
    <ShownProblem value={shownProblem}>
      <Doubt value={isDoubtful}>
        <LongList items={items} shown={SHOWN} Line={FileLine} className={styles.list} label="Files offered" />
      </Doubt>
    </ShownProblem>
  )
}

function FileLine({ item: file }: { readonly item: OfferedFile }) {
  const name = visibleText(file.name)
  const detail = keepCounts(visibleText(file.detail))
  const shownProblem = useContext(ShownProblem)
  const isDoubtful = useContext(Doubt) && stateOf(file) === 'good'
  return (
    <li className={styles.file} data-state={stateOf(file)}>
      <span className={styles.icon} data-doubtful={isDoubtful || undefined}>
        {isDoubtful ? <NoticeIcon /> : stateOf(file) === 'good' ? <CheckIcon /> : <FileIcon />}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.kind}>{KINDS[file.kind]}</span>
      {shownProblem && isSame(file.problem ?? file.damage, shownProblem) ? (
        <span className={styles.detail}>see above</span>
      ) : file.problem ? (
        <FileProblem problem={file.problem} />
      ) : file.damage ? (
        <div className={styles.damaged}>
          <span className={styles.detail}>{detail}</span>
          <FileProblem problem={file.damage} />
        </div>
      ) : (
        <span className={styles.detail}>
          {detail}
          {file.match && file.match.total > 0 && (
            <>
              {'\u00a0· '}
              <span className={styles.match}>{matchWords(file.match)} match</span>
            </>
          )}
        </span>
      )}
      <span className={styles.size}>{formatBytes(file.size)}</span>
      <IconButton label={`Remove ${name}`} onClick={() => removeFile(file)}>
        <CloseIcon />
      </IconButton>
    </li>
  )
}

function isSame(problem: Problem | undefined, shownProblem: Problem): boolean {
  return JSON.stringify(problem) === JSON.stringify(shownProblem)
}

// The first screen: what gmonscope does, how to begin, and what the link will show once its files
// are opened.

/** Null in the one-file page, which keeps nothing. */
const RecentProfiles =
  import.meta.env.MODE === 'one-file'
    ? () => null
    : lazyPart(async () => (await import('./RecentProfiles.tsx')).RecentProfiles).Component

export function Landing() {
  return (
    <StartFrame>
      <h1 className={styles.title}>Where did the time go?</h1>
      <p className={styles.lead}>
        Open a program built with <code>gcc -pg</code> and its <code>gmon.out</code>. You get gprof’s flat
        profile and call graph, with every number explained.
      </p>
      <LinkPreview />
      <div className={styles.target}>
        <p className={styles.targetWords}>Drop files or a folder anywhere on this page</p>
        <div className={styles.actions}>
          <OpenFiles look="primary">Open profile files</OpenFiles>
          {/* The samples are served beside the hosted page only. */}
          {ownText() === null && (
            <>
              <button type="button" className={controls.button} onClick={() => void trySample(SAMPLE)}>
                Try a sample
              </button>
              <button
                type="button"
                className={controls.button}
                title="A program of a thousand functions"
                onClick={() => void trySample(LARGER_SAMPLE)}
              >
                Try C++
              </button>
            </>
          )}
        </div>
        <p className={styles.private}>Nothing is uploaded: your browser reads the files here.</p>
      </div>
      {canKeepProfiles() && (
        <Suspense fallback={null}>
          <RecentProfiles />
        </Suspense>
      )}
      <section className={styles.how} aria-labelledby="how">
        <h2 id="how" className={styles.subtitle}>
          How do I get a gmon.out?
        </h2>
        <ol className={styles.steps}>
          <li>
            <span>Compile and link with -pg</span>
            <code>gcc -pg -O2 -o prog prog.c</code>
          </li>
          <li>
            <span>Run it until it ends</span>
            <code>./prog</code>
          </li>
          <li>
            <span>Drop both here</span>
            <code>prog gmon.out</code>
          </li>
        </ol>
        <p className={styles.aside}>
          No gmon.out? It is written on normal exit, into the current directory. Several runs? Drop all their
          gmon.out files at once: they are summed. CMake: <code>-DCMAKE_C_FLAGS=-pg</code>; cross-compiled and
          32-bit programs work too. Only gprof’s own text left? Drop or paste it. A hex dump, gzip, zip, tar?
          Drop it.
        </p>
      </section>
    </StartFrame>
  )
}

// A link without files: describes what it will show once they are opened.

/** Characters of a name in a link that are shown: a link may hold megabytes. */
const MOST_SHOWN = 500

const beginning = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text

export function LinkPreview() {
  const shared = useStore((state) => state.shared)
  const isChanged = !isEmptyScenario(shared.scenario)
  const isPlain = shared.view === '' && !shared.selected && shared.query === '' && !shared.sort
  if (isPlain && !shared.run && !isChanged) return null
  const view = viewById(shared.view, null)
  return (
    <p className={styles.link}>
      This link shows the <strong>{view.title.toLowerCase()}</strong>
      {shared.selected && (
        <>
          {' '}
          at{' '}
          <code>
            {beginning(shownName(shared.selected.name)) || formatAddress(shared.selected.address ?? 0)}
          </code>
        </>
      )}
      {shared.query !== '' && (
        <>
          , searched for <code>{beginning(visibleText(shared.query))}</code>
        </>
      )}
      {shared.run && (
        <>
          , of the run <code>{beginning(visibleText(shared.run.name))}</code> alone
        </>
      )}
      {isChanged && ', with changes to the profile'}. Open the files it was made from to see it.
    </p>
  )
}

// Progress of opening a profile, stage by stage, and a button that cancels it.

export function WorkingScreen({
  step,
  names,
}: {
  readonly step: StageProgress | null
  readonly names: readonly string[]
}) {
  const isWithCode = useStore((state) => state.shared.scenario.staticArcs)
  const { stages, current, percent } = openingProgress(step, isWithCode)
  return (
    <StartFrame>
      <h1 className={styles.title}>
        Opening {names.length === 1 ? visibleText(names[0] ?? '') : `${names.length} files`}
      </h1>
      <div
        role="progressbar"
        aria-label="Opening"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${stages[current]?.words ?? ''}, ${percent}%`}
        className={styles.track}
      >
        <div className={styles.done} style={{ width: `${percent}%` }} />
      </div>
      <ol className={styles.stages}>
        {stages.map(({ stage, words, unit }, at) => (
          <li
            key={stage}
            className={styles.stage}
            data-state={at < current ? 'done' : at === current ? 'now' : 'next'}
          >
            <span className={styles.sign}>{at < current && <CheckIcon />}</span>
            <span>
              {words}
              {at === current && step?.file ? ` of ${visibleText(step.file)}` : ''}
            </span>
            {at === current && step && step.total > 0 && (
              <span className={styles.amount}>
                {unit === 'bytes'
                  ? `${formatBytes(step.done)} of ${formatBytes(step.total)}`
                  : `${formatCount(step.done)} of ${formatCount(step.total)}`}
              </span>
            )}
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <button type="button" className={controls.button} onClick={cancel}>
          Cancel
        </button>
      </div>
    </StartFrame>
  )
}

// The labels of the stages of opening a profile, and each stage's share of the progress bar.

/** A stage's label and its share of the progress bar. */
export interface StageLabel {
  readonly stage: Stage
  readonly words: string
  readonly unit: 'bytes' | 'number'
  /**
   * Share of the bar relative to the other stages: reading many profiles is nearly all of the work.
   */
  readonly length: number
}

const STAGES: readonly StageLabel[] = [
  { stage: 'identify', words: 'Checking files', unit: 'number', length: 1 },
  { stage: 'symbols', words: 'Reading symbols', unit: 'bytes', length: 4 },
  { stage: 'profiles', words: 'Reading samples and calls', unit: 'bytes', length: 10 },
  { stage: 'lines', words: 'Finding source lines', unit: 'number', length: 1 },
  { stage: 'analysis', words: 'Propagating time', unit: 'number', length: 2 },
  { stage: 'listing', words: 'Sorting', unit: 'number', length: 2 },
  { stage: 'code', words: 'Looking for calls in the program’s code', unit: 'bytes', length: 10 },
]

const lengthOf = (stages: readonly StageLabel[]): number =>
  stages.reduce((sum, { length }) => sum + length, 0)

/** @returns all stages, the current one, and the overall progress in percent */
function openingProgress(
  step: StageProgress | null,
  isWithCode: boolean,
): { readonly stages: readonly StageLabel[]; readonly current: number; readonly percent: number } {
  const stages = STAGES.filter(({ stage }) => stage !== 'code' || isWithCode)
  const current = Math.max(
    0,
    stages.findIndex(({ stage }) => stage === step?.stage),
  )
  const part = step && step.total > 0 ? Math.min(1, step.done / step.total) : 0
  const done = lengthOf(stages.slice(0, current)) + part * (stages[current]?.length ?? 0)
  return { stages, current, percent: Math.floor((100 * done) / lengthOf(stages)) }
}

// Shows an error thrown during rendering as a problem that can be reported, and keeps the rest of
// the page. A part whose code failed to load is retried on request, or when it is next shown.

interface Props {
  readonly children: ReactNode
}

/** Catches errors thrown by its children while they render, and shows them with a retry button. */
export class BugBoundary extends Component<Props, { readonly problem: Problem | null }> {
  override state: { readonly problem: Problem | null } = { problem: null }
  #hasTriedAgain = false

  static getDerivedStateFromError(error: unknown) {
    return { problem: problemFromError(error) }
  }

  override componentWillUnmount() {
    if (this.state.problem) retryFailedParts()
  }

  override render() {
    const { problem } = this.state
    if (!problem) return this.props.children
    const words = problemText(problem)
    return (
      <div role="alert" className={styles.alert} data-inset="true">
        <p className={styles.alertTitle}>{words.title}</p>
        <p>{words.explanation}</p>
        <p className={styles.remedy}>{words.remedy}</p>
        {problem.code === 'host/part-missing' && (
          <button
            type="button"
            className={`${controls.button} ${styles.again}`}
            ref={this.#focusAgain}
            onClick={this.#tryAgain}
          >
            Try again
          </button>
        )}
        {problem.code === 'bug' && <pre className={styles.stack}>{problem.stack}</pre>}
      </div>
    )
  }

  /** Moves the focus to the button when it reappears after a failed retry. */
  readonly #focusAgain = (button: HTMLButtonElement | null) => {
    if (this.#hasTriedAgain) button?.focus()
  }

  readonly #tryAgain = () => {
    this.#hasTriedAgain = true
    retryFailedParts()
    this.setState({ problem: null })
  }
}
