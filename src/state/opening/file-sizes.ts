// For each chosen or dropped file a browser asks another process for its size, once, when it is first
// read or sent to a worker. That blocks the page for a tenth of a millisecond per file.

/** Up to this number of files the cost of querying sizes is negligible. */
export const FEW_FILES = 40

/** Milliseconds. */
const SLICE = 4

/**
 * Queries the sizes of all files in slices, so that many files can be sent to a worker without
 * blocking the page.
 */
export async function lookAtSizes(
  files: readonly { readonly size: number }[],
  now: () => number = () => performance.now(),
): Promise<number> {
  let bytes = 0
  let end = now() + SLICE
  for (const { size } of files) {
    bytes += size
    if (now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    end = now() + SLICE
  }
  return bytes
}
