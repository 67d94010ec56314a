// Repeatable chance for generated test cases: the same seed, the same case, on every machine.

export interface Random {
  /** At least 0, below 1. */
  readonly next: () => number
  /** A whole number from 0, below `limit`. */
  readonly below: (limit: number) => number
  /** A whole number, both ends included. */
  readonly between: (low: number, high: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
  /** A key of the table, each as likely as its weight says. */
  readonly weighted: <K extends string>(weights: Readonly<Record<K, number>>) => K
  readonly shuffle: <T>(list: readonly T[]) => T[]
}

/** Mulberry32: 32 bits of state, good enough to vary test cases and nothing else. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('nothing to pick from')
    return list[below(list.length)]
  }
  function weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    const keys = Object.keys(weights) as K[]
    let left = next() * keys.reduce((sum, key) => sum + weights[key], 0)
    for (const key of keys) {
      left -= weights[key]
      if (left < 0) return key
    }
    return keys[keys.length - 1]
  }
  function shuffle<T>(list: readonly T[]): T[] {
    const mixed = [...list]
    for (let at = mixed.length - 1; at > 0; at--) {
      const other = below(at + 1)
      ;[mixed[at], mixed[other]] = [mixed[other], mixed[at]]
    }
    return mixed
  }
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (probability) => next() < probability,
    pick,
    weighted,
    shuffle,
  }
}
