// What leaves under the present choice, made anew whenever it changes; older answers are dropped.
import { useEffect, useState } from 'react'
import type { SharedProfile, ShareChoice } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { PATIENCE_MS } from '../../state/worker/patience.ts'
import { bytesInLink, shareAs } from '../../state/worker/sharing.ts'

export type Made =
  /** `isSlow`: so long already that a person may want to end it. */
  | { readonly kind: 'making'; readonly isSlow: boolean }
  | { readonly kind: 'made'; readonly shared: SharedProfile }
  /** It cannot be made as small as that. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly problem: Problem }

const MAKING: Made = { kind: 'making', isSlow: false }

/** @param characters of a link; null for a file */
export function useShared(choice: ShareChoice, characters: number | null): Made {
  const [made, setMade] = useState<{ readonly of: unknown; readonly made: Made }>({ of: null, made: MAKING })
  const key = JSON.stringify([choice, characters])
  useEffect(() => {
    let isOld = false
    const slow = setTimeout(() => setMade({ of: key, made: { kind: 'making', isSlow: true } }), PATIENCE_MS)
    const [wanted, limit] = JSON.parse(key) as [ShareChoice, number | null]
    void shareAs(wanted, limit === null ? null : bytesInLink(limit)).then((result) => {
      if (isOld) return
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
