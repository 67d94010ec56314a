// Computes the bounds of the times on the stack once for all views: at once in small programs, otherwise
// after the first drawing, which then lacks them.
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { PageBounds } from '../../state/bounds.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { finish } from '../../../workers/core/base/yielder.ts'
import { type Bounds, boundsOf, MOST_JOINED_IN_PAGE } from '../../../workers/core/trust/bounds/bounds.ts'
import { inSlices } from '../../state/worker/slices.ts'

const AT_ONCE = 1000
const REST_MS = 50

export function BoundsProvider({
  opened,
  children,
}: {
  readonly opened: ProfileView
  readonly children: ReactNode
}) {
  const { analyzed } = opened
  const plain = opened.asMeasured?.analyzed ?? null
  const [later, setLater] = useState<readonly { readonly of: AnalyzedProfile; readonly bounds: Bounds }[]>([])
  const boundsLater = (of: AnalyzedProfile | null) => later.find((one) => one.of === of)?.bounds ?? null
  const now = useBoundsAtOnce(analyzed) ?? boundsLater(analyzed)
  const measured = useBoundsAtOnce(plain) ?? boundsLater(plain)
  const replace = useCallback(
    (bounds: Bounds) =>
      setLater((before) => [...before.filter(({ of }) => of === plain), { of: analyzed, bounds }]),
    [analyzed, plain],
  )
  const isMissing = now === null
  useEffect(() => {
    if (!isMissing) return
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = inSlices(boundsOf(analyzed, MOST_JOINED_IN_PAGE), replace, 1)
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [analyzed, isMissing, replace])
  const value = useMemo(() => ({ now, measured, replace }), [now, measured, replace])
  return <PageBounds value={value}>{children}</PageBounds>
}

/** Returns the bounds of a small program, else null. */
function useBoundsAtOnce(analyzed: AnalyzedProfile | null): Bounds | null {
  return useMemo(
    () =>
      analyzed && analyzed.profile.functions.length <= AT_ONCE
        ? finish(boundsOf(analyzed, MOST_JOINED_IN_PAGE))
        : null,
    [analyzed],
  )
}
