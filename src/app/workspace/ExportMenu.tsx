// The export menu: the flat profile as a table, documents that the worker writes, what the view on screen
// offers.
import { useCallback, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { interrupt } from '../../state/opening/replace-worker.ts'
import { flatRowsOf } from '../../state/selectors.ts'
import { togglePanel } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { ExportIcon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { viewById } from '../../views/registry.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { areLinesReadSoon, profilesOf } from '../../state/questions/lines.ts'
import { writeDocument } from '../../state/export.ts'
import type { ViewDefinition, ViewExport } from '../../views/view.ts'
import { save } from '../export/save-and-copy.ts'
import { Button } from '../../ui/Button.tsx'
import menu from '../menu.module.css'
import { DOCUMENT_GROUPS, type DocumentGroup, type OfferedDocument } from '../export/document-groups.ts'
import { type TableKind, flatTable } from '../export/flat-table.ts'

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
            <Button look="quiet" onClick={interrupt}>
              Cancel
            </Button>
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
      <Button aria-describedby={says === undefined ? undefined : id} onClick={onChoose}>
        {label}
      </Button>
      {says !== undefined && (
        <span id={id} className={menu.says}>
          {says}
        </span>
      )}
    </>
  )
}

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
