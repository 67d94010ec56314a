// What the page keeps of a program, whatever the scenario and the samples: the order and the groups of its functions.
import type { None } from '../../workers/core/base/columns.ts'
import type { StringTable } from '../../workers/core/base/packed-strings.ts'
import type { FunctionIndex, FunctionTable } from '../../workers/core/profile/call-graph-profile.ts'
import type { NamesInOrder } from '../../workers/core/profile/name-index.ts'
import { FunctionGroups, type Grouped } from '../../workers/core/reports/groups.ts'
import type { Listing } from '../../workers/core/reports/listing/listing.ts'
import {
  findFunction as findByName,
  isNameShared as isShared,
} from '../../workers/core/reports/search/find-function.ts'

/** By table of names: under a scenario a profile has other functions, with the same names. */
const programs = new WeakMap<StringTable, { byName: NamesInOrder; groups: FunctionGroups | null }>()

function programOf(names: StringTable): { byName: NamesInOrder; groups: FunctionGroups | null } {
  const program = programs.get(names) ?? { byName: null, groups: null }
  programs.set(names, program)
  return program
}

/** Uses the order of names in a listing for look-ups, so that none of them scans all names. */
export function takeNameOrder({ names }: FunctionTable, { byName }: Pick<Listing, 'byName'>): void {
  if (byName) programOf(names).byName = byName
}

/** Returns a function by its name in a link, see `findFunction` in workers/core/reports/search. */
export const findFunction = (
  functions: FunctionTable,
  name: string,
  address: number | null,
): FunctionIndex | None => findByName(functions, name, address, programOf(functions.names).byName)

/** Whether several functions have this one's raw name (static functions of different files). */
export const isNameShared = (functions: FunctionTable, f: FunctionIndex): boolean =>
  isShared(functions, f, programOf(functions.names).byName)

/** Returns the groups of a profile's functions: the same ones until source files are read. */
export function groupsOf({ functions, sources }: Grouped): FunctionGroups {
  const program = programOf(functions.names)
  if (program.groups?.sources !== sources) program.groups = null
  return (program.groups ??= new FunctionGroups({ functions, sources }))
}
