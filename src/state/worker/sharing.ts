// The open profile as what leaves: asked of the worker for what a person has chosen, with the state on screen.
import type { SharedProfile, ShareChoice } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import type { Result } from '../../../workers/core/base/result.ts'
import { openedIn } from '../session.ts'
import { profilesOf } from './lines.ts'
import { askWorker } from './service.ts'
import { EMPTY_SHARED } from '../shared.ts'
import { useStore } from '../store.ts'
import { linkOfBytes } from '../url/enclosed.ts'
import { formatHash } from '../url/hash.ts'
import { pageAddress } from '../url/sync.ts'

/**
 * @param limit bytes; null for as many as it takes
 * @param onStep how much of what lines are told from is read, 0–1
 */
export function shareAs(
  choice: ShareChoice,
  limit: number | null,
  onStep: (part: number) => void,
): Promise<Result<SharedProfile | null, Problem>> {
  const { shared, session } = useStore.getState()
  const { scenario } = shared
  const view = formatHash({ ...shared, run: null, scenario: EMPTY_SHARED.scenario, profile: '' }).slice(1)
  const opened = openedIn(session)
  const profiles = opened && !choice.withoutLines ? profilesOf(opened) : []
  const onProgress = ({ done }: { readonly done: number }) => onStep(done)
  return askWorker('share', [{ choice, limit, scenario, view }, profiles], { onProgress })
}

/** Characters that a link has besides the profile's own. */
function linkRoom(): number {
  return linkWith('').length
}

/** Bytes that a profile may have in a link of so many characters: base64 makes four of three. */
export function bytesInLink(characters: number): number {
  return Math.max(0, Math.floor(((characters - linkRoom()) * 3) / 4))
}

/** State and all are inside the saved profile. */
export function linkTo({ bytes }: SharedProfile): string {
  return linkWith(linkOfBytes(bytes))
}

function linkWith(profile: string): string {
  return `${pageAddress()}#v=1&profile=${profile === '' ? 'data:' : profile}`
}
