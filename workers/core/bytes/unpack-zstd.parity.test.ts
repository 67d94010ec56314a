// Tests of zstd decompression against the machine's own zstd; damaged data is refused.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { randomFrom, type Random } from '../../testing/random/random.ts'
import { finish } from '../base/yielder.ts'
import { unpackZstd } from './unpack-zstd.ts'
import { effort } from '../../testing/effort.ts'

const unpack = (packed: Uint8Array, size: number) => finish(unpackZstd(packed, size))

function pack(content: Uint8Array, ...options: readonly string[]): Uint8Array<ArrayBuffer> {
  const done = spawnSync('zstd', ['-q', '-c', ...options], { input: content, maxBuffer: 1 << 28 })
  if (done.status !== 0) throw new Error(`zstd: ${done.error?.message ?? done.stderr.toString()}`)
  return Uint8Array.from(done.stdout)
}

const KINDS = {
  empty: () => [],
  'a letter': () => [97],
  noise: (random: Random) => make(random.between(1, 300_000), () => random.below(256)),
  'few letters': (random: Random) => make(random.between(1, 400_000), () => 97 + random.below(4)),
  words: (random: Random) => {
    const words = make(50, () => make(random.between(1, 12), () => 97 + random.below(26)))
    return make(random.between(1, 60_000), () => [...random.pick(words), 32]).flat()
  },
  'slowly changing': (random: Random) =>
    make(random.between(1, 200_000), (at) => (at >> 9) + (random.chance(0.01) ? random.below(256) : 0)),
  'one byte': (random: Random) => make(random.between(1, 900_000), () => 7),
  records: (random: Random) =>
    make(random.between(1, 40_000), (at) => [at & 255, at >> 8, 0, 0, random.below(3), 0, 1, 0]).flat(),
} as const

function make<T>(count: number, item: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => item(at))
}

const LEVELS = [
  ['-1'],
  ['-3', '--no-check'],
  ['-9'],
  ['-19'],
  ['--fast=5'],
  ['--ultra', '-22'],
  ['-4', '--long'],
]

it.each(Object.entries(KINDS))('%s', (_, content) => {
  const random = randomFrom(42)
  for (const level of LEVELS) {
    const bytes = Uint8Array.from(content(random))
    const packed = pack(bytes, ...level)
    expect(Buffer.compare(unpack(packed, bytes.length) ?? Buffer.from('refused'), bytes)).toBe(0)
    expect(unpack(packed, bytes.length + 1)).toBeNull()
    if (bytes.length > 0) expect(unpack(packed, bytes.length - 1)).toBeNull()
  }
})

it('frames one after another, some to be skipped', () => {
  const skipped = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3)
  const [left, right] = [Buffer.from('left '.repeat(99)), Buffer.from('right '.repeat(99))]
  const packed = Buffer.concat([skipped, pack(left), skipped, pack(right)])
  expect(Buffer.from(unpack(packed, left.length + right.length) ?? [])).toEqual(Buffer.concat([left, right]))
})

it('cut at every length is refused', () => {
  const content = Buffer.from(make(3000, (at) => `${at * at} `).join(''))
  const packed = pack(content, '--no-check')
  for (let length = 0; length < packed.length; length += 7)
    expect(unpack(packed.subarray(0, length), content.length)).toBeNull()
})

it('with any byte changed ends, and is as long as it should be or refused', () => {
  const random = randomFrom(7)
  const content = Uint8Array.from(KINDS.words(random).slice(0, 3000))
  const whole = [['-1'], ['-19'], ['--fast=1']].map((level) => pack(content, ...level, '--no-check'))
  for (let round = 0; round < effort(3000); round++) {
    const packed = random.pick(whole).slice()
    for (let changes = random.between(1, 3); changes > 0; changes--)
      packed[random.between(4, packed.length - 1)] = random.below(256)
    expect(unpack(packed, content.length)?.length ?? content.length).toBe(content.length)
  }
})

it('that promises half a gigabyte takes no more than it makes', () => {
  const packed = pack(Buffer.from('small'))
  const before = process.memoryUsage().arrayBuffers
  expect(unpack(packed, 512 * 1024 * 1024)).toBeNull()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000)
})

/** A frame with a window of 128 kB that does not state its size. */
const frameOf = (...blocks: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3, ...blocks.flat()])

/** A block that repeats one byte. */
function blockOf(times: number, isLast: boolean): number[] {
  const head = (times << 3) | (1 << 1) | Number(isLast)
  return [head & 255, (head >> 8) & 255, head >> 16, 97]
}

it('one letter again and again is unpacked, and made too often it takes no memory', () => {
  const packed = frameOf(blockOf(500, false), blockOf(700, true))
  expect(Buffer.from(unpack(packed, 1200) ?? []).toString()).toBe('a'.repeat(1200))
  // 16 kB that expand to half a gigabyte, without a stated size.
  const hostile = frameOf(...make(4000, (nth) => blockOf(1 << 17, nth === 3999)))
  const most = process.resourceUsage().maxRSS
  expect(unpack(hostile, 1 << 18)).toBeNull()
  expect(process.resourceUsage().maxRSS - most).toBeLessThan(200_000)
})
