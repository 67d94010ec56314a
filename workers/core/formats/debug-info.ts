// The debugging information of an executable: DWARF, stabs, or both in turn. Damaged parts are left out
// and become notices.
import type { ByteSource } from '../bytes/byte-source.ts'
import { readLines as readDwarf } from './dwarf/read.ts'
import type { RawExecutable } from './format.ts'
import { buildRuns, newStretches } from './stretches.ts'
import type { SourceLines, SourceLinesOptions, SourceRuns } from './source-lines.ts'
import { stringAt, type StringIndex, TextList } from '../base/string-table.ts'
import type { OnFraction } from '../base/yielder.ts'

/**
 * Opens an executable's source lines, from DWARF, stabs or both; returns null if it has neither. A program
 * may have stabs, and a library in it DWARF: the one that knows an address answers. gprof reads no stabs of
 * an ELF file that has DWARF, and reads them first in a program for Windows.
 *
 * Nothing is read before a method of the result is called, so the source must stay open. Damage is reported
 * by `notices` of the result.
 *
 * @param options gprof's mistakes are avoided unless `gprofQuirks` is set
 */
export async function readLines(
  source: ByteSource,
  executable: RawExecutable,
  options: SourceLinesOptions = {},
): Promise<SourceLines | null> {
  const dwarf = await readDwarf(source, executable, options)
  if (!hasSection(executable, /^\.stab$/)) return dwarf
  const isWindows = executable.format === 'pe'
  if (options.gprofQuirks && !isWindows && hasSection(executable, /^\.z?debug_info$/)) return dwarf
  const { readStabs } = await import('./stabs.ts')
  const stabs = readStabs(source, executable, options)
  if (dwarf === null) return stabs
  return isWindows ? combineSourceLines(stabs, dwarf) : combineSourceLines(dwarf, stabs)
}

const hasSection = ({ debugSections }: RawExecutable, name: RegExp): boolean =>
  debugSections.some((section) => section.size > 0 && name.test(section.name))

/** Combines two kinds of debugging information: the second answers what the first does not know. */
function combineSourceLines(first: SourceLines, second: SourceLines): SourceLines {
  return {
    notices: () => [...first.notices(), ...second.notices()],

    async locate(addresses, onFraction) {
      const known = await first.locate(addresses, halfOf(onFraction, 0))
      const open = Array.from(known.file.keys()).filter((row) => known.file[row] < 0)
      const more = await second.locate(
        open.map((row) => addresses[row]),
        halfOf(onFraction, 0.5),
      )
      const files = new TextList()
      const nameOf = (table: typeof known, row: number): string =>
        stringAt(table.files, table.file[row] as StringIndex)
      const file = known.file.map((found, row) => (found < 0 ? -1 : files.add(nameOf(known, row))))
      const line = known.line.slice()
      for (const [at, row] of open.entries()) {
        if (more.file[at] < 0) continue
        file[row] = files.add(nameOf(more, at))
        line[row] = more.line[at]
      }
      return { length: known.length, file, line, files: files.table() }
    },

    async runs(from, to, onFraction) {
      const known = await first.runs(from, to, halfOf(onFraction, 0))
      return mergeRuns(known, await second.runs(from, to, halfOf(onFraction, 0.5)), from, to)
    },

    async runsOf(stretches, onFraction) {
      const known = await first.runsOf(stretches, halfOf(onFraction, 0))
      const more = await second.runsOf(stretches, halfOf(onFraction, 0.5))
      return stretches.map(({ from, to }, at) =>
        mergeRuns(known[at] ?? NO_RUNS, more[at] ?? NO_RUNS, from, to),
      )
    },
  }
}

const halfOf =
  (onFraction: OnFraction = () => {}, from: 0 | 0.5): OnFraction =>
  (part) =>
    onFraction(from + part / 2)

const NO_RUNS: SourceRuns = buildRuns(newStretches(), 0, 0, new TextList().table(), new TextList().table())

function mergeRuns(first: SourceRuns, second: SourceRuns, from: number, to: number): SourceRuns {
  const files = new TextList()
  const names = new TextList()
  const stretches = newStretches()
  const endOf = ({ start }: SourceRuns, row: number): number => (row + 1 < start.length ? start[row + 1] : to)
  let [row, otherRow] = [0, 0]
  for (let at = from; at < to;) {
    const end = Math.min(endOf(first, row), endOf(second, otherRow))
    const [runs, chosen] = first.file[row] < 0 ? [second, otherRow] : [first, row]
    if (runs.file[chosen] >= 0) {
      stretches.start.push(at)
      stretches.end.push(end)
      stretches.file.push(files.add(stringAt(runs.files, runs.file[chosen] as StringIndex)))
      stretches.line.push(runs.line[chosen])
      stretches.name.push(names.add(stringAt(runs.names, runs.name[chosen] as StringIndex)))
    }
    if (endOf(first, row) === end) row++
    if (endOf(second, otherRow) === end) otherRow++
    at = end
  }
  return buildRuns(stretches, from, to, files.table(), names.table())
}
