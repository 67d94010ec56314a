// What leaves the page: saved profiles, links that hold one, the baseline beside them, and documents; all
// written by the worker.
import type { DocumentKind, ProfileView, ShareChoice, SharedProfile } from '../../../workers/api/contract.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { fail, type Result, succeed } from '../../../workers/core/base/result.ts'
import { openedIn } from '../session.ts'
import { profilesOf } from './lines.ts'
import { askWorker, type Connection, newConnection } from './requests.ts'
import { EMPTY_URL_STATE, formatHash, linkOfBytes } from '../url-state.ts'
import { useStore } from '../store.ts'
import { pageAddress } from '../url-sync.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'

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
  const view = formatHash({ ...shared, run: null, scenario: EMPTY_URL_STATE.scenario, profile: '' }).slice(1)
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

// The profile beside the one on screen as what leaves with it. Its worker has ended: another one opens its files once more.

/** @param first the profile on screen: a function of both has the same name in both, whatever that is */
export async function shareBaseline(
  files: readonly File[],
  first: ProfileView,
  choice: ShareChoice,
  signal: AbortSignal,
): Promise<Result<SharedProfile | null, Problem>> {
  let connection: Connection | null = null
  try {
    connection = await newConnection()
    const options = { withoutNames: false, shift: 0, scenario: EMPTY_SCENARIO }
    const opened = await connection.request('open', [files, options], { signal })
    if (!opened.ok) return fail(opened.problem.problem)
    const { functions } = first.analyzed.profile
    // What changed is told by function.
    const withoutLines = { ...choice, withoutLines: true }
    const asked = { choice: withoutLines, limit: null, scenario: EMPTY_SCENARIO, view: '', first: functions }
    return await connection.request('share', [asked, []], { signal })
  } catch (error) {
    return fail(problemFromError(error))
  } finally {
    connection?.terminate()
  }
}

// A whole document of the profile on screen, as something that can be saved.

/** @param files whose profiles are read for calls by line; null to do without lines */
export async function writeDocument(
  kind: DocumentKind,
  files: readonly File[] | null,
): Promise<Result<Blob, Problem>> {
  const written = await askWorker('write', [kind, files])
  if (!written.ok) return written
  const { blobInSteps } = await import('../../../workers/api/blob-in-steps.ts')
  const { pieces, type } = written.value
  return succeed(await blobInSteps(pieces, type))
}
