// The flat profile as a file, made in slices so that the page stays quick with 200,000 rows.
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { flatTableCsv, flatTableTsv } from '../../../workers/core/reports/flat-profile/table-text.ts'

export type TableKind = 'csv' | 'tsv'

const SLICE = 500

/** Items of `rows` are FunctionIndex. */
export async function flatTable(
  opened: OpenedProfile,
  rows: Uint32Array<ArrayBuffer>,
  kind: TableKind,
): Promise<Blob> {
  const make = kind === 'csv' ? flatTableCsv : flatTableTsv
  const parts: string[] = []
  for (let from = 0; from === 0 || from < rows.length; from += SLICE) {
    const slice = rows.subarray(from, from + SLICE)
    parts.push(make(opened.analyzed, opened.listing.flat, slice, from === 0))
    if (from + SLICE < rows.length) await breath()
  }
  return new Blob(parts, { type: kind === 'csv' ? 'text/csv' : 'text/tab-separated-values' })
}

/** Lets the page draw and answer before going on. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}
