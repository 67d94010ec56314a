// What the current choice shares, recomputed when the choice changes. Results for superseded choices are
// dropped.
import { useEffect, useState } from 'react'
import type { ProfileView, ShareChoice, SharedProfile } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import type { Baseline } from '../../state/ui-state.ts'
import { bytesInLink, shareAs, shareBaseline } from '../../state/export.ts'
import type { BaselineToWrite } from './write-html.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'

/** The state of preparing the shared profile. */
export type ShareState =
  /**
   * `isSlow`: it has taken long enough to offer a cancel button. `part`: fraction of the lines
   * read, 0–1; null unless that takes long.
   */
  | { readonly kind: 'making'; readonly isSlow: boolean; readonly part: number | null }
  | { readonly kind: 'made'; readonly shared: SharedProfile }
  /** The profile cannot be made that small. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly problem: Problem }

const MAKING: ShareState = { kind: 'making', isSlow: false, part: null }

/** @param characters length of the link; null for a file */
export function useSharedProfile(choice: ShareChoice, characters: number | null): ShareState {
  const [made, setMade] = useState<{ readonly of: unknown; readonly made: ShareState }>({
    of: null,
    made: MAKING,
  })
  const key = JSON.stringify([choice, characters])
  useEffect(() => {
    let isOld = false
    let part: number | null = null
    let isSlow = false
    const showSlow = () => setMade({ of: key, made: { kind: 'making', isSlow: true, part } })
    const slow = setTimeout(() => {
      isSlow = true
      showSlow()
    }, PROGRESS_DELAY_MS)
    const [wanted, limit] = JSON.parse(key) as [ShareChoice, number | null]
    const share = shareAs(wanted, limit === null ? null : bytesInLink(limit), (done) => {
      part = done
      if (isSlow && !isOld) showSlow()
    })
    void share.then((result) => {
      if (isOld) return
      isSlow = false
      clearTimeout(slow)
      const answer: ShareState = !result.ok
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

type BaselineShareState = BaselineToWrite | 'making' | { readonly why: string }

/** Returns the baseline to write, or null if there is none; `why` if it is unavailable. */
export function useShareOfBaseline(
  baseline: Baseline | null,
  opened: ProfileView,
  choice: ShareChoice,
): BaselineShareState | null {
  const [made, setMade] = useState<{
    readonly of: readonly unknown[]
    readonly is: BaselineShareState
  } | null>(null)
  useEffect(() => {
    if (!baseline) return
    const controller = new AbortController()
    const { signal } = controller
    const { files, isEarlier } = baseline
    void shareBaseline(files, opened, choice, signal).then((result) => {
      if (signal.aborted) return
      const failed = (words: string): BaselineShareState => ({
        why: `The profile that it is compared with cannot be put into it: ${words}. Leave it out, or choose its files again.`,
      })
      const is: BaselineShareState = !result.ok
        ? failed(problemText(result.problem).title)
        : result.value
          ? { isEarlier, file: new File([result.value.bytes], 'beside.gmonscope') }
          : failed('it does not fit')
      setMade({ of: [baseline, opened, choice], is })
    })
    return () => controller.abort()
  }, [baseline, opened, choice])
  if (!baseline) return null
  const isOf = made?.of[0] === baseline && made.of[1] === opened && made.of[2] === choice
  return made && isOf ? made.is : 'making'
}
