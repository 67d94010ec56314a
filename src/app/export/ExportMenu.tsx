// What can be taken away. Each thing offered here works; more is one entry more.
import { useCallback, useState } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { messageOf } from '../../../workers/core/base/message-of.ts'
import { problemText } from '../../../workers/core/reports/words/problem-text.ts'
import { interrupt } from '../../state/worker/interrupt.ts'
import { PATIENCE_MS } from '../../state/worker/patience.ts'
import { togglePanel } from '../../state/preferences.ts'
import { askWorker } from '../../state/worker/service.ts'
import { flatRowsOf } from '../../state/stepping.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls/controls.module.css'
import { ExportIcon } from '../../ui/controls/icons.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { viewById } from '../../views/registry.ts'
import type { ViewExport } from '../../views/view.ts'
import { DOCUMENT_GROUPS, type DocumentGroup, type OfferedDocument } from './export-documents.ts'
import { flatTable, type TableKind } from './flat-table.ts'
import { save } from '../save.ts'
import styles from '../menu.module.css'

export function ExportMenu({ opened }: { readonly opened: OpenedProfile }) {
  const isOpen = useStore((state) => state.local.panel === 'export')
  const view = useStore((state) => viewById(state.shared.view))
  const [outcome, setOutcome] = useState('')
  const onToggle = useCallback(() => {
    setOutcome('')
    togglePanel('export')
  }, [])
  const table = (kind: TableKind) => {
    const { found, sorted } = useStore.getState().local
    return flatTable(opened, flatRowsOf(opened, found, sorted), kind)
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await (await table('tsv')).text())
      setOutcome('Copied: paste it into a spreadsheet')
    } catch {
      setOutcome('The browser did not allow copying')
    }
  }
  const saveAs = async (kind: TableKind) => {
    const name = `${opened.name}-flat.${kind}`
    save(await table(kind), name)
    setOutcome(`Saved ${name}`)
  }
  const [isSlow, setSlow] = useState(false)
  const saveDocument = async ({ kind, fileName }: OfferedDocument) => {
    setOutcome('Writing …')
    const slow = setTimeout(() => setSlow(true), PATIENCE_MS)
    const document = await askWorker((service) => service.write(kind))
    clearTimeout(slow)
    setSlow(false)
    const name = fileName(opened.name)
    if (document.ok) save(document.value, name)
    setOutcome(document.ok ? `Saved ${name}` : problemText(document.problem).title)
  }
  const saveView = async ({ make, extension }: ViewExport) => {
    try {
      const name = `${opened.name}-${view.title.toLowerCase()}.${extension}`
      save(await make(opened), name)
      setOutcome(`Saved ${name}`)
    } catch (error) {
      setOutcome(messageOf(error))
    }
  }
  return (
    <Popover label="Export" icon={<ExportIcon />} isOpen={isOpen} onToggle={onToggle}>
      <div className={styles.export}>
        {view.exports && (
          <section className={styles.group}>
            <p className={styles.heading}>{view.title}, all that is drawn</p>
            <div className={styles.buttons}>
              {view.exports.map((one) => (
                <Choice key={one.label} label={one.label} onChoose={() => void saveView(one)} />
              ))}
            </div>
          </section>
        )}
        <section className={styles.group}>
          <p className={styles.heading}>Flat profile, the rows as they are shown</p>
          <div className={styles.buttons}>
            <Choice label="Copy table" onChoose={() => void copy()} />
            <Choice label="CSV" onChoose={() => void saveAs('csv')} />
            <Choice label="TSV" onChoose={() => void saveAs('tsv')} />
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
