// Which nodes of which tree are open: kept while one looks at other views, forgotten with the profile.
import { useMemo, useState } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { CallTree } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import { openedAtFirst } from '../../../../workers/core/reports/call-tree/tree-rows.ts'

type Paths = ReadonlySet<string>

const kept = new WeakMap<ProfileView['files'], Map<string, Paths>>()

export function useOpenedPaths(opened: ProfileView, tree: CallTree) {
  const [, setTurned] = useState(0)
  let ofProfile = kept.get(opened.files)
  if (!ofProfile) {
    ofProfile = new Map()
    kept.set(opened.files, ofProfile)
  }
  const all = ofProfile
  const key = `${tree.direction} ${tree.root.function}`
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another scenario's tree opens what was open
  const first = useMemo(() => openedAtFirst(tree), [key, opened.files])
  const paths = all.get(key) ?? first
  const setPaths = (next: Paths) => {
    all.set(key, next)
    setTurned((turned) => turned + 1)
  }
  return { paths, setPaths }
}
