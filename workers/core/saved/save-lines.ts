// Lines of functions → columns of a saved profile. The other way is restore-lines.ts.
import type { SavedLines } from '../formats/saved-profile/types.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import type { ColumnWriter } from './column-writer.ts'

export function linesHeader({ files, names, calls }: AllLines): SavedLines {
  return { files: files.length, names: names.length, calls: calls !== null }
}

export function addLines(columns: ColumnWriter, lines: AllLines): void {
  const { sections, line, ticks, unplaced, calls } = lines
  const rows = Array.from({ length: sections.length }, (_, at) => sections.first[at + 1] - sections.first[at])
  columns.add('lines.function', sections.f, 'delta')
  columns.add('lines.name', sections.name, 'signed')
  columns.add('lines.file', sections.file, 'delta')
  columns.add('lines.rows', rows, 'varint')
  columns.add('lines.line', line, 'delta')
  // Of many lines it is known only what they call.
  columns.addSparse('lines.ticks.row', 'lines.ticks.value', ticks)
  columns.add('lines.unplaced.function', unplaced.f, 'delta')
  columns.add('lines.unplaced.value', unplaced.ticks, 'varint')
  columns.addStrings('lines.names', lines.names)
  columns.addStrings('lines.files', lines.files)
  if (!calls) return
  columns.add('lines.calls.parent', calls.parent, 'delta')
  columns.add('lines.calls.row', calls.row, 'delta')
  columns.add('lines.calls.child', calls.child, 'delta')
  columns.add('lines.calls.count', calls.count, 'varint')
  columns.add('lines.calls.sure', calls.isSure, 'bytes')
  columns.add('lines.calls.or', calls.orLine, 'varint')
}
