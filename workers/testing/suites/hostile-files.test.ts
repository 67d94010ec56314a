// Hostile input: all formats at once, each file truncated, changed and mixed with others from a
// seed. Opening must end quickly in a profile or a problem, with memory in proportion to the
// input's size.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildGmon } from '../builders/build-gmon.ts'
import { buildMach, MACH_TEXT } from '../builders/build-mach.ts'
import { runOurs } from '../gprof/our-command.ts'
import { openBytes, openLargeCase, savedBytes } from '../saved-files.ts'
import { randomFrom, type Random } from '../random/random.ts'
import { largestAllocation } from '../largest-allocation.ts'
import { checksumOf } from '../../core/archives/archive.ts'
import { checkAnalysis } from '../check-analysis.ts'
import { checkProfile } from '../check-profile.ts'
import { effort } from '../effort.ts'

const ROUNDS = Number(process.env['GMONSCOPE_FUZZ_CASES'] ?? effort(20, 3))
const FIRST_SEED = Number(process.env['GMONSCOPE_FUZZ_SEED'] ?? 1)
/** Tables of fixed size, chunks and buffers, whatever the file. */
const ALWAYS = 8 * 1024 * 1024
/** Milliseconds, on a busy machine. */
const LONGEST = 6000
/** One byte of zlib data makes at most 1,032; memory per unpacked byte is small beside that. */
const PER_BYTE = 1100

type Files = Readonly<Record<string, Uint8Array>>
const sets = new Map<string, Files>()
let place = ''

afterAll(() => rm(place, { recursive: true }))

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'gmonscope-hostile-'))
  const golden = (folder: string, file: string): Promise<Buffer> =>
    readFile(join(import.meta.dirname, '../golden', folder, file))
  for (const [folder, program] of [
    ['i386', 'program'],
    ['mingw-i686', 'program.exe'],
    ['mingw-x86_64', 'program.exe'],
    ['powerpc64', 'program'],
    ['mips', 'program'],
  ] as const)
    sets.set(folder, { prog: await golden(folder, program), 'gmon.out': await golden(folder, 'gmon.out') })
  sets.set('listing', {
    'gprof.txt': Buffer.concat([await golden('i386', 'flat.txt'), await golden('i386', 'graph.txt')]),
  })
  const { opened, executable, profile } = await openLargeCase({ functions: 60, arcs: 200, seed: 5 })
  sets.set('elf', { prog: executable, 'gmon.out': profile })
  sets.set('saved', { 'x.gmonscope': await savedBytes(opened) })
  const base = 0x1_0000_0000
  const mach = buildMach({
    sections: [{ ...MACH_TEXT, address: base + 0xf00, size: 0x80 }],
    symbols: Array.from({ length: 8 }, (_, at) => ({ name: `_f${at}`, value: base + 0xf00 + 16 * at })),
  })
  const run = buildGmon({
    records: [
      {
        kind: 'histogram',
        low: base + 0xf00,
        high: base + 0xf80,
        bins: Array.from({ length: 32 }, (_, at) => at),
      },
      { kind: 'arc', from: base + 0xf04, self: base + 0xf20, count: 7 },
    ],
  })
  sets.set('mach', { prog: mach, 'gmon.out': run })
  const symbols = Array.from(
    { length: 30 },
    (_, at) => `${(0x401000 + at * 16).toString(16).padStart(16, '0')} T f${at}\n`,
  )
  sets.set('list', { symbols: Buffer.from(symbols.join('')), 'gmon.out': profile })
  sets.set('tar', { 'all.tar': tarOf({ prog: executable, 'gmon.out': profile }) })
  sets.set('zip', { 'all.zip': zipOf({ prog: executable, 'gmon.out': profile }) })
})

/** A tar file in the format of the first tar. */
function tarOf(files: Files): Buffer {
  const parts = Object.entries(files).flatMap(([name, bytes]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write('0000644\0', 100)
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('        ', 148)
    header.write('0', 156)
    header.write('ustar\x0000', 257)
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    )
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

/** A zip file whose first member is deflated. */
function zipOf(files: Files): Buffer {
  const members: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, bytes] of Object.entries(files)) {
    const content = entries.length === 0 ? deflateRawSync(bytes) : Buffer.from(bytes)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(entries.length === 0 ? 8 : 0, 4)
    shared.writeUInt32LE(checksumOf(bytes), 10)
    shared.writeUInt32LE(content.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const text = Buffer.from(name)
    members.push(Buffer.from('PK\x03\x04'), shared, text, content)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), shared, rest, text]))
    at += 30 + text.length + content.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...members, directory, Buffer.from('PK\x05\x06'), end])
}

function damage(random: Random, bytes: Uint8Array, others: readonly Uint8Array[]): Uint8Array {
  let out = Buffer.from(bytes)
  for (let changes = random.between(1, 4); changes > 0 && out.length > 0; changes--) {
    // Most offsets and counts are near the beginning or, like ELF's section headers, near the
    // end.
    const near = random.pick([0, 0, Math.max(0, out.length - 3000)])
    const at = random.chance(0.6)
      ? Math.min(out.length - 1, near + random.below(near === 0 ? 600 : 3000))
      : random.below(out.length)
    const kind = random.weighted({ flip: 30, number: 35, cut: 8, insert: 8, remove: 8, splice: 11 })
    if (kind === 'flip') out[at] = random.below(256)
    if (kind === 'number') {
      const value = random.pick([
        0,
        1,
        0xffffffff,
        0x7fffffff,
        0x80000000,
        0x10000000,
        0x00ffffff,
        random.below(1000),
      ])
      const start = at & ~3
      const view = new DataView(out.buffer, out.byteOffset, out.length)
      if (start + 4 <= out.length) view.setUint32(start, value, random.chance(0.7))
    }
    if (kind === 'cut') out = out.subarray(0, at)
    if (kind === 'insert')
      out = Buffer.concat([
        out.subarray(0, at),
        Buffer.alloc(random.between(1, 64), random.below(256)),
        out.subarray(at),
      ])
    if (kind === 'remove')
      out = Buffer.concat([out.subarray(0, at), out.subarray(at + random.between(1, 64))])
    if (kind === 'splice') {
      const other = random.pick(others)
      const from = random.below(other.length)
      out = Buffer.concat([
        out.subarray(0, at),
        other.subarray(from, from + random.between(1, 2000)),
        out.subarray(at),
      ])
    }
  }
  return out
}

/** One set of damaged files, by seed. */
function damagedSet(seed: number, files: Files, everything: readonly Uint8Array[]): Files {
  const random = randomFrom(seed)
  const broken = random.pick(Object.keys(files))
  const isPacked = random.chance(0.2)
  return Object.fromEntries(
    Object.entries(files).map(([file, bytes]): [string, Uint8Array] => {
      if (file !== broken) return [file, bytes]
      const changed = damage(random, bytes, everything)
      if (!isPacked) return [file, changed]
      const packed = gzipSync(changed)
      return [file, random.chance(0.5) ? damage(random, packed, everything) : packed]
    }),
  )
}

const stackOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error)

function* damagedSets(): Generator<{ readonly where: string; readonly files: Files }> {
  const everything = [...sets.values()].flatMap((files) => Object.values(files))
  for (let round = FIRST_SEED; round < FIRST_SEED + ROUNDS; round++) {
    for (const [at, [name, files]] of [...sets].entries()) {
      const seed = round * 32 + at
      yield { where: `${name}, seed ${seed}`, files: damagedSet(seed, files, everything) }
    }
  }
}

it(
  `${ROUNDS} rounds of damage to files of every kind, opened`,
  { timeout: 120_000 + ROUNDS * 1000 },
  async () => {
    const failures: string[] = []
    let opened = 0
    for (const { where, files } of damagedSets()) {
      const size = Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0)
      const begun = performance.now()
      try {
        const { value, largest } = await largestAllocation(() => openBytes(files))
        const took = performance.now() - begun
        if (took > LONGEST) failures.push(`${where}: ${took} ms`)
        if (largest > ALWAYS + PER_BYTE * size) failures.push(`${where}: ${largest} bytes for ${size}`)
        if (!value.ok) continue
        opened++
        checkProfile(value.value.contents.plain)
        // A listing may claim anything; its numbers stay as printed.
        if (value.value.contents.printed === null) checkAnalysis(value.value.analyzed)
      } catch (error) {
        failures.push(`${where}: ${stackOf(error)}`)
      }
    }
    expect(failures.slice(0, 12).join('\n\n')).toBe('')
    // Neither all of them nor none are unusable.
    expect(opened).toBeGreaterThan(ROUNDS)
    expect(opened).toBeLessThan(ROUNDS * sets.size)
  },
)

it('and listed on the command line', { timeout: 120_000 + ROUNDS * 1000 }, async () => {
  const failures: string[] = []
  for (const { where, files } of damagedSets()) {
    const { prog, 'gmon.out': profile } = files
    if (!prog || !profile) continue
    const paths = [join(place, 'prog'), join(place, 'gmon.out')]
    await Promise.all([prog, profile].map((bytes, at) => writeFile(paths[at] ?? '', bytes)))
    for (const options of [
      ['-p', '-q', '-c', '-z'],
      ['-l', '-A', '-C'],
    ]) {
      const begun = performance.now()
      try {
        const { status, stdout, stderr } = await runOurs(['-b', ...options, ...paths])
        const took = performance.now() - begun
        if (took > LONGEST) failures.push(`${where}: ${took} ms`)
        if (status > 1 || (status === 1 && (stdout !== '' || stderr === '')))
          failures.push(`${where}: status ${status}, ${stdout.length} bytes, ${stderr}`)
      } catch (error) {
        failures.push(`${where}: ${stackOf(error)}`)
      }
    }
  }
  expect(failures.slice(0, 12).join('\n\n')).toBe('')
})
