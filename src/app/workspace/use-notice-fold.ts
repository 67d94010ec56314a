// Whether the notices are folded to their count.
import { useState } from 'react'
import { isSevere, type NoticeGroup } from '../../../workers/core/reports/messages/group-notices.ts'

/**
 * Whether the notices are shown. Once the user has closed them, or opened another view while none
 * says that numbers may be wrong, they fold to the count in the header. A new notice shows them
 * again.
 *
 * @param files of the profile; another profile's notices are all new
 */
export function useNoticeFold(notices: readonly NoticeGroup[], files: unknown, view: string) {
  const [seen, setSeen] = useState<{ readonly of: unknown; readonly titles: ReadonlySet<string> } | null>(
    null,
  )
  const [isOpened, setOpened] = useState(false)
  const [lastView, setLastView] = useState(view)
  const fold = () => {
    setSeen({ of: files, titles: new Set(notices.map(({ title }) => title)) })
    setOpened(false)
  }
  if (lastView !== view) {
    setLastView(view)
    if (!notices.some(isSevere)) fold()
  }
  const known = seen !== null && seen.of === files ? seen.titles : null
  const hasNew = notices.some(({ title }) => !known?.has(title))
  return { isShown: notices.length > 0 && (isOpened || hasNew), show: () => setOpened(true), fold }
}
