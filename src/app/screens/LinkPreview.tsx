// A link opened without files says what it will show once they are there.
import { formatAddress } from '../../../workers/core/reports/quantities.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { shownName } from '../../../workers/core/reports/names/names.ts'
import { useStore } from '../../state/store.ts'
import { viewById } from '../../views/registry.ts'
import styles from './start.module.css'

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
          at <code>{shownName(shared.selected.name) || formatAddress(shared.selected.address ?? 0)}</code>
        </>
      )}
      {shared.query !== '' && (
        <>
          , searched for <code>{visibleText(shared.query)}</code>
        </>
      )}
      {shared.run && (
        <>
          , of the run <code>{visibleText(shared.run.name)}</code> alone
        </>
      )}
      {isChanged && ', with changes to the profile'}. Open the files it was made from to see it.
    </p>
  )
}
