// What is in archives of every kind, and where.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { tar, zip, zip64 } from '../../testing/builders/build-archives.ts'
import { A, B, expanded } from '../../testing/expanded.ts'
import { largestAllocation } from '../../testing/largest-allocation.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { randomFrom } from '../../testing/random/random.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { memorySource } from '../bytes/memory-source.ts'
import { problemText } from '../reports/words/problem-text.ts'
import { expandArchives } from './expand.ts'
import { memberName } from './member-name.ts'
import { UnpackBudget } from './unpack-budget.ts'

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

  it('gzip: what it unpacks to is in memory once', async () => {
    const size = 1 << 23
    const archive = memorySource('prog.gz', gzipSync(new Uint8Array(size)))
    const { value, largest } = await largestAllocation(() => expandArchives([archive]))
    expect(value.map(({ source }) => source.size)).toEqual([size])
    expect(largest).toBeLessThan(size / 4)
  })

  it('gzip: several members are one file, whatever stands between', async () => {
    const noise = randomFrom(3)
    // Stored, so that what looks like a member's beginning stays in it.
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

  it.each(['directory', 'members', 'both'] as const)('zip64: %s with wide fields', async (what) => {
    const archive = zip64([{ ...A, method: 0 }, B], what)
    expect(await expanded(memorySource('ci.zip', archive))).toEqual([
      'run/gmon.out (ci.zip): gmon…',
      'bin/prog (ci.zip): program program program program program ',
    ])
    const random = randomFrom(9)
    for (let round = 0; round < 300; round++) {
      const changed = archive.slice()
      changed[random.between(archive.length - 260, archive.length - 1)] = random.below(256)
      for (const line of await expanded(memorySource('ci.zip', changed))) expect(line).not.toContain('bug')
    }
  })

  it('zip64: what is beyond 4 GiB is read where it is', async () => {
    const archive = zip64([{ ...A, method: 0 }, B], 'both', 5 * 2 ** 30)
    const gap = 5 * 2 ** 30
    const sparse: ByteSource = {
      name: 'huge.zip',
      size: gap + archive.length,
      read: (offset, length) => {
        const out = new Uint8Array(length)
        const from = Math.max(0, gap - offset)
        const start = Math.max(0, offset - gap)
        if (from < length) out.set(archive.subarray(start, start + length - from), from)
        else out.fill(0)
        // So that it is known as a zip file.
        if (offset === 0) out.set([0x50, 0x4b, 3, 4])
        return Promise.resolve(out)
      },
    }
    expect(await expanded(sparse)).toEqual([
      'run/gmon.out (huge.zip): gmon…',
      'bin/prog (huge.zip): program program program program program ',
    ])
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
    expect((await member?.source.read(0, 512))?.length).toBe(512)
    expect(budget.left).toBe(1000)
    await expect(member?.source.read(0, 100_000)).rejects.toMatchObject({
      problem: { code: 'archive/too-large' },
    })
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
