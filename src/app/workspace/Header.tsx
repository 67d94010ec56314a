// The header: the profile's name and totals, the buttons for notices, opening, sharing, theme and help, and
// the export menu.
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { DocumentKind, ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { profileSummary } from '../../../workers/core/reports/details.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import { hasSeveralRuns, interrupt } from '../../state/opening.ts'
import { flatRowsOf, showPanel, togglePanel, useStore } from '../../state/store.ts'
import { BugBoundary, HomeLink, ThemeButton } from '../screens/StartScreens.tsx'
import {
  Dialog,
  ExportIcon,
  HelpIcon,
  IconButton,
  NoticeIcon,
  OpenIcon,
  Popover,
  ShareIcon,
  Tooltip,
} from '../../ui/controls.tsx'
import { OpenFiles } from '../opening/DropZone.tsx'
import { RunsLink } from './ScenarioBar.tsx'
import { lazyPart } from '../../ui/page.ts'
import { viewById } from '../../views/registry.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { isSevere, type NoticeGroup } from '../../../workers/core/reports/messages/notices.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { PROGRESS_DELAY_MS, valueOf } from '../../state/requests.ts'
import { areLinesReadSoon, profilesOf } from '../../state/read-again.ts'
import { writeDocument } from '../../state/export.ts'
import type { ViewDefinition, ViewExport } from '../../views/view.tsx'
import { save } from '../export/save-and-copy.ts'
import { blobInSteps } from '../../../workers/api/blob-in-steps.ts'
import { ENCODING_MARK, flatTableCsv, flatTableTsv, wantsMark } from '../../../workers/core/reports/rows.ts'
import controls from '../../ui/controls.module.css'
import menu from '../menu.module.css'
import styles from './header.module.css'

// The header: the profile's name and totals, and buttons for notices, opening, sharing, export,
// theme and help.

/** Files that fit in a tooltip. */
const FILES_TOLD = 12

function filesIn({ files }: ProfileView): string {
  const lines = files.slice(0, FILES_TOLD).map((file) => `${file.name}: ${file.detail}`)
  const rest = files.length - lines.length
  return [...lines.map(visibleText), ...(rest > 0 ? [`and ${formatCount(rest)} more`] : [])].join('\n')
}

export function Header({
  opened,
  notices,
  areNoticesShown,
  onNotices,
}: {
  readonly opened: ProfileView
  readonly notices: readonly NoticeGroup[]
  readonly areNoticesShown: boolean
  readonly onNotices: () => void
}) {
  const facts = useMemo(() => profileSummary(opened, opened.files), [opened])
  const { asMeasured, files } = opened
  const hasRuns = hasSeveralRuns(opened)
  const were = useMemo(
    () => (asMeasured ? profileSummary(asMeasured, files) : facts),
    [asMeasured, files, facts],
  )
  const explain = useCallback(
    (key: string) => {
      const fact = facts[Number(key)]
      const was = were[Number(key)]?.text
      if (!fact) return null
      return {
        title: fact.text,
        formula: '',
        note: `${fact.explanation}${fact.isOfRuns && hasRuns ? '. The view Runs has each of them' : ''}`,
        was: was === fact.text ? undefined : was,
      }
    },
    [facts, were, hasRuns],
  )
  return (
    <header className={styles.header}>
      <HomeLink />
      <h1 className={styles.name} title={filesIn(opened)}>
        {visibleText(opened.name)}
      </h1>
      <Tooltip content={explain} className={styles.facts}>
        <ul className={styles.list} aria-label="The profile">
          {facts.map((fact, at) => (
            <li key={fact.text} data-single={fact.isOfRuns && !hasRuns}>
              {fact.isOfRuns && hasRuns ? (
                <RunsLink className={styles.link} data-tip={at}>
                  {fact.text}
                </RunsLink>
              ) : (
                <span
                  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a number explains itself on focus, too
                  tabIndex={0}
                  data-tip={at}
                  data-was={were[at]?.text === fact.text ? undefined : were[at]?.text}
                >
                  {fact.text}
                </span>
              )}
            </li>
          ))}
        </ul>
      </Tooltip>
      <div className={styles.actions}>
        {notices.length > 0 && (
          <button
            type="button"
            className={`${controls.quiet} ${styles.notices}`}
            aria-expanded={areNoticesShown}
            aria-label={formatCounted(notices.length, 'notice')}
            data-severe={notices.some(isSevere)}
            title="Notices about this measurement"
            onClick={onNotices}
          >
            <NoticeIcon />
            {notices.length}
          </button>
        )}
        <OpenFiles look="quiet">
          <OpenIcon />
          <span className={styles.word}>Open</span>
        </OpenFiles>
        <ShareMenu opened={opened} />
        <ExportMenu opened={opened} />
        <ThemeButton />
        <IconButton label="Help" title="Help (?)" onClick={() => showPanel('help')}>
          <HelpIcon />
        </IconButton>
      </div>
    </header>
  )
}

// The button; its dialog loads separately.

const ShareDialog = lazyPart(async () => (await import('../export/ShareDialog.tsx')).ShareDialog).Component

function ShareMenu({ opened }: { readonly opened: ProfileView }) {
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

// The export menu: the flat profile as a table, documents that the worker writes, and what the view on
// screen offers.

function ExportMenu({ opened }: { readonly opened: ProfileView }) {
  const isOpen = useStore((state) => state.ui.panel === 'export')
  const view = useStore((state) => viewById(state.shared.view, opened))
  const isExportable = useStore((state) => view.hasContent?.(state) ?? true)
  const { outcome, isSlow, forget, copyTable, saveTable, saveDocument, saveView } = useSaving(opened)
  const onToggle = useCallback(() => {
    forget()
    togglePanel('export')
  }, [forget])
  return (
    <Popover label="Export" icon={<ExportIcon />} isOpen={isOpen} onToggle={onToggle}>
      <div className={menu.export}>
        {view.exports && isExportable && (
          <section className={menu.group}>
            <p className={menu.heading}>
              {view.title}, {view.exportWords ?? 'all that is shown'}
            </p>
            <div className={menu.buttons}>
              {view.exports.map((one) => (
                <Choice key={one.label} label={one.label} onChoose={() => void saveView(view, one)} />
              ))}
            </div>
          </section>
        )}
        <section className={menu.group}>
          <p className={menu.heading}>Flat profile, rows as shown</p>
          <div className={menu.buttons}>
            <Choice label="Copy table" onChoose={() => void copyTable()} />
            <Choice label="CSV" onChoose={() => void saveTable('csv')} />
            <Choice label="TSV" onChoose={() => void saveTable('tsv')} />
          </div>
          <p className={menu.says}>CSV has unrounded numbers, TSV those on screen.</p>
        </section>
        {DOCUMENT_GROUPS.map((group) => (
          <Documents key={group.heading} group={group} onChoose={(one) => void saveDocument(one)} />
        ))}
        <div className={menu.outcome}>
          <p role="status">{outcome}</p>
          {isSlow && (
            <button type="button" className={controls.quiet} onClick={interrupt}>
              Cancel
            </button>
          )}
        </div>
      </div>
    </Popover>
  )
}

function Documents({
  group,
  onChoose,
}: {
  readonly group: DocumentGroup
  readonly onChoose: (document: OfferedDocument) => void
}) {
  return (
    <section className={menu.group}>
      <p className={menu.heading}>{group.heading}</p>
      <div className={menu.choices}>
        {group.documents.map((one) => (
          <Choice key={one.kind} label={one.label} says={one.says} onChoose={() => onChoose(one)} />
        ))}
      </div>
      {group.note !== undefined && <p className={menu.says}>{group.note}</p>}
    </section>
  )
}

function Choice({
  label,
  says,
  onChoose,
}: {
  readonly label: string
  readonly says?: string
  readonly onChoose: () => void
}) {
  const id = `export-${label.replaceAll(/\W/g, '-')}`
  return (
    <>
      <button
        type="button"
        className={controls.button}
        aria-describedby={says === undefined ? undefined : id}
        onClick={onChoose}
      >
        {label}
      </button>
      {says !== undefined && (
        <span id={id} className={menu.says}>
          {says}
        </span>
      )}
    </>
  )
}

// Copies and saves: the action of each menu item, and the message about its outcome.

/** Returns the source files, or null if reading the lines would be slow or there are none. */
const filesOfLines = (opened: ProfileView): readonly File[] | null =>
  areLinesReadSoon(opened) ? profilesOf(opened) : null

function useSaving(opened: ProfileView) {
  const [outcome, setOutcome] = useState('')
  const [isSlow, setSlow] = useState(false)
  const writing = useRef(0)
  const forget = useCallback(() => setOutcome(''), [])
  const saveAs = (blob: Blob, name: string) => {
    save(blob, name)
    setOutcome(`Saved ${visibleText(name)}`)
  }
  const table = (kind: TableKind) => {
    const { found, sorted } = useStore.getState().ui
    return flatTable(opened, flatRowsOf(opened, valueOf(found), valueOf(sorted)), kind)
  }
  const copyTable = async () => {
    try {
      // Without the byte-order mark: decoding as text removes it.
      await navigator.clipboard.writeText(await (await table('tsv')).text())
      setOutcome('Copied: paste it into a spreadsheet')
    } catch {
      setOutcome('The browser did not allow copying')
    }
  }
  const saveTable = async (kind: TableKind) => saveAs(await table(kind), `${opened.name}-flat.${kind}`)
  const saveDocument = async ({ kind, fileName }: OfferedDocument) => {
    setOutcome('Writing …')
    writing.current++
    const slow = setTimeout(() => setSlow(true), PROGRESS_DELAY_MS)
    const document = await writeDocument(kind, filesOfLines(opened))
    clearTimeout(slow)
    // Several exports may be under way; the last one may still be running.
    if (--writing.current === 0) setSlow(false)
    if (document.ok) saveAs(document.value, fileName(opened.name))
    else setOutcome(problemText(document.problem).title)
  }
  const saveView = async ({ title }: ViewDefinition, { make, extension }: ViewExport) => {
    try {
      saveAs(await make(opened), `${opened.name}-${title.toLowerCase()}.${extension}`)
    } catch (error) {
      const problem = problemFromError(error)
      setOutcome(problem.code === 'bug' ? problem.message : problemText(problem).title)
    }
  }
  return { outcome, isSlow, forget, copyTable, saveTable, saveDocument, saveView }
}

// The flat profile as a file, written in slices so that the page stays responsive with 200,000
// rows.

/** Separator of a saved table: comma or tab. */
export type TableKind = 'csv' | 'tsv'

/** Rows written in one or two milliseconds. */
const SLICE = 200

/** Returns the flat profile as CSV or TSV. Items of `rows` are FunctionIndex. */
export async function flatTable(
  opened: ProfileView,
  rows: Uint32Array<ArrayBuffer>,
  kind: TableKind,
): Promise<Blob> {
  const type = kind === 'csv' ? 'text/csv' : 'text/tab-separated-values'
  let isMarked = false
  function* slices(): Iterable<string> {
    for (const slice of sliced(opened, rows, kind)) {
      isMarked ||= wantsMark(slice)
      yield slice
    }
  }
  const table = await blobInSteps(slices(), type)
  return isMarked ? new Blob([ENCODING_MARK, table], { type }) : table
}

function* sliced(
  { analyzed, listing }: ProfileView,
  rows: Uint32Array<ArrayBuffer>,
  kind: TableKind,
): Iterable<string> {
  const make = kind === 'csv' ? flatTableCsv : flatTableTsv
  for (let from = 0; from === 0 || from < rows.length; from += SLICE)
    yield make(analyzed, listing.flat, rows.subarray(from, from + SLICE), from === 0)
}

// The documents that the worker writes, grouped as in the export menu.

/** A document in the export menu. */
export interface OfferedDocument {
  readonly kind: DocumentKind
  readonly label: string
  /** One line: the purpose of the document. */
  readonly says: string
  /** Returns the file's name; `name` is the profile's name. */
  readonly fileName: (name: string) => string
}

/** A group of documents under one heading. */
export interface DocumentGroup {
  readonly heading: string
  readonly documents: readonly OfferedDocument[]
  /** Shown once, below the group. */
  readonly note?: string
}

const DOCUMENT_GROUPS: readonly DocumentGroup[] = [
  {
    heading: 'The whole profile',
    documents: [
      {
        kind: 'gprof',
        label: 'gprof listing',
        says: 'Flat profile, call graph and index, as gprof prints them',
        fileName: (name) => `${name}-gprof.txt`,
      },
      {
        kind: 'json',
        label: 'JSON',
        says: 'All data, for scripts',
        fileName: (name) => `${name}.json`,
      },
      {
        kind: 'gmon.sum',
        label: 'gmon.sum',
        says: 'Sum of runs, for gprof (ignores what-ifs)',
        fileName: () => 'gmon.sum',
      },
    ],
  },
  {
    heading: 'For other tools',
    documents: [
      {
        kind: 'callgrind',
        label: 'Callgrind',
        says: 'Functions and calls, for KCachegrind and callgrind_annotate',
        fileName: (name) => `callgrind.out.${name}`,
      },
      {
        kind: 'pprof',
        label: 'pprof',
        says: 'For go tool pprof; stacks estimated',
        fileName: (name) => `${name}.pb.gz`,
      },
      {
        kind: 'speedscope',
        label: 'speedscope',
        says: 'For speedscope.app; stacks estimated',
        fileName: (name) => `${name}.speedscope.json`,
      },
      {
        kind: 'stacks',
        label: 'Stacks',
        says: 'A line each, for flamegraph.pl, inferno and others; estimated',
        fileName: (name) => `${name}.stacks.txt`,
      },
    ],
    note: 'A gmon.out holds no stacks. They are estimated as gprof divides time: by the number of calls.',
  },
]
