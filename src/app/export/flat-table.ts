// The flat profile as a file, made in slices so that the page stays quick with 200,000 rows.
import { blobInSteps } from '../../../workers/api/blob-in-steps.ts'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { flatTableCsv, flatTableTsv } from '../../../workers/core/reports/flat-profile/table-text.ts'

export type TableKind = 'csv' | 'tsv'

/** Rows that are written in a millisecond or two. */
const SLICE = 200

/** Items of `rows` are FunctionIndex. */
export function flatTable(
  opened: OpenedProfile,
  rows: Uint32Array<ArrayBuffer>,
  kind: TableKind,
): Promise<Blob> {
  return blobInSteps(slices(opened, rows, kind), kind === 'csv' ? 'text/csv' : 'text/tab-separated-values')
}

function* slices(
  { analyzed, listing }: OpenedProfile,
  rows: Uint32Array<ArrayBuffer>,
  kind: TableKind,
): Iterable<string> {
  const make = kind === 'csv' ? flatTableCsv : flatTableTsv
  for (let from = 0; from === 0 || from < rows.length; from += SLICE)
    yield make(analyzed, listing.flat, rows.subarray(from, from + SLICE), from === 0)
}
