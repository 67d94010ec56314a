// The groups of a profile's functions, for all views of the page.
import type { StringTable } from '../../workers/core/base/packed-strings.ts'
import { FunctionGroups, type Grouped } from '../../workers/core/reports/groups.ts'

/** By table of names: under a scenario a profile has other functions, with the same names. */
const groupsByNames = new WeakMap<StringTable, FunctionGroups>()

/** Returns the groups of a profile's functions: the same ones until source files are read. */
export function groupsOf(profile: Grouped): FunctionGroups {
  const { names } = profile.functions
  const before = groupsByNames.get(names)
  if (before?.sources === profile.sources) return before
  const groups = new FunctionGroups({ functions: profile.functions, sources: profile.sources })
  groupsByNames.set(names, groups)
  return groups
}
