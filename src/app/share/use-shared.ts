// What leaves under the present choice, made anew whenever it changes; older answers are dropped.
import { useEffect, useState } from 'react'
import type { SharedProfile, ShareChoice } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/time-slicing.ts'
import { bytesInLink, shareAs } from '../../state/worker/export.ts'

export type Made =
  /** `isSlow`: so long already that a person may want to end it. `part` of the lines that are read, 0–1; null unless it takes long. */
  | { readonly kind: 'making'; readonly isSlow: boolean; readonly part: number | null }
  | { readonly kind: 'made'; readonly shared: SharedProfile }
  /** It cannot be made as small as that. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly problem: Problem }

const MAKING: Made = { kind: 'making', isSlow: false, part: null }

/** @param characters of a link; null for a file */
export function useShared(choice: ShareChoice, characters: number | null): Made {
  const [made, setMade] = useState<{ readonly of: unknown; readonly made: Made }>({ of: null, made: MAKING })
  const key = JSON.stringify([choice, characters])
  useEffect(() => {
    let isOld = false
    let part: number | null = null
    let isSlow = false
    const tell = () => setMade({ of: key, made: { kind: 'making', isSlow: true, part } })
    const slow = setTimeout(() => {
      isSlow = true
      tell()
    }, PROGRESS_DELAY_MS)
    const [wanted, limit] = JSON.parse(key) as [ShareChoice, number | null]
    const share = shareAs(wanted, limit === null ? null : bytesInLink(limit), (done) => {
      part = done
      if (isSlow && !isOld) tell()
    })
    void share.then((result) => {
      if (isOld) return
      isSlow = false
      clearTimeout(slow)
      const answer: Made = !result.ok
        ? { kind: 'failed', problem: result.problem }
        : result.value
          ? { kind: 'made', shared: result.value }
          : { kind: 'too-large' }
      setMade({ of: key, made: answer })
    })
    return () => {
      isOld = true
      clearTimeout(slow)
    }
  }, [key])
  return made.of === key ? made.made : MAKING
}
