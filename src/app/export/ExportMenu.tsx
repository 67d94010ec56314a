// The export menu: the flat profile as a table, documents that the worker writes, and what the view on
// screen offers.
import { useCallback, useRef, useState } from 'react'
import type { DocumentKind, ProfileView } from '../../../workers/api/contract.ts'
import { interrupt } from '../../state/opening/open.ts'
import { togglePanel, useStore } from '../../state/store.ts'
import { ExportIcon } from '../../ui/controls.tsx'
import { Popover } from '../../ui/overlays.tsx'
import { viewById } from '../../views/registry.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { flatRowsOf } from '../../state/selectors.ts'
import { areLinesReadSoon, profilesOf } from '../../state/worker/lines.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/time-slicing.ts'
import { writeDocument } from '../../state/worker/export.ts'
import type { ViewDefinition, ViewExport } from '../../views/view.ts'
import { save } from './save-and-copy.ts'
import { blobInSteps } from '../../../workers/api/blob-in-steps.ts'
import {
  ENCODING_MARK,
  flatTableCsv,
  flatTableTsv,
  wantsMark,
} from '../../../workers/core/reports/flat-rows.ts'
import controls from '../../ui/controls.module.css'
import styles from '../menu.module.css'

export function ExportMenu({ opened }: { readonly opened: ProfileView }) {
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
      <div className={styles.export}>
        {view.exports && isExportable && (
          <section className={styles.group}>
            <p className={styles.heading}>
              {view.title}, {view.exportWords ?? 'all that is drawn'}
            </p>
            <div className={styles.buttons}>
              {view.exports.map((one) => (
                <Choice key={one.label} label={one.label} onChoose={() => void saveView(view, one)} />
              ))}
            </div>
          </section>
        )}
        <section className={styles.group}>
          <p className={styles.heading}>Flat profile, the rows as they are shown</p>
          <div className={styles.buttons}>
            <Choice label="Copy table" onChoose={() => void copyTable()} />
            <Choice label="CSV" onChoose={() => void saveTable('csv')} />
            <Choice label="TSV" onChoose={() => void saveTable('tsv')} />
          </div>
          <p className={styles.says}>CSV has unrounded numbers, TSV those on screen.</p>
        </section>
        {DOCUMENT_GROUPS.map((group) => (
          <Documents key={group.heading} group={group} onChoose={(one) => void saveDocument(one)} />
        ))}
        <div className={styles.outcome}>
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
    <section className={styles.group}>
      <p className={styles.heading}>{group.heading}</p>
      <div className={styles.choices}>
        {group.documents.map((one) => (
          <Choice key={one.kind} label={one.label} says={one.says} onChoose={() => onChoose(one)} />
        ))}
      </div>
      {group.note !== undefined && <p className={styles.says}>{group.note}</p>}
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
        <span id={id} className={styles.says}>
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
        says: 'Every number, for programs of your own',
        fileName: (name) => `${name}.json`,
      },
      {
        kind: 'gmon.sum',
        label: 'gmon.sum',
        says: 'All runs added up, for gprof; as measured, whatever is changed here',
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
