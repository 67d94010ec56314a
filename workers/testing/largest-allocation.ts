// The largest typed array that something makes: a number of bytes in a file must not become an allocation unexamined.

const KINDS = ['Uint8Array', 'Uint16Array', 'Uint32Array', 'Int32Array', 'Float64Array'] as const
type Kind = (typeof KINDS)[number]
const host = globalThis as unknown as Record<Kind, Uint8ArrayConstructor>

/** Counts arrays that are made by their length. */
export async function largestAllocation<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly largest: number }> {
  const own = KINDS.map((kind) => host[kind])
  let largest = 0
  own.forEach((array, at) => {
    host[KINDS[at]] = new Proxy(array, {
      construct: (target, args: unknown[], newTarget) => {
        const [length] = args
        if (typeof length === 'number') largest = Math.max(largest, length * target.BYTES_PER_ELEMENT)
        return Reflect.construct(target, args, newTarget === host[KINDS[at]] ? target : newTarget) as object
      },
    })
  })
  try {
    return { value: await work(), largest }
  } finally {
    own.forEach((array, at) => void (host[KINDS[at]] = array))
  }
}
