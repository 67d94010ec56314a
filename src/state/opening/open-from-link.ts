// Opens the profile that a link names: in the link itself, or at an address. Fetches nothing from another
// host before the user has agreed to that host.
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { bytesOfLink, ENCLOSED } from '../url/enclosed.ts'
import { dispatch, type State, useStore } from '../store.ts'
import { isForeignAddress } from '../url/address.ts'
import { readText, storeText } from '../browser-storage.ts'
import { workers } from '../worker/connection.ts'
import {
  isOpeningLink,
  abandon,
  linkOnScreen,
  leaveFailure,
  openOwn,
  takeState,
  open,
  failWith,
  leaveWork,
} from './open.ts'

/** Opens the link's profile whenever the link changes. Returns the subscriber. */
export function followLink(): (state: State) => void {
  let profile = ''
  return (state) => {
    if (state.session.phase !== 'hosted') workers.abort('download')
    if (state.shared.profile === profile) return
    profile = state.shared.profile
    // Back and Forward dismiss the question, the download for another link, and a failure.
    const { session } = state
    if (session.phase === 'hosted') dispatch({ type: 'leaveHost' })
    else if (isOpeningLink()) abandon()
    else if (profile === linkOnScreen()) leaveFailure()
    if (profile === linkOnScreen()) return
    if (profile === '') openOwn()
    else if (profile.startsWith(ENCLOSED)) openEnclosed(profile)
    else askForConsent(profile)
  }
}

/**
 * Restores the state that the profile was saved with, when the link of the profile on screen is
 * pasted again.
 */
export function restoreLinkedState(): void {
  const { session, shared } = useStore.getState()
  const { profile } = shared
  if (session.phase !== 'ready' || profile === '' || profile !== linkOnScreen()) return
  if (isForeignAddress()) takeState(session.opened.saved, profile, false)
}

function openFrom(file: File, profile: string): void {
  void open([file], { from: profile })
}

function openEnclosed(profile: string): void {
  const bytes = bytesOfLink(profile)
  if (bytes) openFrom(new File([bytes], 'The profile in the link'), profile)
  else {
    const what = 'the link holds characters that no such link has'
    failWith({ code: 'saved/damaged', file: 'The profile in the link', what })
  }
}

/** Asks whether to fetch the profile at this address, unless its host was agreed to. */
export function askForConsent(profile: string): void {
  if (import.meta.env.MODE === 'one-file') {
    const why = 'this page is a single file and fetches nothing'
    return failWith({ code: 'hosted/bad-address', address: profile, why })
  }
  const found = addressOf(profile)
  if ('code' in found) return failWith(found)
  leaveWork()
  dispatch({ type: 'askHost', address: found.href })
  if (found.origin === location.origin || isAgreedTo(found.origin)) void fetchHosted()
}

/** Agrees to fetch from the host in question. */
export function agree(): void {
  const { session } = useStore.getState()
  if (session.phase !== 'hosted') return
  rememberHost(new URL(session.address).origin)
  void fetchHosted()
}

async function fetchHosted(): Promise<void> {
  const { session, shared } = useStore.getState()
  if (session.phase !== 'hosted') return
  const { address } = session
  const isCurrent = () => {
    const now = useStore.getState().session
    return now.phase === 'hosted' && now.address === address
  }
  const signal = workers.begin('download')
  dispatch({ type: 'download', done: 0, total: 0 })
  const part = await import('../../../workers/api/task-clients.ts').catch(problemFromError)
  if (!isCurrent()) return
  const retry = { what: 'link', profile: shared.profile } as const
  if ('code' in part) return failWith(part, retry)
  const { startDownload } = part
  const download = startDownload(address, (done, total) => {
    if (!signal.aborted) dispatch({ type: 'download', done, total })
  })
  signal.addEventListener('abort', () => download.cancel())
  const result = await download.result
  if (signal.aborted || !isCurrent()) return
  dispatch({ type: 'leaveHost' })
  if (result.ok) openFrom(new File([result.value.bytes], result.value.name), shared.profile)
  else failWith(result.problem, retry)
}

/** Returns the URL to fetch, or the problem with the address. */
function addressOf(profile: string): URL | Problem {
  const bad = (why: string): Problem => ({ code: 'hosted/bad-address', address: profile, why })
  if (location.protocol === 'file:') return bad('this page was opened as a file and fetches nothing')
  let url: URL
  try {
    url = new URL(profile, location.href)
  } catch {
    return bad('it is not an address')
  }
  url.hash = ''
  if (url.username !== '' || url.password !== '') return bad('it holds a name or a password')
  const isOwn = url.origin === location.origin
  if (url.protocol !== 'https:' && !isOwn) return bad('only https addresses are fetched')
  return url
}

const KEY = 'gmonscope.hosts'

function isAgreedTo(origin: string): boolean {
  return agreed().includes(origin)
}

/** Without storage the question is asked again next time. */
function rememberHost(origin: string): void {
  storeText('localStorage', KEY, JSON.stringify([...new Set([...agreed(), origin])]))
}

function agreed(): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(readText('localStorage', KEY) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
