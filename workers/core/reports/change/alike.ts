// Functions of one name on both sides, as static functions of several files are: by their files where those are known, the
// others in the order of their addresses.
import { NONE } from '../../base/brand.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { FunctionIndex, SourceTable } from '../../profile/tables.ts'

/** FunctionIndex of each side; NONE where one has none left. */
type Pair = readonly [before: number, after: number]

/** @param group functions of one name, ascending; so are `others` */
export function pairAlike(
  sources: SourceTable | null,
  group: Uint32Array,
  otherSources: SourceTable | null,
  others: Uint32Array,
): readonly Pair[] {
  const pairs: Pair[] = []
  const files = filesOf(sources, group)
  /** By file, those without a partner yet, the first one last. */
  const waiting = new Map<string, number[]>()
  const otherFiles = filesOf(otherSources, others)
  for (let at = others.length - 1; at >= 0; at--) {
    const file = otherFiles[at]
    if (file === '') continue
    const ofFile = waiting.get(file)
    if (ofFile) ofFile.push(others[at])
    else waiting.set(file, [others[at]])
  }
  const alone: number[] = []
  const taken = new Set<number>()
  group.forEach((f, at) => {
    const other = waiting.get(files[at])?.pop()
    if (other === undefined) alone.push(f)
    else {
      taken.add(other)
      pairs.push([f, other])
    }
  })
  const othersAlone = [...others].filter((f) => !taken.has(f))
  for (let at = 0; at < alone.length || at < othersAlone.length; at++) {
    pairs.push([alone[at] ?? NONE, othersAlone[at] ?? NONE])
  }
  return pairs
}

/** The last part of each path: builds are made in folders of their own. "" where it is not known. */
function filesOf(sources: SourceTable | null, group: Uint32Array): readonly string[] {
  return Array.from(group, (f) => {
    const file = sources?.fileOf[f as FunctionIndex] ?? NONE
    if (!sources || file === NONE) return ''
    return stringAt(sources.files, file as number as StringIndex).replace(/^.*[/\\]/s, '')
  })
}
