// Tests of profiles that come as text: with their program, alone, and beside a damaged one.
import { describe, expect, it } from 'vitest'
import { HEX_DUMPS } from '../builders/dump-texts.ts'
import { arcs, failure, gmon, histogram, open, options, ordinary, program } from '../small-opening.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'

const dumpOf = async (source: ByteSource, change = (text: string): string => text): Promise<ByteSource> =>
  memorySource(
    'log.txt',
    Buffer.from(
      change(`nsh> hexdump /tmp/gmon.out\n${HEX_DUMPS.xxd(await source.read(0, source.size))}nsh> `),
    ),
  )

/** Without its 40th line. */
const withGap = (text: string): string => text.split('\n').toSpliced(39, 1).join('\n')

describe('a profile as text', () => {
  it('opens as the file it was, and says what it came as', async () => {
    const dump = await dumpOf(ordinary())
    const [opened, plain] = [await open([program(), dump]), await open([program(), ordinary()])]
    expect(opened.analyzed).toEqual(plain.analyzed)
    expect(opened.notices).toEqual(plain.notices)
    expect(opened.files[0]).toEqual(plain.files[0])
    expect(opened.files[1]).toMatchObject({
      name: 'log.txt',
      size: dump.size,
      kind: 'profile',
      detail: 'GNU gmon.out, version 1, as a hex dump · 100 Hz · 500 samples · 10 arcs',
    })
  })

  it('waits for its program as any other', async () => {
    expect(await failure(await dumpOf(ordinary()))).toBe('input/executable-missing')
  })

  it('what comes before the damage is used, and that is told once, with the line', async () => {
    const dump = await dumpOf(gmon(...arcs(), histogram(0, 500)), withGap)
    const opened = await open([program(), dump])
    const damage = {
      code: 'dump/damaged',
      file: 'log.txt',
      line: 40,
      what: 'Addresses 00000260 to 0000026f are missing before it.',
    }
    expect(opened.notices).toContainEqual({
      code: 'gmon/truncated-file',
      problem: damage,
      keptArcs: 10,
      keptHistograms: 0,
    })
    expect(opened.files[1]).toMatchObject({ kind: 'profile', damage, problem: null })
    const lone = await openProfile([dump], options, () => {})
    expect(lone).toMatchObject({ ok: false, problem: { files: [{ kind: 'profile', damage }] } })
  })

  it('is found among thousands of texts, of which no more is read than tells what they are', async () => {
    let read = 0
    const text: ByteSource = {
      name: 'step.f90',
      size: 1 << 20,
      read: (offset, length) => {
        read = Math.max(read, offset + length)
        return Promise.resolve(new Uint8Array(length).fill(0x61))
      },
    }
    const dump = await dumpOf(ordinary())
    const tree = Array.from({ length: 100 }, (_, at) => ({ ...text, name: `${at}.f90` }))
    expect((await open([...tree, program(), dump])).files.map(({ kind }) => kind)).toContain('profile')
    // As far as a listing is looked for.
    expect(read).toBe(1 << 16)
    await failure(text)
    expect(read).toBe(1 << 20)
  })
})
