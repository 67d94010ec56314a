// Of each file that was chosen or dropped by itself a browser asks another process how large it is, when somebody wants to know
// or hands it to a worker: a tenth of a millisecond, in which the page does nothing else. It asks once.

/** Their sizes are not worth a thought. */
export const FEW_FILES = 40

/** Milliseconds. */
const SLICE = 4

/** Afterwards the files can be handed to a worker at once, however many they are. The page goes on meanwhile. */
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
