// The last profiles, kept in the browser's own storage as saved profiles, each with its baseline: what is
// kept, how it is reopened, the switch that forgets all of it. Without storage nothing is kept, nothing
// else changes.
import type { ProfileView, ShareChoice } from '../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import { open } from './opening/open.ts'
import { takeBaseline } from './opening/baseline.ts'
import { hasLines } from './questions/sources.ts'
import { areLinesReadSoon, profilesOf } from './questions/lines.ts'
import { workers } from './worker/connection.ts'
import { adoptState } from './url/address.ts'
import { type Baseline, OPEN_IN_TAB, type RecentProfile, type RecentProfiles } from './ui-state.ts'
import { formatHash } from './url/link-hash.ts'
import { linkOf } from './session.ts'
import { setUi, useStore } from './store.ts'
import type { UrlState } from './url/url-state.ts'
import { readText, storeText } from './browser-storage.ts'
import { forgetAll, list, read, type Kept, put, putBaseline } from './recent-database.ts'

/** Largest saved profile that is kept, in bytes. */
export const MOST_BYTES = 8_000_000
/** Functions and arcs of the largest profile that is kept: writing it keeps the worker busy. */
const MOST_ROWS = 100_000

const SWITCH = 'gmonscope.recent'

/** Returns the kept profiles, newest first. Never rejects. */
async function readRecentProfiles(): Promise<RecentProfiles> {
  const profiles = await list().catch(() => null)
  return { isOn: isOn(), profiles }
}

/** Sets whether profiles are kept. Off forgets all that are. */
export async function setKeeping(isWanted: boolean): Promise<void> {
  const { recent: shown } = useStore.getState().ui
  setUi({ isStorageFull: false, recent: shown && { ...shown, isOn: isWanted } })
  // Without storage the switch says so.
  if (storeText('localStorage', SWITCH, isWanted ? 'on' : 'off')) {
    if (isWanted) await keepProfile()
    else {
      showInTab(null)
      await forgetAll().catch(() => {})
    }
  }
  await showRecent()
}

/** Opens a kept profile in the state that it was left in. */
export async function reopenRecent(id: string): Promise<boolean> {
  const found = await read(id).catch(() => null)
  if (!found) return false
  adoptState(found.recent.hash)
  await openKept(found)
  return true
}

/** Opens the profile that this tab showed before it was reloaded, in the state of the address. */
export async function reopenInTab(id: string): Promise<void> {
  const found = await read(id).catch(() => null)
  if (found) await openKept(found)
  else showInTab(null)
}

async function openKept({ recent, bytes, baseline }: Kept): Promise<void> {
  const files = [new File([bytes], `${recent.name}.gmonscope`, { lastModified: recent.at })]
  await open(files)
  if (useStore.getState().onScreen.files !== files) return
  showInTab(recent.id)
  if (!baseline) return
  const { name, isEarlier } = baseline
  const others = [new File([baseline.bytes], `${name}.gmonscope`)]
  setUi({ storedBaseline: { id: recent.id, files: others, isEarlier } })
  await takeBaseline(others, isEarlier)
}

/** Returns whether the profile on screen is kept, with its current state. Never rejects. */
export async function keepProfile(): Promise<boolean> {
  const { session, onScreen } = useStore.getState()
  if (session.phase !== 'ready' || !isOn()) return false
  const { opened } = session
  const isOnScreen = () => useStore.getState().onScreen.files === onScreen.files
  // A link's profile is in the link; of one run alone the sum is kept.
  if (linkOf(onScreen) !== '' || opened.oneRun) return linkOf(onScreen) !== ''
  try {
    const recent = await recentOf(opened)
    const known = (await list()).some(({ id }) => id === recent.id)
    const bytes = known || !isOnScreen() ? null : await savedBytes(opened)
    if (!isOnScreen() || (!known && !bytes)) return false
    await put(recent, bytes)
    setUi({ isStorageFull: false })
    if (isOnScreen()) showInTab(recent.id)
    return true
  } catch (error) {
    setUi({ isStorageFull: error instanceof DOMException && error.name === 'QuotaExceededError' })
    return false
  }
}

/**
 * Returns whether the baseline is kept beside the profile on screen, which is kept already. Without a
 * baseline forgets the one kept before. Never rejects.
 */
export async function keepBaseline(): Promise<boolean> {
  const { session, ui } = useStore.getState()
  const id = tabShows()
  if (session.phase !== 'ready' || id === null || !isOn()) return false
  const asked = ui.baseline
  try {
    if (asked.phase === 'idle') {
      setUi({ storedBaseline: null })
      await putBaseline(id, null)
      return true
    }
    if (asked.phase !== 'ready') return false
    const { opened, files, isEarlier } = asked.value
    const stored = ui.storedBaseline
    if (stored?.id === id && stored.files === files && stored.isEarlier === isEarlier) return true
    const bytes = await baselineBytes(asked.value, session.opened)
    if (!bytes || tabShows() !== id || useStore.getState().ui.baseline !== asked) return false
    await putBaseline(id, { name: opened.name, isEarlier, bytes })
    setUi({ storedBaseline: { id, files, isEarlier } })
    return true
  } catch {
    return false
  }
}

/** Milliseconds after which a change of the state is stored. */
const STATE_DELAY_MS = 1000

/** Keeps the profile on screen once its worker is idle, and then its state. Called each time one is shown. */
export async function keepSoon(): Promise<void> {
  while (workers.isBusy) await new Promise((resolve) => setTimeout(resolve, STATE_DELAY_MS))
  const signal = workers.begin('keeping')
  if (!(await keepProfile()) || signal.aborted) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let timerOfBaseline: ReturnType<typeof setTimeout> | undefined
  const keepBaselineSoon = (): void => {
    clearTimeout(timerOfBaseline)
    timerOfBaseline = setTimeout(() => void keepBaseline(), STATE_DELAY_MS)
  }
  const stop = useStore.subscribe(({ shared, ui }, before) => {
    if (ui.baseline !== before.ui.baseline) keepBaselineSoon()
    if (shared === before.shared) return
    clearTimeout(timer)
    timer = setTimeout(() => void keepState(), STATE_DELAY_MS)
  })
  signal.addEventListener('abort', stop)
  // It may have come, or been closed, while the profile was written.
  const { baseline, storedBaseline } = useStore.getState().ui
  if (baseline.phase === 'ready' || storedBaseline?.id === tabShows()) keepBaselineSoon()
}

async function keepState(): Promise<void> {
  const { session } = useStore.getState()
  if (session.phase !== 'ready' || !isOn()) return
  try {
    const recent = await recentOf(session.opened)
    if (tabShows() === recent.id) await put(recent, null)
  } catch {
    // The state that was stored before stays.
  }
}

/** Reads the kept profiles again, for what shows them. */
export async function showRecent(): Promise<void> {
  setUi({ recent: await readRecentProfiles() })
}

/** Without storage nothing is kept. */
function isOn(): boolean {
  const value = readText('localStorage', SWITCH)
  return value !== undefined && value !== 'off'
}

/** Returns what a reload of this tab opens again. */
const tabShows = (): string | null => readText('sessionStorage', OPEN_IN_TAB) ?? null

const showInTab = (id: string | null): boolean => storeText('sessionStorage', OPEN_IN_TAB, id)

async function recentOf(opened: ProfileView): Promise<RecentProfile> {
  // The first screen lists profiles before anything else is drawn, and needs none of this.
  const { profileSummary } = await import('../../workers/core/reports/profile-summary.ts')
  const measured = opened.asMeasured ?? opened
  const { arcs, totals } = measured.analyzed.profile
  const facts = profileSummary(measured, opened.files)
  return {
    id: JSON.stringify([opened.name, arcs.length, totals]),
    name: opened.name,
    facts: facts
      .slice(0, 2)
      .map(({ text }) => text)
      .join(', '),
    at: Date.now(),
    hash: formatHash(stateToKeep(useStore.getState().shared)),
  }
}

/** A saved profile has no single runs. */
const stateToKeep = (shared: UrlState): UrlState => ({ ...shared, run: null, profile: '' })

/** Returns the choice of what to share that leaves out only what takes long to read. */
export function wholeProfile(opened: ProfileView): ShareChoice {
  return {
    names: 'kept',
    withoutDirectories: false,
    withoutSources: false,
    withoutLines: hasLines(opened) && !areLinesReadSoon(opened),
    withoutNotices: false,
  }
}

/** Returns the saved profile as measured, without a state; null if it is too large. */
async function savedBytes(opened: ProfileView): Promise<Uint8Array<ArrayBuffer> | null> {
  const { functions, arcs } = opened.analyzed.profile
  if (functions.length + arcs.length > MOST_ROWS) return null
  const choice = wholeProfile(opened)
  const profiles = choice.withoutLines ? [] : profilesOf(opened)
  const asked = { choice, limit: null, scenario: EMPTY_SCENARIO, view: '' }
  const saved = await workers.ask('share', [asked, profiles])
  return saved.ok && saved.value && saved.value.bytes.length <= MOST_BYTES ? saved.value.bytes : null
}

/** Returns the baseline as a saved profile, written by a worker of its own; null if it is too large. */
async function baselineBytes(
  { opened, files }: Baseline,
  first: ProfileView,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { functions, arcs } = opened.analyzed.profile
  if (functions.length + arcs.length > MOST_ROWS) return null
  const { shareBaseline } = await import('./export.ts')
  const saved = await shareBaseline(files, first, wholeProfile(opened), new AbortController().signal)
  return saved.ok && saved.value && saved.value.bytes.length <= MOST_BYTES ? saved.value.bytes : null
}
