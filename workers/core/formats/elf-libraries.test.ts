// Tests of the shared libraries that a program needs. Real programs are in workers/testing/parity/doctor.test.ts.
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../testing/random/random.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readLibraries } from './elf-libraries.ts'

const LAYOUT = { wordSize: 8, bigEndian: false } as const

/** An ELF file with one segment of everything and a dynamic section with these libraries. */
function withLibraries(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(`\0${names.map((name) => `${name}\0`).join('')}`)
  const bytes = new Uint8Array(1024)
  const view = new DataView(bytes.buffer)
  const word = (at: number, value: number): void => view.setBigUint64(at, BigInt(value), true)
  word(32, 64)
  view.setUint16(54, 56, true)
  view.setUint16(56, 2, true)
  for (const [at, type, offset, address] of [
    [64, 1, 0, 0x400000],
    [120, 2, 256, 0x400100],
  ] as const) {
    view.setUint32(at, type, true)
    word(at + 8, offset)
    word(at + 16, address)
    word(at + 32, 1024 - offset)
  }
  let at = 256
  let name = 1
  for (const entry of [
    [5, 0x400000 + 512],
    ...names.map((one) => [1, (name += one.length + 1) - one.length - 1]),
  ]) {
    word(at, entry[0] ?? 0)
    word(at + 8, entry[1] ?? 0)
    at += 16
  }
  bytes.set(text, 512)
  return bytes
}

const librariesIn = (bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[]> =>
  readLibraries(memorySource('prog', bytes), LAYOUT)

describe('libraries that a program needs', () => {
  it('are those that are not of the system', async () => {
    const names = [
      'libopenblas.so.0',
      'libm.so.6',
      'libstdc++.so.6',
      'libmpi.so.40',
      'libc.so.6',
      'libcalc.so',
    ]
    expect(await librariesIn(withLibraries(names))).toEqual([
      'libopenblas.so.0',
      'libmpi.so.40',
      'libcalc.so',
    ])
  })

  it('are none of a damaged file, and no error', async () => {
    const whole = withLibraries(['libcalc.so'])
    for (let size = 0; size < 512; size += 7) expect(await librariesIn(whole.slice(0, size))).toEqual([])
    const random = randomFrom(1)
    for (let turn = 0; turn < 300; turn++) {
      const damaged = whole.slice()
      for (let change = 0; change < 4; change++) damaged[random.below(540)] = random.below(256)
      expect((await librariesIn(damaged)).length).toBeLessThanOrEqual(64)
    }
  })
})
