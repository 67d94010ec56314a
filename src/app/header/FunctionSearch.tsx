// The search over function names, kept in the link.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { search } from '../../state/actions.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { useSelected } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { SearchBox } from '../../ui/controls.tsx'
import { searchInput } from '../keyboard.ts'
import { focusView } from '../lost-focus.ts'
import { matchesOf, positionAmong, stepSearch } from './stepping.ts'

export function FunctionSearch({ opened }: { readonly opened: ProfileView }) {
  const query = useStore((state) => state.shared.query)
  const found = valueOf(useStore((state) => state.ui.found))
  const matches = useStore(matchesOf)
  const selected = useSelected(opened)
  const position = useMemo(() => positionAmong(matches, selected), [matches, selected])
  const status =
    query.trim() === '' || found?.ok === false
      ? ''
      : !found
        ? 'Searching…'
        : `${placeOf(position, matches.length)}${found.left > 0 ? ' so far…' : ''}`
  return (
    <SearchBox
      label="Search functions"
      value={query}
      status={status}
      spokenFirst={
        position > 0 && selected !== null
          ? `${displayName(opened.analyzed.profile.functions, selected)},`
          : ''
      }
      error={query.trim() !== '' && found?.ok === false ? reasonOf(found.message) : null}
      canStep={matches.length > 0}
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

/** "3 of 12"; before the first step only how many there are. */
function placeOf(position: number, matches: number): string {
  if (position > 0) return `${formatCount(position)} of ${formatCount(matches)}`
  return matches === 1 ? '1 match' : `${formatCount(matches)} matches`
}

/** The browser's message begins with the expression that the person has in front of them. */
function reasonOf(message: string): string {
  return message.replace(/^Invalid regular expression: .*: /, '')
}
