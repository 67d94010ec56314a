// The profile beside as it leaves with the one on screen, made anew whenever the choice changes.
import { useEffect, useState } from 'react'
import type { ProfileView, ShareChoice } from '../../../workers/api/contract.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import type { Baseline } from '../../state/store.ts'
import { shareBaseline } from '../../state/worker/export.ts'
import type { BaselineToWrite } from '../one-file/write-html.ts'

type Made = BaselineToWrite | 'making' | { readonly why: string }

/** Null if there is none to leave; `why` it cannot be had. */
export function useShareOfBaseline(
  baseline: Baseline | null,
  opened: ProfileView,
  choice: ShareChoice,
): Made | null {
  const [made, setMade] = useState<{ readonly of: readonly unknown[]; readonly is: Made } | null>(null)
  useEffect(() => {
    if (!baseline) return
    const controller = new AbortController()
    const { signal } = controller
    const { files, isEarlier } = baseline
    void shareBaseline(files, opened, choice, signal).then((result) => {
      if (signal.aborted) return
      const failed = (words: string): Made => ({
        why: `The profile that it is compared with cannot be put into it: ${words}. Leave it out, or choose its files again.`,
      })
      const is: Made = !result.ok
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
