// Changes of inputs, drawn at random: of bytes, numbers and words, and of values in JSON.
import type { Random } from '../random/random.ts'

/** An input: the parts of a file that are changed by themselves, such as the sections of a program. */
export type Parts = readonly Uint8Array<ArrayBuffer>[]

const INTERESTING = [0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 512, 1000, 4096]
const LARGE = [0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff]
const SIZES = [1, 2, 4, 8] as const

/** Bytes that one input may have, so that none slows down all that follow. */
const LONGEST = 1 << 16

/** Returns the parts with one to four changes of bytes in one of them. */
export function mutateBytes(
  random: Random,
  parts: Parts,
  others: readonly Parts[],
  words: readonly string[],
): Parts {
  const which = random.below(parts.length)
  let bytes = parts[which]
  for (let left = random.pick([1, 1, 1, 2, 2, 4]); left > 0; left--)
    bytes = changed(random, bytes, random.pick(others)[which] ?? bytes, words)
  if (bytes.length > LONGEST) bytes = bytes.slice(0, LONGEST)
  return parts.with(which, bytes)
}

function changed(
  random: Random,
  bytes: Uint8Array<ArrayBuffer>,
  other: Uint8Array<ArrayBuffer>,
  words: readonly string[],
): Uint8Array<ArrayBuffer> {
  const at = random.below(bytes.length + 1)
  switch (
    random.weighted({
      bit: 4,
      byte: 3,
      number: 5,
      digits: 3,
      insert: 2,
      remove: 2,
      copy: 2,
      splice: 2,
      word: 4,
    })
  ) {
    case 'bit':
      return withByte(bytes, at, (byte) => byte ^ (1 << random.below(8)))
    case 'byte':
      return withByte(bytes, at, () => random.below(256))
    case 'number':
      return withNumber(random, bytes)
    case 'digits':
      return withDigits(random, bytes, at)
    case 'insert':
      return spliced(
        bytes,
        at,
        0,
        Uint8Array.from({ length: random.between(1, 8) }, () => random.below(256)),
      )
    case 'remove':
      return spliced(bytes, at, random.between(1, Math.max(1, bytes.length >> 3)), new Uint8Array())
    case 'copy': {
      const from = random.below(bytes.length + 1)
      const piece = bytes.subarray(from, from + random.between(1, 64))
      return spliced(bytes, at, random.chance(0.5) ? piece.length : 0, piece)
    }
    case 'splice': {
      const from = random.below(other.length + 1)
      const piece = other.subarray(from, from + random.between(1, Math.max(1, other.length >> 1)))
      return spliced(bytes, at, random.chance(0.5) ? piece.length : 0, piece)
    }
    case 'word': {
      if (words.length === 0) return withNumber(random, bytes)
      const word = Uint8Array.from(Buffer.from(random.pick(words), 'latin1'))
      return spliced(bytes, at, random.chance(0.5) ? word.length : 0, word)
    }
  }
}

function withByte(
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
  change: (byte: number) => number,
): Uint8Array<ArrayBuffer> {
  if (at >= bytes.length) return bytes
  const copy = bytes.slice()
  copy[at] = change(copy[at])
  return copy
}

function spliced(
  bytes: Uint8Array<ArrayBuffer>,
  at: number,
  removed: number,
  added: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const after = Math.min(bytes.length, at + removed)
  const made = new Uint8Array(at + added.length + bytes.length - after)
  made.set(bytes.subarray(0, at))
  made.set(added, at)
  made.set(bytes.subarray(after), at + added.length)
  return made
}

/** A binary number of 1 to 8 bytes: an interesting one, or what is there and a little more or less. */
function withNumber(random: Random, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const size = random.pick(SIZES)
  if (bytes.length < size) return bytes
  const aligned = random.chance(0.7) ? size : 1
  const at = aligned * random.below(Math.floor((bytes.length - size) / aligned) + 1)
  const copy = bytes.slice()
  const view = new DataView(copy.buffer, at, size)
  const little = random.chance(0.6)
  const read = (): bigint => {
    let value = 0n
    for (let nth = 0; nth < size; nth++)
      value |= BigInt(view.getUint8(little ? nth : size - 1 - nth)) << BigInt(8 * nth)
    return value
  }
  const value = random.chance(0.4)
    ? read() + BigInt(random.between(-4, 4))
    : BigInt(random.chance(0.5) ? random.pick(INTERESTING) : random.pick([...LARGE, bytes.length, at, -1]))
  for (let nth = 0; nth < size; nth++)
    view.setUint8(little ? nth : size - 1 - nth, Number((value >> BigInt(8 * nth)) & 255n))
  return copy
}

/** Replaces the first decimal number from `at` on, if there is one. */
function withDigits(random: Random, bytes: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57
  const from = bytes.findIndex((byte, position) => position >= at && isDigit(byte))
  if (from < 0) return bytes
  let to = from
  while (isDigit(bytes[to])) to++
  const number = random.pick([...INTERESTING, ...LARGE, 2 ** 53, 1e21, random.below(1000)])
  return spliced(bytes, from, to - from, Uint8Array.from(Buffer.from(String(BigInt(number)))))
}

/** Returns a copy of a JSON value in which one value, somewhere, is another. */
export function mutateJson(random: Random, value: unknown, words: readonly string[]): unknown {
  if (Array.isArray(value) && value.length > 0 && random.chance(0.9)) {
    const at = random.below(value.length)
    const list = value as readonly unknown[]
    if (random.chance(0.1)) return list.toSpliced(at, 1)
    if (random.chance(0.1)) return list.toSpliced(at, 0, list[random.below(list.length)])
    return list.with(at, mutateJson(random, list[at], words))
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && random.chance(0.95)) {
    const record = value as Readonly<Record<string, unknown>>
    const key = random.pick(Object.keys(record))
    if (random.chance(0.03))
      return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
    return { ...record, [key]: mutateJson(random, record[key], words) }
  }
  if (typeof value === 'number' && random.chance(0.9))
    return random.chance(0.6)
      ? value + random.between(-2, 2)
      : random.pick([...INTERESTING, ...LARGE, -1, 0.5, 1e300])
  if (typeof value === 'string' && random.chance(0.9))
    return random.pick([`${value}x`, value.slice(1), '', ...words, '\u202e\u0000'])
  if (typeof value === 'boolean' && random.chance(0.9)) return !value
  return random.pick([null, 0, 1, true, '', [], {}])
}
