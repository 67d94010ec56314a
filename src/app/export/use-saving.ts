// Copying and saving: what each choice of the export menu does, and the word about how it went.
import { useCallback, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { flatRowsOf } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { areLinesReadSoon, profilesOf } from '../../state/worker/lines.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/time-slicing.ts'
import { writeDocument } from '../../state/worker/export.ts'
import type { ViewDefinition, ViewExport } from '../../views/view.ts'
import { save } from '../save.ts'
import type { OfferedDocument } from './export-documents.ts'
import { flatTable, type TableKind } from './flat-table.ts'

/** Null where it would take long to read the lines, or there are none. */
const filesOfLines = (opened: ProfileView): readonly File[] | null =>
  areLinesReadSoon(opened) ? profilesOf(opened) : null

export function useSaving(opened: ProfileView) {
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
      // Without the mark of a file: reading it as text takes that off.
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
    // Of several that were asked for the last one may still be on its way.
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
