// The flat profile as a file, written in slices so that the page stays responsive with 200,000 rows.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { blobInSteps } from '../../state/blob-in-steps.ts'
import {
  ENCODING_MARK,
  flatTableCsv,
  flatTableTsv,
  wantsMark,
} from '../../../workers/core/reports/flat-table.ts'

/** Separator of a saved table: comma or tab. */
export type TableKind = 'csv' | 'tsv'

/** Rows written in one or two milliseconds. */
const SLICE = 200

/** Returns the flat profile as CSV or TSV. Items of `rows` are FunctionIndex. */
export async function flatTable(
  opened: ProfileView,
  rows: Uint32Array<ArrayBuffer>,
  kind: TableKind,
): Promise<Blob> {
  const type = kind === 'csv' ? 'text/csv' : 'text/tab-separated-values'
  let isMarked = false
  function* slices(): Iterable<string> {
    for (const slice of sliced(opened, rows, kind)) {
      isMarked ||= wantsMark(slice)
      yield slice
    }
  }
  const table = await blobInSteps(slices(), type)
  return isMarked ? new Blob([ENCODING_MARK, table], { type }) : table
}

function* sliced(
  { analyzed, listing }: ProfileView,
  rows: Uint32Array<ArrayBuffer>,
  kind: TableKind,
): Iterable<string> {
  const make = kind === 'csv' ? flatTableCsv : flatTableTsv
  for (let from = 0; from === 0 || from < rows.length; from += SLICE)
    yield make(analyzed, listing.flat, rows.subarray(from, from + SLICE), from === 0)
}
