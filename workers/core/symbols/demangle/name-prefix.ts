/**
 * Names without what compilers for some systems put before all of them: to linkers it is part of the name, to people it is
 * not, and gprof's filters and its list of what profilers put into a program know names without it.
 */
import { isStringAt, type StringTable } from '../../base/string-table.ts'

export const withoutPrefix = (raw: string, prefix = ''): string =>
  raw.startsWith(prefix) ? raw.slice(prefix.length) : raw

/** Whether a row's name is this one, once the prefix is gone. */
export function isNamed(names: StringTable, row: number, name: string, prefix = ''): boolean {
  if (prefix === '') return isStringAt(names, row, name)
  return isStringAt(names, row, prefix + name) || (!name.startsWith(prefix) && isStringAt(names, row, name))
}
