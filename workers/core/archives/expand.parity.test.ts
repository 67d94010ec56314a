// Tests of archives of each kind, against the machine's own tools.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync, inflateRawSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { tar, zip, zip64 } from '../../testing/builders/build-archives.ts'
import { A, B, expanded } from '../../testing/expanded.ts'
import { largestAllocation } from '../../testing/largest-allocation.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { packingOf } from '../bytes/compression.ts'
import { problemText } from '../reports/messages/problems.ts'
import { expandArchives } from './expand.ts'
import { memberName, UnpackBudget } from './archive.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('archives', () => {
  it('zip: members in their place, stored and deflated', async () => {
    const archive = zip([{ ...A, method: 0 }, B, { name: 'empty', content: bytes('') }])
    expect(await expanded(memorySource('ci.zip', archive))).toEqual([
      'run/gmon.out (ci.zip): gmon…',
      'bin/prog (ci.zip): program program program program program ',
      'empty (ci.zip): ',
    ])
  })

  it('zip: with something behind it, which no comment accounts for', async () => {
    const archive = zip([A, B])
    const noise = Uint8Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? 0 : 80))
    const found = await expanded(memorySource('ci.zip', Buffer.concat([archive, noise])))
    expect(found).toEqual(await expanded(memorySource('ci.zip', archive)))
  })

  it('gzip, tar, and both; archives in archives', async () => {
    expect(await expanded(memorySource('gmon.out.gz', gzipSync('gmon…')))).toEqual([
      'gmon.out (gmon.out.gz): gmon…',
    ])
    const packed = tar([A, B, { name: 'folder/', content: bytes(''), type: '5' }])
    const inside = ['run/gmon.out', 'bin/prog']
    for (const source of [memorySource('a.tar', packed), memorySource('a.tgz', gzipSync(packed))]) {
      const names = (await expanded(source)).map((line) => line.split(' ')[0])
      expect(names).toEqual(inside)
    }
    const nested = zip([{ name: 'a.tar.gz', content: gzipSync(packed) }, A])
    expect((await expanded(memorySource('all.zip', nested))).map((line) => line.split(':')[0])).toEqual([
      'run/gmon.out (all.zip)',
      'bin/prog (all.zip)',
      'run/gmon.out (all.zip)',
    ])
  })

  it('opens three of them in one another, and leaves what is deeper as it is', async () => {
    const four = gzipSync(gzipSync(gzipSync(gzipSync('gmon…'))))
    const [only, ...others] = await expandArchives([memorySource('a.gz.gz.gz.gz', four)])
    expect(others).toEqual([])
    expect(only?.problem).toBeNull()
    const left = await only?.source.read(0, only.source.size)
    expect(left && gunzipSync(left).toString()).toBe('gmon…')
  })

  it('gzip: what unpacks to more than is allowed is not unpacked to its end', async () => {
    const taken: number[] = []
    class Watched extends UnpackBudget {
      override take(size: number, file: string): void {
        taken.push(size)
        super.take(size, file)
      }
    }
    const bomb = memorySource('bomb.gz', gzipSync(new Uint8Array(1 << 25)))
    const [refused] = await expandArchives([bomb], new Watched(1 << 20))
    expect(refused?.problem?.code).toBe('archive/too-large')
    expect(Math.max(...taken)).toBeLessThan(1 << 22)
  })

  it('gzip: what it unpacks to is in memory once', async () => {
    const size = 1 << 23
    const archive = memorySource('prog.gz', gzipSync(new Uint8Array(size)))
    const { value, largest } = await largestAllocation(() => expandArchives([archive]))
    expect(value.map(({ source }) => source.size)).toEqual([size])
    expect(largest).toBeLessThan(size / 4)
  })

  it('gzip: several members are one file, whatever stands between', async () => {
    const noise = randomFrom(3)
    // Stored, so that bytes that look like the start of a member stay in the archive.
    const tricky = Uint8Array.from({ length: 5000 }, (_, at) =>
      at % 1000 < 4 ? [0x1f, 0x8b, 8, 0][at % 1000] : noise.below(256),
    )
    const parts = [bytes('one '), tricky, bytes(''), bytes('two'), new Uint8Array(2 ** 21)]
    const packed = Buffer.concat(parts.map((part) => gzipSync(part, { level: part === tricky ? 0 : 9 })))
    const [opened] = await expandArchives([memorySource('gmon.out.gz', packed)])
    expect(opened?.problem).toBeNull()
    const whole = Buffer.concat(parts)
    expect(opened?.source.size).toBe(whole.length)
    expect(Buffer.from((await opened?.source.read(0, whole.length)) ?? []).equals(whole)).toBe(true)
    for (const cut of [packed.length - 1, packed.length - 30])
      expect((await expanded(memorySource('a.gz', packed.subarray(0, cut))))[0]).toBe('a.gz: archive/damaged')
  })

  it('gzip: holds gzip files that cannot be packed further', async () => {
    const noise = randomFrom(5)
    const inner = (): Uint8Array => gzipSync(Uint8Array.from({ length: 2000 }, () => noise.below(256)))
    const members = Array.from({ length: 40 }, (_, at) => ({ name: `page-${at}.gz`, content: inner() }))
    const found = await expandArchives([
      memorySource('a.tar.gz', gzipSync(tar([...members, A]), { level: 0 })),
    ])
    expect(found.map(({ problem }) => problem?.code)).toEqual(members.map(() => undefined).concat(undefined))
    expect(found.at(-1)?.source.name).toBe('run/gmon.out')
  })

  it.each(['as it is', 'that allows one member and nothing else'])(
    'gzip: several members, and zeros behind them, with the host %s',
    async (host) => {
      class OneMember extends TransformStream<Uint8Array, Uint8Array> {
        constructor() {
          const written: Uint8Array[] = []
          super({
            transform: (piece) => void written.push(piece),
            flush: (controller) => {
              const packed = Buffer.concat(written)
              // The types do not describe the result with `info`.
              const read: unknown = inflateRawSync(packed.subarray(10), { info: true })
              const { buffer, engine } = read as { buffer: Buffer; engine: { bytesWritten: number } }
              controller.enqueue(buffer)
              if (10 + engine.bytesWritten + 8 !== packed.length) throw new TypeError('Junk behind the end')
            },
          })
        }
      }
      if (host !== 'as it is') vi.stubGlobal('DecompressionStream', OneMember)
      try {
        for (const size of [0, 1, 256, 65_536, 100_000]) {
          const content = Uint8Array.from({ length: size }, (_, at) => at % 7)
          const part = gzipSync(content)
          for (const zeros of [0, 1, 4, 512, 3_000_000]) {
            const pad = Buffer.alloc(zeros)
            const padded = Buffer.concat([part, pad, gzipSync('between'), pad, part, pad])
            const [opened, ...others] = await expandArchives([memorySource('a.gz', padded)])
            expect(opened?.problem).toBeNull()
            expect(others).toEqual([])
            const read = await opened?.source.read(0, opened.source.size)
            const whole = Buffer.concat([content, Buffer.from('between'), content])
            expect(Buffer.compare(read ?? new Uint8Array(1), whole)).toBe(0)
          }
        }
        const damaged = Buffer.concat([gzipSync('gmon…').subarray(0, -9), Buffer.alloc(100)])
        expect(await expanded(memorySource('a.gz', damaged))).toContain('a.gz: archive/damaged')
        const noise = Buffer.concat([gzipSync('gmon…'), Buffer.from('noise')])
        expect(await expanded(memorySource('a.gz', noise))).toContain('a.gz: archive/damaged')
      } finally {
        vi.unstubAllGlobals()
      }
    },
  )

  it('gzip: many beginnings of members that are none end soon', async () => {
    const beginnings = Uint8Array.from({ length: 1 << 20 }, (_, at) => [0x1f, 0x8b, 8, 0][at % 4])
    const worked = processorTime()
    expect(await expanded(memorySource('a.gz', beginnings))).toEqual(['a.gz: archive/damaged'])
    const stored = gzipSync(beginnings, { level: 0 })
    expect((await expanded(memorySource('b.gz', stored.subarray(0, -1))))[0]).toBe('b.gz: archive/damaged')
    expect(worked()).toBeLessThan(5000)
  })

  it('gzip: members together unpack to no more than the limit', async () => {
    const packed = Buffer.concat(Array.from({ length: 5 }, () => gzipSync(new Uint8Array(1000))))
    expect(await expanded(memorySource('a.gz', packed), 4999)).toEqual(['a.gz: archive/too-large'])
    expect(await expanded(memorySource('a.gz', packed), 5000)).toHaveLength(1)
  })

  it.each(['directory', 'members'] as const)('zip64: %s with wide fields has a message', async (what) => {
    const [{ problem }] = await expandArchives([
      memorySource('ci.zip', zip64([{ ...A, method: 0 }, B], what)),
    ])
    const about = what === 'members' ? { members: 2, first: 'run/gmon.out' } : { members: 1, first: 'ci.zip' }
    expect(problem).toEqual({ code: 'archive/unsupported', file: 'ci.zip', what: 'zip64', ...about })
  })

  it.each([
    ['of a file', 'zip -q - gmon.out'],
    ['of a pipe, where each member has fields of zip64', 'zip -q - - < gmon.out'],
    [
      'with fields of zip64 by Python',
      `python3 -c "
import sys, zipfile
with zipfile.ZipFile(sys.stdout.buffer, 'w', zipfile.ZIP_DEFLATED) as archive:
    with archive.open('-', 'w', force_zip64=True) as member: member.write(open('gmon.out', 'rb').read())"`,
    ],
  ])('zip: written to a pipe, %s', async (_, command) => {
    const folder = mkdtempSync(join(tmpdir(), 'gmonscope-zip-'))
    try {
      writeFileSync(join(folder, 'gmon.out'), 'gmon…')
      const archive = execFileSync('sh', ['-c', `${command} | cat`], { cwd: folder })
      expect((await expanded(memorySource('a.zip', archive))).map((line) => line.split(': ')[1])).toEqual([
        'gmon…',
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('zip: one that is cut has a message', async () => {
    const archive = zip([A, B])
    for (const length of [archive.length - 1, archive.length - 40, 200]) {
      const [{ problem }, ...others] = await expandArchives([memorySource('a.zip', archive.slice(0, length))])
      expect(problem).toEqual({ code: 'archive/damaged', file: 'a.zip', what: 'directory at its end' })
      expect(others).toEqual([])
    }
  })

  it('tar: long names in both ways', async () => {
    const long = `${'deep/'.repeat(40)}gmon.out`
    const record = ` path=${long}\n`
    const pax = `${record.length + 3}${record}`
    const members = [
      { name: '././@LongLink', content: bytes(`${long}\0`), type: 'L' },
      { name: 'cut', content: bytes('1') },
      { name: 'PaxHeader', content: bytes(pax), type: 'x' },
      { name: 'cut', content: bytes('2') },
    ]
    expect(await expanded(memorySource('a.tar', tar(members)))).toEqual([
      `${long} (a.tar): 1`,
      `${long} (a.tar): 2`,
    ])
  })

  it('tar: of too many files no number is told, as they are not counted to the end', async () => {
    const entries = Array.from({ length: 9000 }, (_, at) => ({ name: `f${at}`, content: bytes('') }))
    const [{ problem }] = await expandArchives([memorySource('build.tar', tar(entries))])
    expect(problem && problemText(problem)).toMatchObject({
      title: 'build.tar holds too many files',
      explanation: 'It has more than 4,000 entries, and no more are looked through.',
    })
  })

  it('a member is inflated only when more than its beginning is read', async () => {
    const archive = zip([{ name: 'big', content: new Uint8Array(5_000_000) }])
    const budget = new UnpackBudget(1000)
    const [member] = await expandArchives([memorySource('a.zip', archive)], budget)
    expect(member?.problem).toBeNull()
    expect((await member?.source.read(0, 512))?.length).toBe(512)
    expect(budget.left).toBe(1000)
    await expect(member?.source.read(0, 100_000)).rejects.toMatchObject({
      problem: { code: 'archive/too-large' },
    })
  })

  it('of a member any range has what stands there, read in any order', async () => {
    const noise = randomFrom(11)
    for (const size of [65_535, 65_536, 65_537, 200_000]) {
      // Compressible, but different at every position.
      const content = Uint8Array.from({ length: size }, (_, at) =>
        at % 3 === 0 ? noise.below(256) : at >> 8,
      )
      const archive = memorySource('a.zip', zip([{ name: 'a', content }]))
      const ranges = [
        [0, 512],
        [0, 65_535],
        [65_000, 535],
        [size - 1000, 1000],
        [0, size],
        [300, 7],
      ] as const
      for (const order of [ranges, ranges.toReversed()]) {
        const [member] = await expandArchives([archive])
        for (const [offset, length] of order) {
          const read = await member?.source.read(offset, length)
          expect(Buffer.compare(read ?? new Uint8Array(0), content.subarray(offset, offset + length))).toBe(0)
        }
      }
    }
  })

  it.each(['ustar', 'gnu', 'oldgnu', 'pax'])('tar: as tar itself writes it, %s', async (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'gmonscope-tar-'))
    try {
      const deep = `${'rank/'.repeat(20)}${'x'.repeat(90)}`
      mkdirSync(join(folder, deep), { recursive: true })
      writeFileSync(join(folder, deep, 'gmon.out'), 'gmon…')
      writeFileSync(join(folder, 'empty'), '')
      const archive = execFileSync('tar', [`--format=${format}`, '-cf', '-', 'empty', 'rank'], {
        cwd: folder,
      })
      expect(await expanded(memorySource('a.tar', archive))).toEqual([
        'empty (a.tar): ',
        `${deep}/gmon.out (a.tar): gmon…`,
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('tar: its oldest form is known by the sum in its header', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gmonscope-tar-'))
    try {
      writeFileSync(join(folder, 'gmon.out'), 'gmon…')
      const archive = execFileSync('tar', ['--format=v7', '-cf', '-', 'gmon.out'], { cwd: folder })
      expect(archive.includes('ustar')).toBe(false)
      expect(await expanded(memorySource('a.tar', archive))).toEqual(['gmon.out (a.tar): gmon…'])
      expect(packingOf(archive.subarray(0, 512))).toBe('tar')
      archive[0] = (archive[0] ?? 0) + 1
      expect(packingOf(archive.subarray(0, 512))).toBeNull()
      expect(packingOf(new Uint8Array(512))).toBeNull()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('names are plain paths', () => {
    const names = ['/etc/passwd', '../../a', 'C:\\b\\c', 'x\0\x1b[31m/\u202ey', './', 'ü/ö']
    expect(names.map((name) => memberName(bytes(name)))).toEqual([
      'etc/passwd',
      'a',
      'C:/b/c',
      'x[31m/y',
      '',
      'ü/ö',
    ])
  })
})
