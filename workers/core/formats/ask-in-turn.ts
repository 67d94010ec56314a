// Two kinds of debugging information in one executable: the second answers what the first does not know.
import { stringAt, type StringIndex } from '../base/string-table.ts'
import { TextList } from '../base/text-list.ts'
import type { OnPart } from '../base/work.ts'
import { buildRuns, newStretches } from './build-runs.ts'
import type { SourceLines, SourceRuns } from './source-lines.ts'

export function askInTurn(first: SourceLines, second: SourceLines): SourceLines {
  return {
    notices: () => [...first.notices(), ...second.notices()],

    async locate(addresses, onPart) {
      const known = await first.locate(addresses, halfOf(onPart, 0))
      const open = Array.from(known.file.keys()).filter((row) => known.file[row] < 0)
      const more = await second.locate(
        open.map((row) => addresses[row]),
        halfOf(onPart, 0.5),
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

    async runs(from, to, onPart) {
      const known = await first.runs(from, to, halfOf(onPart, 0))
      return mergeRuns(known, await second.runs(from, to, halfOf(onPart, 0.5)), from, to)
    },

    async runsOf(stretches, onPart) {
      const known = await first.runsOf(stretches, halfOf(onPart, 0))
      const more = await second.runsOf(stretches, halfOf(onPart, 0.5))
      return stretches.map(({ from, to }, at) =>
        mergeRuns(known[at] ?? NO_RUNS, more[at] ?? NO_RUNS, from, to),
      )
    },
  }
}

const halfOf =
  (onPart: OnPart = () => {}, from: 0 | 0.5): OnPart =>
  (part) =>
    onPart(from + part / 2)

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
