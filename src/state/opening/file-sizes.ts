// For each chosen or dropped file a browser asks another process for its size, once, when it is first
// read or sent to a worker. That blocks the page for a tenth of a millisecond per file.
import { resultInSlices } from '../worker/slices.ts'

/** Up to this number of files the cost of querying sizes is negligible. */
export const FEW_FILES = 40

/**
 * Queries the sizes of all files in slices, so that many files can be sent to a worker without
 * blocking the page.
 */
export function lookAtSizes(files: readonly { readonly size: number }[]): Promise<number> {
  return resultInSlices(sum(files), 1)
}

function* sum(files: readonly { readonly size: number }[]): Generator<void, number> {
  let bytes = 0
  for (const { size } of files) {
    bytes += size
    yield
  }
  return bytes
}
