// The runs as text for a spreadsheet.
import { tsvCell } from '../flat-profile/table-text.ts'
import { runHeadings, runText, type RunTable } from './run-table.ts'

/** One row as it stands on screen, tab-separated. */
export function runRowTsv(table: RunTable, run: number): string {
  const text = runText(table, run)
  return runHeadings(table)
    .map(({ column }) => tsvCell(column === 'name' ? text.name : text[column].replaceAll(',', '')))
    .join('\t')
}

export function runTableTsv(table: RunTable, rows: readonly number[]): string {
  const headings = runHeadings(table).map(({ label, unit }) =>
    tsvCell(unit === '' ? label : `${label} (${unit})`),
  )
  return `${[headings.join('\t'), ...rows.map((run) => runRowTsv(table, run))].join('\n')}\n`
}
