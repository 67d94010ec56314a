// The panel of details: of the selected function, of the selected cycle, or without either an overview.
//
// A sheet on a narrow screen.
import { Suspense, useDeferredValue, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { type Selected, useSelected } from '../../state/selectors.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useIsPainted } from '../../ui/printing.ts'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import styles from './details.module.css'
import { Overview } from './Overview.tsx'
import { FunctionDetails } from './FunctionDetails.tsx'

export function Details({ opened }: { readonly opened: ProfileView }) {
  const { f, cycle } = useDeferredSelection(opened)
  // The table's rows are drawn first: they are why the profile was opened.
  const isPainted = useIsPainted()
  if (cycle !== null)
    return (
      <BugBoundary>
        <Suspense fallback={<aside id="details" className={styles.panel} data-selected="true" />}>
          <CycleDetails opened={opened} cycle={cycle} />
        </Suspense>
      </BugBoundary>
    )
  return f === null ? (
    <Overview opened={opened} isBlank={!isPainted} />
  ) : (
    <FunctionDetails opened={opened} f={f} />
  )
}

const { Component: CycleDetails } = lazyPart(async () => (await import('./CycleDetails.tsx')).CycleDetails)

/**
 * Returns what is selected. The list shows a selection at once; the details follow in short tasks. Functions and cycles
 * are indexes into their own analysis, so with another one nothing is deferred.
 */
function useDeferredSelection(opened: ProfileView): Selected {
  const f = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  const selection = useMemo(() => ({ opened, f, cycle }), [opened, f, cycle])
  const deferred = useDeferredValue(selection)
  return deferred.opened === opened ? deferred : selection
}
