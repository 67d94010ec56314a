// Exports: saved profiles, links that contain one, the baseline shared with them, documents. The worker
// writes them all.
import type { DocumentKind, ProfileView, ShareChoice, SharedProfile } from '../../workers/api/contract.ts'
import { blobInSteps } from './blob-in-steps.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import { fail, type Result, succeed } from '../../workers/core/base/result.ts'
import { EMPTY_URL_STATE } from './url/url-state.ts'
import { formatHash } from './url/link-hash.ts'
import { linkOfBytes } from './url/enclosed.ts'
import { openedIn } from './session.ts'
import { pageAddress } from './url/address.ts'
import { useStore } from './store.ts'
import { profilesOf } from './questions/lines.ts'
import { type Connection, workers } from './worker/connection.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import { problemFromError } from '../../workers/core/problems/problem-from-error.ts'

/**
 * Has the worker write the profile on screen as a saved profile.
 *
 * @param limit in bytes; null for no limit
 * @param onStep gets the fraction of the line sources read, 0–1
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
  return workers.ask('share', [{ choice, limit, scenario, view }, profiles], { onProgress })
}

/** Returns the length of a link without the profile's own characters. */
function linkRoom(): number {
  return linkWith('').length
}

/**
 * Returns the bytes of a profile that fits in a link of this many characters: base64 makes four
 * characters from three bytes.
 */
export function bytesInLink(characters: number): number {
  return Math.max(0, Math.floor(((characters - linkRoom()) * 3) / 4))
}

/** Returns a link with the profile inside. The saved profile includes the state. */
export function linkTo({ bytes }: SharedProfile): string {
  return linkWith(linkOfBytes(bytes))
}

function linkWith(profile: string): string {
  return `${pageAddress()}#v=1&profile=${profile === '' ? 'data:' : profile}`
}

/**
 * Returns the baseline as a saved profile, with the choice made for the first profile.
 *
 * @param first the profile on screen: a function of both gets the same replaced name in both
 */
export async function shareBaseline(
  files: readonly File[],
  first: ProfileView,
  choice: ShareChoice,
  signal: AbortSignal,
): Promise<Result<SharedProfile | null, Problem>> {
  let connection: Connection | null = null
  try {
    connection = await workers.connect()
    const options = { withoutNames: false, shift: 0, scenario: EMPTY_SCENARIO }
    const opened = await connection.request('open', [files, options], { signal })
    if (!opened.ok) return fail(opened.problem.problem)
    const { functions } = first.analyzed.profile
    // A diff is by function, so lines are omitted.
    const withoutLines = { ...choice, withoutLines: true }
    const asked = { choice: withoutLines, limit: null, scenario: EMPTY_SCENARIO, view: '', first: functions }
    return await connection.request('share', [asked, []], { signal })
  } catch (error) {
    return fail(problemFromError(error))
  } finally {
    connection?.terminate()
  }
}

/**
 * Has the worker write a document.
 *
 * @param files profiles to read calls by line from; null to omit lines
 */
export async function writeDocument(
  kind: DocumentKind,
  files: readonly File[] | null,
): Promise<Result<Blob, Problem>> {
  const written = await workers.ask('write', [kind, files])
  if (!written.ok) return written
  const { pieces, type } = written.value
  return succeed(await blobInSteps(pieces, type))
}
