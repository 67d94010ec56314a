// The flat profile view: a row for each function, or for each group if the link names a grouping.
import { Suspense } from 'react'
import { useViewParams } from '../../state/url/view-params.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { ViewProps } from '../view.ts'
import { FunctionGrid } from './FunctionGrid.tsx'
import { groupParams } from './group-params.ts'

const grouped = lazyPart(async () => (await import('./GroupedProfile.tsx')).GroupedProfile)

/** The flat profile. */
export function FlatProfile({ opened }: ViewProps) {
  const { by } = useViewParams(groupParams)
  const { Component } = grouped
  return by === null ? (
    <FunctionGrid opened={opened} />
  ) : (
    <Suspense>
      <Component opened={opened} by={by} />
    </Suspense>
  )
}
