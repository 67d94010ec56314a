// What files that were dropped on an open profile can be used for.
import { addAsRuns, openInPlace, openInstead } from '../../state/opening/drop-actions.ts'
import { verifyDroppedListing } from '../../state/questions/verify-listing.ts'
import { compareWith } from '../../state/opening/baseline.ts'
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { FILE_KINDS, isRun } from '../../../workers/core/base/file-kinds.ts'
import { baseName } from '../../../workers/core/base/file-names.ts'

/** What the dropped files can be used for; `unknown` while the worker is too busy to answer. */
export type Use = 'run' | 'program' | 'other' | 'changed' | 'open' | 'listing' | 'unknown'

/** What a use means, in a sentence or two. */
export const NOTES: Readonly<Record<Use, string>> = {
  run: 'Runs of one program are summed: times and calls add up, and sampling errors shrink. A diff shows what changed.',
  program: 'This is a program: it gives function names and source lines.',
  other:
    'You dropped another profile: a diff compares it with the open one. Only runs of the same program are summed.',
  changed: 'The open files were overwritten and cannot be read again.',
  open: 'These files are already open and have not changed.',
  listing:
    'This is a gprof listing. Verifying it shows every line that differs from this profile, as measured.',
  unknown: 'Runs of one program are summed; verifying a gprof listing shows every line that differs.',
}

/** What can be done with dropped files. */
export type Choice = 'add' | 'compare' | 'compareListing' | 'instead' | 'inPlace'

/** The choices for each use, the likeliest first. */
const CHOICES: Readonly<Record<Use, readonly Choice[]>> = {
  run: ['add', 'compare', 'instead'],
  program: ['add', 'instead'],
  other: ['instead', 'compare', 'add'],
  changed: ['inPlace', 'compare', 'instead'],
  open: ['instead'],
  listing: ['compareListing', 'compare', 'instead'],
  unknown: ['add', 'compareListing', 'compare', 'instead'],
}

/** What each choice does. */
export const ACTIONS: Readonly<Record<Choice, (dropped: readonly File[]) => unknown>> = {
  add: addAsRuns,
  compare: compareWith,
  compareListing: verifyDroppedListing,
  instead: openInstead,
  inPlace: openInPlace,
}

/**
 * Returns the choices for a use, the likeliest first.
 *
 * @param isComparing whether the diff view asked for a drop: comparing is then the first choice
 */
export function choicesFor(use: Use | null, isComparing: boolean): readonly Choice[] {
  if (use === null) return []
  const choices = CHOICES[use]
  if (!isComparing || (use !== 'run' && use !== 'other')) return choices
  return ['compare', ...choices.filter((choice) => choice !== 'compare')]
}

/**
 * Returns what files can be used for.
 *
 * @param found what the dropped files are; of archives their contents
 * @param count number of dropped files
 * @param files the open ones
 */
export function purposeOf(found: readonly OfferedFile[], count: number, files: readonly OfferedFile[]): Use {
  const [first] = found
  if (count === 1 && first && FILE_KINDS[first.kind].offer !== 'program') return FILE_KINDS[first.kind].offer
  const programs = found.filter(({ kind }) => FILE_KINDS[kind].offer === 'program')
  if (programs.length === 0) return 'run'
  if (!found.some(({ kind }) => isRun(kind))) return 'program'
  const isOpen = (program: OfferedFile) =>
    files.some(({ name, size }) => baseName(name) === baseName(program.name) && size === program.size)
  return programs.every(isOpen) ? 'run' : 'other'
}
