// What the parts of the source view share: its tools, the texts of source files, and the rows of lines.
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { type ParamsCodec, setViewParams, useStore, useViewParams } from '../../state/store.ts'
import { addSourceFiles } from '../../state/queries.ts'
import { askWorker, type AsyncValue } from '../../state/requests.ts'
import { stopLines } from '../../state/read-again.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import type { FunctionLines, LineRange, ProfileView, TextOfLines } from '../../../workers/api/contract.ts'
import { fileOfPath, filesByName, findSource, shownPath } from '../../../workers/core/reports/sources.ts'
import { list } from '../../../workers/core/reports/messages/message.ts'
import type { CodeFacts } from '../../../workers/core/reports/line-facts.ts'
import { formatSamples } from '../../../workers/core/reports/bounds.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { blobInSteps } from '../../../workers/api/blob-in-steps.ts'
import { useCopy, useGridRows } from '../../ui/table.tsx'
import controls from '../../ui/controls.module.css'
import sheet from '../../ui/table.module.css'
import styles from './source.module.css'

// The toolbar above lines of source: the choice between a function and the hottest lines, source
// files to add, and progress.

/** The source view's parameters in the link. */
export interface SourceParams {
  /** Null for the default: the selected function, if there is one. */
  readonly shows: 'sampled' | null
}

/** Codec of the parameters. Keys: lines=sampled */
export const sourceParams: ParamsCodec<SourceParams> = {
  view: 'source',
  parse: (raw) => ({ shows: raw['lines'] === 'sampled' ? 'sampled' : null }),
  format: ({ shows }) => (shows ? { lines: shows } : {}),
}

// Chooses which lines are shown, and adds source files.

export function SourceTools({
  hasFunction,
  needsFiles,
  children,
}: {
  readonly hasFunction: boolean
  /** Whether the text of some lines is unavailable. */
  readonly needsFiles: boolean
  readonly children: ReactNode
}) {
  const { shows } = useViewParams(sourceParams)
  const isFunction = hasFunction && shows === null
  return (
    <div className={`${sheet.tools} ${styles.tools}`}>
      <div role="group" aria-label="Lines" className={controls.switch}>
        <button
          type="button"
          aria-pressed={isFunction}
          disabled={!hasFunction}
          title={hasFunction ? 'The lines of the selected function' : 'Select a function to see its lines'}
          onClick={() => setViewParams(sourceParams, { shows: null }, 'push')}
        >
          Function
        </button>
        <button
          type="button"
          aria-pressed={!isFunction}
          title="All lines that were sampled, of all functions"
          onClick={() => setViewParams(sourceParams, { shows: 'sampled' }, 'push')}
        >
          Hottest lines
        </button>
      </div>
      {children}
      {needsFiles && <ChooseSources />}
    </div>
  )
}

function ChooseSources() {
  return (
    <label
      className={`${controls.button} ${styles.choose}`}
      title="Or drop them, or their folder, anywhere on the page. Nothing is uploaded."
    >
      Choose source files
      <input
        type="file"
        multiple
        className={controls.hidden}
        aria-label="Choose source files"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // So that the same files can be chosen again.
          target.value = ''
          if (files.length > 0) addSourceFiles(files)
        }}
      />
    </label>
  )
}

// Before there are lines: the progress of reading, or why there are none.

export function Waiting({
  found,
  onAgain,
}: {
  readonly found: Exclude<AsyncValue<unknown>, { readonly phase: 'ready' }>
  readonly onAgain: () => void
}) {
  if (found.phase === 'failed') {
    const { title, remedy } = problemText(found.problem)
    const isStopped = found.problem.code === 'host/cancelled'
    return (
      <div className={sheet.empty}>
        <p>{isStopped ? 'Not read.' : `${title}.`}</p>
        {!isStopped && remedy !== '' && <p>{remedy}</p>}
        <button type="button" className={controls.button} onClick={onAgain}>
          {isStopped ? 'Read the lines' : 'Try again'}
        </button>
      </div>
    )
  }
  // A fast answer shows no progress.
  if (found.phase === 'idle' || found.progress === null)
    return <div className={sheet.empty} aria-busy="true" />
  return (
    <div className={`${sheet.empty} ${styles.reading}`}>
      <p>Reading the lines …</p>
      <progress aria-label="Reading the lines" value={found.progress} max={1} />
      <button type="button" className={controls.button} onClick={stopLines}>
        Cancel
      </button>
    </div>
  )
}

// The text of lines, read from source files that were dropped or chosen, and notes on files that
// are missing, too short or newer than the program.

/** The lines of one file whose text is needed. */
export interface WantedText {
  /** Path; a binary string. */
  readonly path: string
  readonly ranges: readonly LineRange[]
  /** The last line with code. */
  readonly last: number
}

/** The text of lines, and the problems with their files. */
export interface Texts {
  /**
   * By index of the request; undefined if no such file is available, or it has not been read yet.
   */
  readonly texts: readonly (TextOfLines | undefined)[]
  /** Whether all available texts have been read. */
  readonly isRead: boolean
  /** Paths without an available file. */
  readonly missing: readonly string[]
  /** Files that end before a line that has code. */
  readonly ends: readonly { readonly file: string; readonly lines: number }[]
  /** Paths whose file was changed after the program was built. */
  readonly newer: readonly string[]
}

/** Milliseconds: unpacking or copying can round a file's time. */
const SAME_TIME = 2000

const NONE: readonly (TextOfLines | undefined)[] = []

/** Returns the text of lines from dropped and added source files, read asynchronously. */
export function useTexts(opened: ProfileView, wanted: readonly WantedText[]): Texts {
  const dropped = useStore(({ files }) => files)
  const later = useStore(({ ui }) => ui.sourceFiles)
  // A file added last was chosen for this program.
  const files = useMemo(() => filesByName([...later.toReversed(), ...dropped]), [dropped, later])
  const found = useMemo(() => wanted.map(({ path }) => findSource(shownPath(path), files)), [wanted, files])
  const key = useMemo(() => JSON.stringify(wanted), [wanted])
  const [read, setRead] = useState<{ readonly key: string; readonly texts: typeof NONE } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const readAll = async () => {
      const texts: (TextOfLines | undefined)[] = []
      for (const [at, { ranges }] of wanted.entries()) {
        const file = found[at]
        const result = file && (await askWorker('sourceText', [file, ranges]))
        if (!isCurrent) return
        texts.push(result?.ok ? result.value : undefined)
      }
      setRead({ key, texts })
    }
    void readAll()
    return () => {
      isCurrent = false
    }
  }, [wanted, found, key])
  const about = useMemo(() => {
    const built = dropped.find(({ name }) => name === opened.name)?.lastModified ?? Infinity
    const pathsOf = (isSo: (file: File | undefined) => boolean): readonly string[] => [
      ...new Set(wanted.flatMap(({ path }, at) => (isSo(found[at]) ? [path] : []))),
    ]
    return {
      missing: pathsOf((file) => file === undefined),
      newer: pathsOf((file) => file !== undefined && file.lastModified > built + SAME_TIME),
    }
  }, [wanted, found, dropped, opened.name])
  // When read again, because of other files or for calls, the previous texts stay until the new
  // ones are ready.
  const texts = read?.key === key ? read.texts : NONE
  const ends = texts.flatMap((text, at) =>
    // The context after a function's last line may be missing.
    text?.end != null && text.end < lastOf(wanted[at])
      ? [{ file: found[at]?.name ?? '', lines: text.end }]
      : [],
  )
  return { texts, isRead: read?.key === key, ends, ...about }
}

const lastOf = (wanted: WantedText | undefined): number => wanted?.last ?? 0

// Notes on the reliability of lines.

/** Note on a saved profile. */
export const NOT_ALL_LINES = 'The saved profile holds only lines with samples or calls.'
/** Note on a profile with folded functions. */
export const FOLDED_LINES = 'Time and calls of folded functions are on no line.'
/** Note on a saved profile without the calls of each line. */
export const NO_CALLS_SAVED = 'It does not hold which line calls what.'

/** Returns notes on a function's lines, as whole sentences. */
export function linesNotes(
  { unplaced }: Pick<FunctionLines, 'unplaced'>,
  { elsewhere }: Pick<CodeFacts, 'elsewhere'>,
  texts: Pick<Texts, 'missing' | 'ends' | 'newer'>,
): readonly string[] {
  const notes = [...textNotes(texts)]
  const samples = Math.round(unplaced)
  if (samples > 0) notes.push(`${formatSamples(samples)} of it ${samples === 1 ? 'has' : 'have'} no line.`)
  const calls = elsewhere.reduce((sum, { count }) => sum + count, 0)
  if (calls > 0) notes.push(`${formatCounted(calls, 'call')} ${calls === 1 ? 'has' : 'have'} no line.`)
  return notes
}

/** Returns notes on the whole program's lines, as whole sentences. */
export function hotLinesNotes(unplaced: number, total: number): readonly string[] {
  const samples = Math.round(unplaced)
  if (samples === 0) return []
  return [
    `${formatCount(samples)} of ${formatSamples(Math.round(total))} ${samples === 1 ? 'has' : 'have'} no line.`,
  ]
}

/** Returns notes on missing, short and newer source files, as whole sentences. */
export function textNotes({
  missing,
  ends,
  newer,
}: Pick<Texts, 'missing' | 'ends' | 'newer'>): readonly string[] {
  const notes: string[] = []
  if (missing.length > 0) notes.push(`Drop ${named(missing)} on the page to see the text of the lines.`)
  for (const { file, lines } of ends)
    notes.push(
      `${file} has only ${formatCounted(lines, 'line')}: the program was built from another version.`,
    )
  if (newer.length > 0)
    notes.push(`${named(newer)} changed after the program was built: lines may have moved.`)
  return notes
}

const named = (paths: readonly string[]): string =>
  list([...new Set(paths.map((path) => fileOfPath(shownPath(path))))])

// Rows of lines in a grid: the focus, and the keys.

/** Returns the grid of lines, with its focus and keys. */
export function useLineRows(options: {
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly count: number
  readonly rowHeight: number
  /** The row to start with. */
  readonly first: number
  readonly onOpen: (row: number) => void
  readonly textOf: (row: number) => string
}) {
  const { scroller, count, rowHeight, first, onOpen, textOf } = options
  const [picked, setPicked] = useState<number | null>(null)
  const active = Math.min(picked ?? first, Math.max(0, count - 1))
  const pick = useCallback((row: number) => setPicked(row), [])
  const grid = useGridRows({ scroller, count, rowHeight, active, onMove: pick })
  const { scrollTo } = grid.rows
  useEffect(() => {
    if (count > 0 && picked === null) scrollTo(first, 'center')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- follows what is shown, not the scrolling
  }, [count, first])
  const { outcome: copied, onCopyKey, copy } = useCopy()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (grid.onKeyDown(event)) return
    const target = event.target as HTMLElement
    if (target.closest('[data-row]') === null) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && !isCommand && target.closest('a') === null) {
      event.preventDefault()
      onOpen(active)
    } else onCopyKey(event, () => textOf(active))
  }
  const copyTable = (pieces: Iterable<string>) => void copy(joined(pieces), 'Table copied')
  return { active, picked, pick, grid, onKeyDown, copied, copyTable }
}

/** Joins the pieces in slices, because a large program has too many lines to write at once. */
const joined = async (pieces: Iterable<string>): Promise<string> =>
  (await blobInSteps(pieces, 'text/plain')).text()
