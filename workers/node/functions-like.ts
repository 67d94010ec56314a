// The functions that an option's patterns name.
import { isGlobMatch } from '../core/base/glob.ts'
import { textOfBinary } from '../core/base/string-table.ts'
import type { FunctionIndex, FunctionTable } from '../core/profile/call-graph-profile.ts'
import { nameParts } from '../core/names/name-parts.ts'
import { rawName, wholeName } from '../core/names/names.ts'
import { UsageError } from './arguments.ts'

/**
 * Returns the functions that match the patterns, those of a pattern in code order. A pattern is a whole name,
 * raw or readable, with or without parameters; `*` matches any text.
 *
 * @throws UsageError if a pattern matches none
 */
export function functionsLike(
  functions: FunctionTable,
  patterns: readonly string[],
): readonly FunctionIndex[] {
  const matches = new Set<FunctionIndex>()
  for (const pattern of patterns) {
    let isWithoutMatch = true
    for (let row = 0; row < functions.length; row++) {
      const f = row as FunctionIndex
      const whole = wholeName(functions, f)
      // Few people type a C++ function's parameters.
      const { parameters } = nameParts(whole)
      const short = whole.slice(0, whole.length - parameters.length)
      const names = [whole, short, textOfBinary(rawName(functions, f))]
      if (!names.some((name) => isGlobMatch(name, pattern))) continue
      matches.add(f)
      isWithoutMatch = false
    }
    if (isWithoutMatch) throw new UsageError(`no function '${pattern}'`)
  }
  return [...matches]
}
