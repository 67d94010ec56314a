// Actions on dropped files: open them, add them as runs, replace open files, remove one, or verify
// a gprof listing against the profile.
import type { OfferedFile, ProfileView } from '../../../workers/api/contract.ts'
import { fileKeysOf, positionOfKey } from '../../../workers/core/base/file-key.ts'
import type { Problem, ProblemCode } from '../../../workers/core/problems/problem.ts'
import { navigate } from '../url/address.ts'
import { offeredIn, settledIn } from '../session.ts'
import { setUi, useStore } from '../store.ts'
import { addSourceFiles, hasLines } from '../questions/sources.ts'
import {
  cancel,
  decline,
  failWith,
  forgetRefused,
  isOpeningTheSame,
  leaveFailure,
  open,
  reopenWith,
  startOver,
} from './open.ts'

/**
 * Takes files from a drop, a paste or the file dialog. With a profile open, the user chooses what
 * to do with them.
 */
export function offer(dropped: readonly File[]): void {
  if (dropped.length === 0) return
  if (useStore.getState().ui.refused) forgetRefused()
  // Work on the same files continues.
  if (useStore.getState().session.phase === 'working' && areOpenAlready(dropped)) return
  // Files dropped on the question about another host mean no.
  decline()
  // They take precedence over switching to another run.
  if (isOpeningTheSame()) cancel()
  const { session, files } = useStore.getState()
  if (session.phase === 'ready') {
    if (hasLines(session.opened)) void offerWithoutSources(session.opened, dropped)
    else ask(dropped)
  }
  // The kinds of the files being opened are not known yet.
  else if (session.phase === 'working') void open(added(files, dropped))
  // The new files may have the names of a stripped program.
  else void open(added(usable(files, offeredIn(session), NAMELESS), dropped))
}

/** Adds the files to the question on screen. */
function ask(dropped: readonly File[]): void {
  setUi({ dropped: added(useStore.getState().ui.dropped, dropped) })
}

/** Adds source files where they are missing; asks about all other files. */
async function offerWithoutSources(opened: ProfileView, dropped: readonly File[]): Promise<void> {
  try {
    const { separateSources } = await import('./dropped-sources.ts')
    const { sources, others } = separateSources(opened, useStore.getState().ui, dropped)
    if (sources.length > 0) {
      addSourceFiles(sources)
      navigate({ view: 'source' }, 'push')
    }
    if (others.length > 0) ask(others)
  } catch {
    // If that code failed to load, the user chooses.
    ask(dropped)
  }
}

/**
 * Reports a drop that cannot be used. The profile on screen, work in progress and questions stay.
 */
export function refuse(problem: Problem): void {
  const { session } = useStore.getState()
  if (session === settledIn(session) && session.phase !== 'ready') failWith(problem)
  else setUi({ refused: problem })
}

/** Opens the profile on screen and the dropped files together, summed. */
export function addAsRuns(): void {
  const { files, ui } = useStore.getState()
  setUi({ dropped: [] })
  reopenWith(added(files, ui.dropped))
  navigate({ run: null }, 'replace')
}

/** Opens the dropped files in place of the profile on screen. */
export function openInstead(): void {
  const { dropped } = useStore.getState().ui
  setUi({ dropped: [] })
  void open(dropped)
  navigate({ run: null }, 'replace')
}

/** Replaces files on screen by dropped files of the same names. */
export function openInPlace(): void {
  const { files, ui } = useStore.getState()
  setUi({ dropped: [] })
  const replaced = namedAlike(files, ui.dropped)
  const others = files.filter((file) => !replaced.includes(file))
  reopenWith([...others, ...ui.dropped])
  navigate({ run: null }, 'replace')
}

/** A program rewrites all of its profiles or none, so a sample is enough. */
const MOST_TRIED = 20

/** Whether some dropped files overwrite files on screen, which then can no longer be read. */
export async function areOverwritten(dropped: readonly File[]): Promise<boolean> {
  const before = namedAlike(useStore.getState().files, dropped).slice(0, MOST_TRIED)
  const gone = before.map(async (file) => {
    try {
      await file.slice(0, 1).arrayBuffer()
      return false
    } catch {
      // Whatever error the browser gives, the file cannot be read.
      return true
    }
  })
  return (await Promise.all(gone)).includes(true)
}

/**
 * Whether all dropped files are among the files on screen, or being opened, in their current
 * version.
 */
export function areOpenAlready(dropped: readonly File[]): boolean {
  const { files } = useStore.getState()
  return added(files, dropped).length === files.length
}

function namedAlike(files: readonly File[], others: readonly File[]): readonly File[] {
  const names = new Set(others.map(({ name }) => name))
  return files.filter(({ name }) => names.has(name))
}

/** Dismisses the dropped files. */
export function forgetDropped(): void {
  setUi({ dropped: [] })
}

/** Opens the profile without a program: addresses replace names. */
export function continueWithoutNames(): void {
  const { session, files } = useStore.getState()
  // A program without names, if there is one, is dropped.
  void open(usable(files, offeredIn(session)), { withoutNames: true })
}

/** Removes one of the offered files and opens the rest. */
export function removeFile(offered: OfferedFile): void {
  const { session, files } = useStore.getState()
  const listed = offeredIn(session)
  const named = fileKeysOf(listed)[listed.indexOf(offered)]
  // A file from an archive has no File object.
  const left = named ? positionOfKey(files, named) : -1
  const rest = files.filter((_, at) => at !== left)
  if (rest.length > 0) void open(rest)
  else if (session.phase === 'failed') leaveFailure()
  else startOver()
}

/**
 * Keeps one of several programs, given by its position among the offered files, and drops the
 * others.
 */
export function chooseProgram(chosen: number): void {
  const { session, files } = useStore.getState()
  const offered = offeredIn(session)
  void open(files.filter((_, at) => at === chosen || offered[at]?.kind !== 'executable'))
}

/** Whether a program can be chosen. Files from one archive cannot be dropped one by one. */
export function canChooseProgram(): boolean {
  const { session, files } = useStore.getState()
  return files.length === offeredIn(session).length
}

const NAMELESS: readonly ProblemCode[] = ['elf/no-symbols', 'executable/no-symbols']

/**
 * Returns the files without those found to be useless, but with those whose problem can be solved.
 * Files and findings of equal names are in the same order; those from archives come last.
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

/** Returns both lists without duplicates. Sizes are queried only for equal names (opening.ts). */
function added(files: readonly File[], dropped: readonly File[]): readonly File[] {
  const namesOf = (some: readonly File[]) => new Set(some.map(({ name }) => name))
  const [names, namesDropped] = [namesOf(files), namesOf(dropped)]
  const known = new Set(files.filter(({ name }) => namesDropped.has(name)).map(keyOf))
  return [...files, ...dropped.filter((file) => !names.has(file.name) || !known.has(keyOf(file)))]
}

const keyOf = ({ name, size, lastModified }: File): string => `${size} ${lastModified} ${name}`
