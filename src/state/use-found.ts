// What a search found, by function.
import { useMemo } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { flags } from '../../workers/core/reports/search/matches.ts'
import { valueOf } from './async-value.ts'
import { useStore } from './store.ts'

/**
 * By FunctionIndex, 1 for what was found; null without a search. It may find every function of a large profile, so this
 * is made once per search, and not as the pointer moves.
 */
export function useFound({ analyzed }: ProfileView): Uint8Array | null {
  const found = valueOf(useStore((state) => state.ui.found))
  const { length } = analyzed.profile.functions
  return useMemo(() => (found?.ok ? flags(found.matches, length) : null), [found, length])
}
