// The profile beside as it leaves with the one on screen, made anew whenever the choice changes.
import { useEffect, useState } from 'react'
import type { OpenedProfile, ShareChoice } from '../../../workers/api/contract.ts'
import { problemText } from '../../../workers/core/reports/words/problem-text.ts'
import type { Beside } from '../../state/local.ts'
import { shareBeside } from '../../state/worker/share-beside.ts'
import type { BesideToWrite } from '../one-file/write-html.ts'

type Ready = Extract<Beside, { phase: 'ready' }>
type Made = BesideToWrite | 'making' | { readonly why: string }

/** Null if there is none to leave; `why` it cannot be had. */
export function useShareOfBeside(
  beside: Ready | null,
  opened: OpenedProfile,
  choice: ShareChoice,
): Made | null {
  const [made, setMade] = useState<{ readonly of: readonly unknown[]; readonly is: Made } | null>(null)
  useEffect(() => {
    if (!beside) return
    let isOld = false
    const { files, isEarlier } = beside
    const share = shareBeside(files, opened, choice)
    void share.result.then((result) => {
      if (isOld) return
      const failed = (words: string): Made => ({
        why: `The profile that it is compared with cannot be put into it: ${words}. Leave it out, or choose its files again.`,
      })
      const is: Made = !result.ok
        ? failed(problemText(result.problem).title)
        : result.value
          ? { isEarlier, file: new File([result.value.bytes], 'beside.gmonscope') }
          : failed('it does not fit')
      setMade({ of: [beside, opened, choice], is })
    })
    return () => {
      isOld = true
      share.cancel()
    }
  }, [beside, opened, choice])
  if (!beside) return null
  const isOf = made?.of[0] === beside && made.of[1] === opened && made.of[2] === choice
  return made && isOf ? made.is : 'making'
}
