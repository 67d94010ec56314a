// Which functions gprof counts for another, as far as a profile's notices name them.
import type { Notice } from '../../problems/problem.ts'
import { allNamed } from '../../profile/name-index.ts'
import type { FunctionIndex, FunctionTable } from '../../profile/tables.ts'
import { displayName, rawName } from '../names/names.ts'

/** Their names, as people read them. Nothing is said of functions that share a name: a notice does not tell which it is about. */
export function countedWith(
  functions: FunctionTable,
  f: FunctionIndex,
  notices: readonly Notice[],
): readonly string[] {
  const notice = notices.find(({ code }) => code === 'functions-hidden')
  if (notice?.code !== 'functions-hidden') return []
  const name = displayName(functions, f)
  const names = notice.names.filter((_, at) => notice.neighbours[at] === name)
  return names.length > 0 && allNamed(functions.names, rawName(functions, f)).length === 1 ? names : []
}
