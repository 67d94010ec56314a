// Functions that gprof counts for another.
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { displayName, rawName } from '../names/names.ts'
import type { Notice } from '../problems/problem.ts'
import { allNamed } from '../profile/name-index.ts'

/**
 * Returns the readable names of the functions that gprof counts for `f`, because they have no symbol
 * that it takes, as far as the notice `functions-hidden` names them. Empty for a function that shares
 * its name, because the notice does not identify which one it means.
 */
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
