// What can be taken away. Each thing offered here works; more is one entry more.
import { useCallback, useState } from 'react'
import type { DocumentKind, OpenedProfile } from '../../workers/api/contract.ts'
import { togglePanel } from '../state/preferences.ts'
import { liveConnection } from '../state/service.ts'
import { flatRowsOf } from '../state/stepping.ts'
import { useStore } from '../state/store.ts'
import controls from '../ui/controls.module.css'
import { ExportIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/Popover.tsx'
import { flatTable, type TableKind } from './flat-table.ts'
import { save } from './save.ts'
import styles from './menu.module.css'

export function ExportMenu({ opened }: { readonly opened: OpenedProfile }) {
  const isOpen = useStore((state) => state.local.panel === 'export')
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
  const saveDocument = async (kind: DocumentKind, ending: string) => {
    setOutcome('Writing …')
    const document = await liveConnection()?.then(({ service }) => service.write(kind))
    if (!document) return
    const name = `${opened.name}${ending}`
    save(document, name)
    setOutcome(`Saved ${name}`)
  }
  return (
    <Popover label="Export" icon={<ExportIcon />} isOpen={isOpen} onToggle={onToggle}>
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
          onClick={() => void saveDocument('gprof', '-gprof.txt')}
        >
          gprof listing
        </button>
        <button type="button" className={controls.button} onClick={() => void saveDocument('json', '.json')}>
          JSON
        </button>
      </div>
      <p role="status" className={styles.text}>
        {outcome === '' ? 'CSV has unrounded numbers, TSV those on screen.' : outcome}
      </p>
    </Popover>
  )
}
