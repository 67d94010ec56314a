// What can be done with dropped files: open them, add them as runs, put them in place of others, leave one
// out, or verify a gprof listing against the profile.
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import { fileKeysOf, positionOfKey } from '../../../workers/core/base/file-key.ts'
import type { Problem, ProblemCode } from '../../../workers/core/problems/problem.ts'
import { offeredIn, settledIn } from '../session.ts'
import { setUi, useStore } from '../store.ts'
import { navigate } from '../url-sync.ts'
import { addSourceFiles, hasLines } from '../worker/sources.ts'
import {
  cancel,
  decline,
  failWith,
  forgetRefused,
  interrupt,
  isOpeningTheSame,
  leaveFailure,
  open,
  reopenWith,
  startOver,
} from './open.ts'
import {
  abort,
  askQuickly,
  askWorker,
  begin,
  failed,
  IDLE,
  liveConnection,
  loading,
  ready,
} from '../worker/requests.ts'

/** Takes files however they came. On an open profile the person decides first what to do with them. */
export function offer(dropped: readonly File[]): void {
  if (dropped.length === 0) return
  if (useStore.getState().ui.refused) forgetRefused()
  // What is being opened already goes on.
  if (useStore.getState().session.phase === 'working' && areOpenAlready(dropped)) return
  // They are an answer to the question whether to fetch something else.
  decline()
  // And matter more than another run of what is on screen.
  if (isOpeningTheSame()) cancel()
  const { session, files } = useStore.getState()
  if (session.phase === 'ready') {
    if (hasLines(session.opened)) void offerWithoutSources(session.opened, dropped)
    else ask(dropped)
  }
  // What these are is not known yet.
  else if (session.phase === 'working') void open(added(files, dropped))
  // What comes next may have the names of a program that was stripped.
  else void open(added(usable(files, offeredIn(session), NAMELESS), dropped))
}

/** Those that are asked about already are still there. */
function ask(dropped: readonly File[]): void {
  setUi({ dropped: added(useStore.getState().ui.dropped, dropped) })
}

/** Source files are shown where they were missing; what else there is is asked about. */
async function offerWithoutSources(opened: ProfileView, dropped: readonly File[]): Promise<void> {
  try {
    const { separateSources } = await import('../worker/lines.ts')
    const { sources, others } = separateSources(opened, useStore.getState().ui, dropped)
    if (sources.length > 0) {
      addSourceFiles(sources)
      navigate({ view: 'source' }, 'push')
    }
    if (others.length > 0) ask(others)
  } catch {
    // The part did not come: the person says what they are.
    ask(dropped)
  }
}

/** Something was dropped of which nothing can be offered. What is open, under way, or asked about stays. */
export function refuse(problem: Problem): void {
  const { session } = useStore.getState()
  if (session === settledIn(session) && session.phase !== 'ready') failWith(problem)
  else setUi({ refused: problem })
}

/** The profile on screen and the new files together, summed. */
export function addAsRuns(): void {
  const { files, ui } = useStore.getState()
  setUi({ dropped: [] })
  reopenWith(added(files, ui.dropped))
  navigate({ run: null }, 'replace')
}

export function openInstead(): void {
  const { dropped } = useStore.getState().ui
  setUi({ dropped: [] })
  void open(dropped)
  navigate({ run: null }, 'replace')
}

/** The new files in place of those of the same names. */
export function openInPlace(): void {
  const { files, ui } = useStore.getState()
  setUi({ dropped: [] })
  const replaced = namedAlike(files, ui.dropped)
  const others = files.filter((file) => !replaced.includes(file))
  reopenWith([...others, ...ui.dropped])
  navigate({ run: null }, 'replace')
}

/** A program writes all of its profiles anew, or none. */
const MOST_TRIED = 20

/** Whether files on screen have been written over by some of these, and can no longer be read. */
export async function areOverwritten(dropped: readonly File[]): Promise<boolean> {
  const before = namedAlike(useStore.getState().files, dropped).slice(0, MOST_TRIED)
  const gone = before.map(async (file) => {
    try {
      await file.slice(0, 1).arrayBuffer()
      return false
    } catch {
      // However a browser puts it: there is nothing to be read.
      return true
    }
  })
  return (await Promise.all(gone)).includes(true)
}

/** Whether all of them are among the files on screen, or under way, as they are now. */
export function areOpenAlready(dropped: readonly File[]): boolean {
  const { files } = useStore.getState()
  return added(files, dropped).length === files.length
}

function namedAlike(files: readonly File[], others: readonly File[]): readonly File[] {
  const names = new Set(others.map(({ name }) => name))
  return files.filter(({ name }) => names.has(name))
}

export function forgetDropped(): void {
  setUi({ dropped: [] })
}

/** Addresses stand for names. */
export function continueWithoutNames(): void {
  const { session, files } = useStore.getState()
  // A program that has no names, if there is one, is left out.
  void open(usable(files, offeredIn(session)), { withoutNames: true })
}

/** Leaves one of the files on offer out and looks at the rest again. */
export function removeFile(offered: OfferedFile): void {
  const { session, files } = useStore.getState()
  const listed = offeredIn(session)
  const named = fileKeysOf(listed)[listed.indexOf(offered)]
  // What came in an archive has no file of its own.
  const left = named ? positionOfKey(files, named) : -1
  const rest = files.filter((_, at) => at !== left)
  if (rest.length > 0) void open(rest)
  else if (session.phase === 'failed') leaveFailure()
  else startOver()
}

/** Of several programs one, by its place among the files offered; the others are left out. */
export function chooseProgram(chosen: number): void {
  const { session, files } = useStore.getState()
  const offered = offeredIn(session)
  void open(files.filter((_, at) => at === chosen || offered[at]?.kind !== 'executable'))
}

/** Files from an archive cannot be told apart here: what was dropped is the archive. */
export function canChooseProgram(): boolean {
  const { session, files } = useStore.getState()
  return files.length === offeredIn(session).length
}

const NAMELESS: readonly ProblemCode[] = ['elf/no-symbols', 'executable/no-symbols']

/**
 * Without the files that were found to be of no use, but for those with a problem to be solved. Files and findings of one name
 * stand in the same order; what was found in archives stands behind.
 */
function usable(
  files: readonly File[],
  offered: readonly OfferedFile[],
  solved: readonly ProblemCode[] = [],
): readonly File[] {
  const useless = new Set(
    keysOf(offered).filter((_, at) => {
      const problem = offered[at]?.problem
      return problem && !solved.includes(problem.code)
    }),
  )
  const keys = keysOf(files)
  return files.filter((_, at) => !useless.has(keys[at] ?? ''))
}

const keysOf = (things: readonly { readonly name: string }[]): readonly string[] =>
  fileKeysOf(things).map(({ name, nth }) => `${nth} ${name}`)

/** A file dropped once more is not counted twice. Only where a name is there already sizes are asked for (open.ts). */
function added(files: readonly File[], dropped: readonly File[]): readonly File[] {
  const namesOf = (some: readonly File[]) => new Set(some.map(({ name }) => name))
  const [names, namesDropped] = [namesOf(files), namesOf(dropped)]
  const known = new Set(files.filter(({ name }) => namesDropped.has(name)).map(keyOf))
  return [...files, ...dropped.filter((file) => !names.has(file.name) || !known.has(keyOf(file)))]
}

const keyOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`

// A gprof listing beside the profile on screen: asked of the worker, shown until it is closed.

/** Beyond these, files are runs: nobody has so many programs. */
const MOST_LOOKED_AT = 20

/** What the first few of the dropped files are, as far as the worker can tell. */
export async function identifyDropped(files: readonly File[]): Promise<readonly OfferedFile[]> {
  if (!liveConnection()) return []
  const answers = await Promise.all(
    files.slice(0, MOST_LOOKED_AT).map((file) => askQuickly('identify', [file])),
  )
  // Where no worker can be had, whoever compares is told why.
  return answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
}

export async function verifyDroppedListing(): Promise<void> {
  const [file] = useStore.getState().ui.dropped
  if (!file) return
  const signal = begin('comparison')
  const { name } = file
  setUi({ dropped: [], compared: loading({ name, part: 0 }) })
  const isWaiting = (): boolean => !signal.aborted && useStore.getState().ui.compared.phase === 'loading'
  const onProgress = ({ done: part }: { readonly done: number }) => {
    if (isWaiting()) setUi({ compared: loading({ name, part }) })
  }
  const result = await askWorker('compare', [file], { signal, onProgress })
  // Another profile may have taken the place of the one it was to be compared with.
  if (isWaiting()) setUi({ compared: result.ok ? ready(result.value) : failed(result.problem) })
}

/** Ends also the work, if it is still under way. */
export function closeComparison(): void {
  abort('comparison')
  if (useStore.getState().ui.compared.phase === 'loading') interrupt()
  setUi({ compared: IDLE })
}
