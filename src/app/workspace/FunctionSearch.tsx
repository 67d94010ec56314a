// The search for function names: its field, with a step to the next match.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { useSelected } from '../../state/selectors.ts'
import { search } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import { searchInput } from './keyboard.ts'
import { focusView } from '../../ui/focus.ts'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { cycleInQuery } from '../../../workers/core/reports/cycle-query.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { matchesOf, positionAmong, stepSearch } from './search-step.ts'

export function FunctionSearch({ opened }: { readonly opened: ProfileView }) {
  const query = useStore((state) => state.shared.query)
  const found = valueOf(useStore((state) => state.ui.found))
  const matches = useStore(matchesOf)
  const selected = useSelected(opened)
  const selectedCycle = useSelectedCycle(opened)
  const cycle = cycleInQuery(opened.analyzed, query)
  const position = useMemo(
    () => positionAmong(matches, cycle, selected, selectedCycle),
    [matches, cycle, selected, selectedCycle],
  )
  const count = matches.length + (cycle === null ? 0 : 1)
  const status =
    query.trim() === '' || found?.ok === false
      ? ''
      : !found
        ? 'Searching…'
        : `${placeOf(position, count)}${found.left > 0 ? ' so far…' : ''}`
  return (
    <SearchBox
      label="Search functions"
      value={query}
      status={status}
      spokenFirst={
        position === 0
          ? ''
          : selected === null
            ? `cycle ${(cycle ?? 0) + 1},`
            : `${displayName(opened.analyzed.profile.functions, selected)},`
      }
      error={query.trim() !== '' && found?.ok === false ? reasonOf(found.message) : null}
      canStep={count > 0}
      inputRef={searchInput}
      onChange={search}
      onStep={stepSearch}
      onClose={close}
    />
  )
}

function close(): void {
  search('')
  requestAnimationFrame(focusView)
}

/** Returns "3 of 12"; only the number of matches before the first step. */
function placeOf(position: number, matches: number): string {
  if (position > 0) return `${formatCount(position)} of ${formatCount(matches)}`
  return matches === 1 ? '1 match' : `${formatCount(matches)} matches`
}

/**
 * Removes the expression from the start of the browser's message: the user sees it in the field.
 */
function reasonOf(message: string): string {
  return message.replace(/^Invalid regular expression: .*: /, '')
}
