// What can be taken away. Each thing offered here works; more is one entry more.
import { useCallback } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { interrupt } from '../../state/opening/open.ts'
import { togglePanel, useStore } from '../../state/store.ts'
import { ExportIcon } from '../../ui/controls.tsx'
import { Popover } from '../../ui/overlays.tsx'
import { viewById } from '../../views/registry.ts'
import { DOCUMENT_GROUPS, type DocumentGroup, type OfferedDocument } from './export-documents.ts'
import { useSaving } from './use-saving.ts'
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
