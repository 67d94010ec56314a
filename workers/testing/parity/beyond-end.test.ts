// Programs that were damaged so that a section is said to lie beyond the end of the file: reported as gprof reports it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { differenceOf, requireTools, runGprof } from '../gprof/live-gprof.ts'
import { runOurs } from '../gprof/our-command.ts'

let folder = ''
beforeAll(async () => {
  await requireTools(['gprof'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-beyond-'))
})
afterAll(() => rm(folder, { recursive: true }))

const TEXT = 1
const DATA = 2
const NO_BITS = 8

/** With one section's type, place and size in the file changed, where they are given. */
function program(section: number, change: { type?: number; offset?: bigint; size?: bigint }): Uint8Array {
  const file = Buffer.from(
    buildElf({
      text: { address: 0x401000, size: 0x100 },
      sections: [{ name: '.data', kind: 'data', address: 0x403000, size: 16 }],
      symbols: [
        { name: 'main', address: 0x401000 },
        { name: 'work', address: 0x401040 },
        { name: 'etext', address: 0x401100 },
      ],
    }),
  )
  const at = Number(file.readBigUInt64LE(0x28)) + 64 * section
  if (change.type !== undefined) file.writeUInt32LE(change.type, at + 4)
  if (change.offset !== undefined) file.writeBigUInt64LE(change.offset, at + 24)
  if (change.size !== undefined) file.writeBigUInt64LE(change.size, at + 32)
  return file
}

test.each<[string, number, Parameters<typeof program>[1]]>([
  ['nothing', DATA, {}],
  ['data', DATA, { size: 100_000n }],
  ['data that begins there', DATA, { offset: 100_000n }],
  ['data that is not in the file', DATA, { type: NO_BITS, offset: 100_000n }],
  ['an empty section there', DATA, { offset: 100_000n, size: 0n }],
  ['code', TEXT, { size: 100_000n }],
  ['code that begins there', TEXT, { offset: 100_000n }],
  ['code beyond every file', TEXT, { offset: 0x8000_0000_0000_0005n }],
])('%s', async (name, section, change) => {
  const paths = [join(folder, 'prog'), join(folder, 'gmon.out')]
  const profile = buildGmon({
    records: [
      {
        kind: 'histogram',
        low: 0x401000,
        high: 0x401100,
        bins: Array.from({ length: 64 }, (_, at) => at % 3),
      },
      { kind: 'arc', from: 0x401008, self: 0x401040, count: 5 },
    ],
  })
  await Promise.all([program(section, change), profile].map((bytes, at) => writeFile(paths[at] ?? '', bytes)))
  const failures: string[] = []
  for (const options of [
    ['-p', '-q'],
    ['-q', '-c'],
    ['-l', '-z'],
  ]) {
    const args = ['-b', ...options, ...paths]
    const difference = differenceOf(await runGprof(args), await runOurs(args))
    if (difference !== null) failures.push(`${options.join(' ')}: ${difference}`)
  }
  expect(failures.join('\n'), name).toBe('')
})
