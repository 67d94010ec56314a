// What can be taken away. Each thing offered here works; more is one entry more.
import { useCallback, useState } from 'react'
import type { DocumentKind, OpenedProfile } from '../../workers/api/contract.ts'
import { problemText } from '../../workers/core/reports/problem-text.ts'
import { togglePanel } from '../state/preferences.ts'
import { liveConnection } from '../state/service.ts'
import { flatRowsOf } from '../state/stepping.ts'
import { useStore } from '../state/store.ts'
import controls from '../ui/controls.module.css'
import { ExportIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/Popover.tsx'
import { viewById } from '../views/registry.ts'
import type { ViewExport } from '../views/view.ts'
import { flatTable, type TableKind } from './flat-table.ts'
import { save } from './save.ts'
import styles from './menu.module.css'

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
  const saveDocument = async (kind: DocumentKind, name: string) => {
    setOutcome('Writing …')
    const document = await liveConnection()?.then(({ service }) => service.write(kind))
    if (!document) return
    if (document.ok) save(document.value, name)
    setOutcome(document.ok ? `Saved ${name}` : problemText(document.problem).title)
  }
  const saveView = async ({ make, extension }: ViewExport) => {
    try {
      const name = `${opened.name}-${view.title.toLowerCase()}.${extension}`
      save(await make(opened), name)
      setOutcome(`Saved ${name}`)
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Popover label="Export" icon={<ExportIcon />} isOpen={isOpen} onToggle={onToggle}>
      {view.exports && (
        <>
          <p className={styles.heading}>{view.title}, all that is drawn</p>
          <div className={styles.buttons}>
            {view.exports.map((one) => (
              <button
                key={one.label}
                type="button"
                className={controls.button}
                onClick={() => void saveView(one)}
              >
                {one.label}
              </button>
            ))}
          </div>
        </>
      )}
      <p className={styles.heading}>Flat profile, the rows as they are shown</p>
      <div className={styles.buttons}>
        <button type="button" className={controls.button} onClick={() => void copy()}>
          Copy table
        </button>
        <button type="button" className={controls.button} onClick={() => void saveAs('csv')}>
          CSV
        </button>
        <button type="button" className={controls.button} onClick={() => void saveAs('tsv')}>
          TSV
        </button>
      </div>
      <p className={styles.heading}>The whole profile</p>
      <div className={styles.buttons}>
        <button
          type="button"
          className={controls.button}
          onClick={() => void saveDocument('gprof', `${opened.name}-gprof.txt`)}
        >
          gprof listing
        </button>
        <button
          type="button"
          className={controls.button}
          onClick={() => void saveDocument('json', `${opened.name}.json`)}
        >
          JSON
        </button>
        <button
          type="button"
          className={controls.button}
          title="All runs added up, as one profile for gprof; as measured, whatever is changed here"
          onClick={() => void saveDocument('gmon.sum', 'gmon.sum')}
        >
          gmon.sum
        </button>
      </div>
      <p role="status" className={styles.text}>
        {outcome === '' ? 'CSV has unrounded numbers, TSV those on screen.' : outcome}
      </p>
    </Popover>
  )
}
