import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../testing/random/random.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { memorySource } from '../bytes/memory-source.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { expandArchives } from './expand.ts'
import { checksumOf } from './checksum.ts'
import { memberName } from './member-name.ts'
import { UnpackBudget } from './unpack-budget.ts'
import { processorTime } from '../../testing/processor-time.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

interface Member {
  readonly name: string
  readonly content: Uint8Array
  readonly method?: number
  readonly flags?: number
  /** What the directory claims. */
  readonly size?: number
}

function zip(members: readonly Member[]): Uint8Array {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, method = 8, flags = 0, size = content.length } of members) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content)
    const raw = bytes(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(raw.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(checksumOf(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(raw.length, 28)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(raw), packed)
    entries.push(entry, Buffer.from(raw))
    offset += 30 + raw.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Uint8Array.from(Buffer.concat([...locals, directory, end]))
}

/** @param shift added to what it says of places, as if so many bytes stood before */
function zip64(members: readonly Member[], wide: 'directory' | 'members' | 'both', shift = 0): Uint8Array {
  const narrow = Buffer.from(zip(members))
  const end = narrow.length - 22
  const from = narrow.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = from; at < end;) {
    const name = narrow.readUInt16LE(at + 28)
    const entry = Buffer.from(narrow.subarray(at, at + 46 + name))
    at += entry.length
    if (wide === 'directory') {
      entries.push(entry)
      continue
    }
    // Another extra field first, as writers have them.
    const extra = Buffer.from([0x55, 0x54, 5, 0, 1, 2, 3, 4, 5, 1, 0, 24, 0, ...new Uint8Array(24)])
    ;[24, 20, 42].forEach((field, nth) => {
      const value = BigInt(entry.readUInt32LE(field)) + (field === 42 ? BigInt(shift) : 0n)
      extra.writeBigUInt64LE(value, 13 + 8 * nth)
      entry.writeUInt32LE(0xffffffff, field)
    })
    entry.writeUInt16LE(extra.length, 30)
    entries.push(Buffer.concat([entry, extra]))
  }
  const directory = Buffer.concat(entries)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(members.length), 24)
  record.writeBigUInt64LE(BigInt(members.length), 32)
  record.writeBigUInt64LE(BigInt(directory.length), 40)
  record.writeBigUInt64LE(BigInt(from + shift), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(from + directory.length + shift), 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(narrow.subarray(end))
  last.writeUInt32LE(directory.length, 12)
  if (wide === 'members') last.writeUInt32LE(from, 16)
  else last.fill(0xff, 8, 20)
  const large = wide === 'members' ? [] : [record, locator]
  return Uint8Array.from(Buffer.concat([narrow.subarray(0, from), directory, ...large, last]))
}

function tar(
  members: readonly { readonly name: string; readonly content: Uint8Array; readonly type?: string }[],
) {
  const blocks: Buffer[] = []
  for (const { name, content, type = '0' } of members) {
    const header = Buffer.alloc(512)
    header.write(name, 0, 100, 'latin1')
    header.write('0000644\0', 100)
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write(' '.repeat(8), 148)
    header.write(type, 156)
    header.write('ustar\x0000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    blocks.push(header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512))
  }
  return Uint8Array.from(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

/** "name (archive): content" or the problem's code, one for each file. */
async function expanded(source: ByteSource, limit?: number): Promise<string[]> {
  const budget = limit === undefined ? undefined : new UnpackBudget(limit)
  const found = await expandArchives([source], budget)
  return Promise.all(
    found.map(async ({ source: one, archive, problem }) => {
      if (problem) return `${one.name}: ${problem.code}`
      try {
        const content = await one.read(0, one.size)
        return `${one.name}${archive === null ? '' : ` (${archive})`}: ${new TextDecoder().decode(content.subarray(0, 40))}`
      } catch (error) {
        if (error instanceof ProblemError) return `${one.name}: ${error.problem.code}`
        throw error
      }
    }),
  )
}

const file = (name: string, content: Uint8Array): ByteSource => memorySource(name, content)
const A = { name: 'run/gmon.out', content: bytes('gmon…') }
const B = { name: 'bin/prog', content: bytes('program '.repeat(20_000)) }

describe('archives', () => {
  it('zip: members in their place, stored and deflated', async () => {
    const archive = zip([{ ...A, method: 0 }, B, { name: 'empty', content: bytes('') }])
    expect(await expanded(file('ci.zip', archive))).toEqual([
      'run/gmon.out (ci.zip): gmon…',
      'bin/prog (ci.zip): program program program program program ',
      'empty (ci.zip): ',
    ])
  })

  it('gzip, tar, and both; archives in archives', async () => {
    expect(await expanded(file('gmon.out.gz', gzipSync('gmon…')))).toEqual(['gmon.out (gmon.out.gz): gmon…'])
    const packed = tar([A, B, { name: 'folder/', content: bytes(''), type: '5' }])
    const inside = ['run/gmon.out', 'bin/prog']
    for (const source of [file('a.tar', packed), file('a.tgz', gzipSync(packed))]) {
      const names = (await expanded(source)).map((line) => line.split(' ')[0])
      expect(names).toEqual(inside)
    }
    const nested = zip([{ name: 'a.tar.gz', content: gzipSync(packed) }, A])
    expect((await expanded(file('all.zip', nested))).map((line) => line.split(':')[0])).toEqual([
      'run/gmon.out (all.zip)',
      'bin/prog (all.zip)',
      'run/gmon.out (all.zip)',
    ])
  })

  it('gzip: several members are one file, whatever stands between', async () => {
    const noise = randomFrom(3)
    // Stored, so that what looks like a member's beginning stays in it.
    const tricky = Uint8Array.from({ length: 5000 }, (_, at) =>
      at % 1000 < 4 ? [0x1f, 0x8b, 8, 0][at % 1000] : noise.below(256),
    )
    const parts = [bytes('one '), tricky, bytes(''), bytes('two'), new Uint8Array(2 ** 21)]
    const packed = Buffer.concat(parts.map((part) => gzipSync(part, { level: part === tricky ? 0 : 9 })))
    const [opened] = await expandArchives([file('gmon.out.gz', packed)])
    expect(opened?.problem).toBeNull()
    const whole = Buffer.concat(parts)
    expect(opened?.source.size).toBe(whole.length)
    expect(Buffer.from((await opened?.source.read(0, whole.length)) ?? []).equals(whole)).toBe(true)
    for (const cut of [packed.length - 1, packed.length - 30])
      expect((await expanded(file('a.gz', packed.subarray(0, cut))))[0]).toBe('a.gz: archive/damaged')
  })

  it('gzip: many beginnings of members that are none end soon', async () => {
    const beginnings = Uint8Array.from({ length: 1 << 20 }, (_, at) => [0x1f, 0x8b, 8, 0][at % 4])
    const worked = processorTime()
    expect(await expanded(file('a.gz', beginnings))).toEqual(['a.gz: archive/damaged'])
    const stored = gzipSync(beginnings, { level: 0 })
    expect((await expanded(file('b.gz', stored.subarray(0, -1))))[0]).toBe('b.gz: archive/damaged')
    expect(worked()).toBeLessThan(5000)
  })

  it('gzip: members together unpack to no more than the limit', async () => {
    const packed = Buffer.concat(Array.from({ length: 5 }, () => gzipSync(new Uint8Array(1000))))
    expect(await expanded(file('a.gz', packed), 4999)).toEqual(['a.gz: archive/too-large'])
    expect(await expanded(file('a.gz', packed), 5000)).toHaveLength(1)
  })

  it.each(['directory', 'members', 'both'] as const)('zip64: %s with wide fields', async (what) => {
    const archive = zip64([{ ...A, method: 0 }, B], what)
    expect(await expanded(file('ci.zip', archive))).toEqual([
      'run/gmon.out (ci.zip): gmon…',
      'bin/prog (ci.zip): program program program program program ',
    ])
    const random = randomFrom(9)
    for (let round = 0; round < 300; round++) {
      const changed = archive.slice()
      changed[random.between(archive.length - 260, archive.length - 1)] = random.below(256)
      for (const line of await expanded(file('ci.zip', changed))) expect(line).not.toContain('bug')
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
    expect(await expanded(file('a.tar', tar(members)))).toEqual([`${long} (a.tar): 1`, `${long} (a.tar): 2`])
  })

  it('a member is inflated only when more than its beginning is read', async () => {
    const archive = zip([{ name: 'big', content: new Uint8Array(5_000_000) }])
    const budget = new UnpackBudget(1000)
    const [member] = await expandArchives([file('a.zip', archive)], budget)
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

describe('hostile archives', () => {
  it('what inflates to more than is allowed is refused', async () => {
    const zeros = new Uint8Array(3_000_000)
    expect(await expanded(file('a.gz', gzipSync(zeros)), 1_000_000)).toEqual(['a.gz: archive/too-large'])
    expect(await expanded(file('a.zip', zip([{ name: 'a', content: zeros }])), 1_000_000)).toEqual([
      'a: archive/too-large',
    ])
  })

  it('sizes that are not true are refused, without the memory they claim', async () => {
    const claims = [
      { ...B, size: 3 },
      { ...B, size: B.content.length + 1 },
      { ...B, size: 0x7fffffff },
      { ...A, size: 0xfffffffe },
    ]
    for (const claim of claims) {
      const [outcome] = await expanded(file('a.zip', zip([claim])))
      expect(outcome).toBe(`${claim.name}: archive/damaged`)
    }
  })

  it('of what is cut or goes on in rubbish there is what comes before, and a word about the rest', async () => {
    const whole = tar([A, B, A])
    const inFirst = file('all.tar', whole.subarray(0, 514))
    const inSecond = file('all.tar', whole.subarray(0, 4000))
    expect(await expanded(inFirst)).toEqual(['all.tar: archive/damaged'])
    const first = 'run/gmon.out (all.tar): gmon…'
    expect(await expanded(inSecond)).toEqual(['all.tar: archive/damaged', first])
    const inHeader = file('all.tar', whole.subarray(0, 1100))
    expect(await expanded(inHeader)).toEqual(['all.tar: archive/damaged', first])
    const spoilt = whole.slice()
    // The header of the last member.
    spoilt.fill(1, whole.length - 2048, whole.length - 1536)
    expect((await expanded(file('all.tar', spoilt))).slice(0, 2)).toEqual(['all.tar: archive/damaged', first])

    const random = randomFrom(1)
    const noise = Uint8Array.from({ length: 90_000 }, (_, at) => (at < 5 ? 64 + at : random.below(256)))
    const packed = gzipSync(noise)
    const found = await expandArchives([file('gmon.out.gz', packed.subarray(0, 80_000))])
    expect(found.map(({ source: { name }, problem }) => [name, problem?.code])).toEqual([
      ['gmon.out.gz', 'archive/damaged'],
      ['gmon.out', undefined],
    ])
    const { source } = found[1] ?? { source: inFirst }
    expect(source.size).toBeGreaterThan(70_000)
    expect(await source.read(0, source.size)).toEqual(noise.slice(0, source.size))
  })

  it('sparse files are named, and what stands behind them is found', async () => {
    // GNU's own form: the list of a file's parts goes on in blocks behind the header.
    const old = Buffer.from(tar([{ ...B, type: 'S', content: bytes('p'.repeat(600)) }, A]))
    old[482] = 1
    old.fill(' ', 148, 156)
    const sum = old.subarray(0, 512).reduce((total, byte) => total + byte, 0)
    old.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    const list = Buffer.alloc(1024)
    list[504] = 1
    const archive = file('old.tar', Buffer.concat([old.subarray(0, 512), list, old.subarray(512)]))
    expect(await expanded(archive)).toEqual(['old.tar: archive/unsupported', 'run/gmon.out (old.tar): gmon…'])
    const record = bytes('22 GNU.sparse.major=1\n')
    const pax = tar([{ name: 'x', content: record, type: 'x' }, B, A])
    expect(await expanded(file('pax.tar', pax))).toEqual([
      'pax.tar: archive/unsupported',
      'run/gmon.out (pax.tar): gmon…',
    ])
  })

  it('a size told by pax counts', async () => {
    const wide = Buffer.from(tar([{ name: 'x', content: bytes('10 size=7\n'), type: 'x' }, A]))
    wide.write('00000000000\0', 1024 + 124)
    wide.fill(' ', 1024 + 148, 1024 + 156)
    const sum = wide.subarray(1024, 1536).reduce((total, byte) => total + byte, 0)
    wide.write(`${sum.toString(8).padStart(6, '0')}\0 `, 1024 + 148)
    expect(await expanded(file('pax.tar', wide))).toEqual(['run/gmon.out (pax.tar): gmon…'])
  })

  it('an empty archive says so', async () => {
    for (const [name, content] of [
      ['none.zip', zip([])],
      ['links.tar', tar([{ ...A, type: '2' }])],
    ] as const)
      expect(await expanded(file(name, content))).toEqual([`${name}: archive/nothing-of-use`])
  })

  it('a thousand members at one place are refused', async () => {
    const one = Buffer.from(zip([B]))
    const at = one.readUInt32LE(one.length - 6)
    const entry = one.subarray(at, one.length - 22)
    const end = Buffer.from(one.subarray(one.length - 22))
    end.writeUInt16LE(1000, 10)
    end.writeUInt32LE(1000 * entry.length, 12)
    const bomb = Buffer.concat([one.subarray(0, at), ...Array<Buffer>(1000).fill(entry), end])
    expect(await expanded(file('bomb.zip', bomb))).toEqual(['bomb.zip: archive/damaged'])
  })

  it('archives in archives unpack to no more than one could, and many that are too large are not all tried', async () => {
    const zeros = gzipSync(new Uint8Array(20_000_000), { level: 9 })
    const twice = gzipSync(zeros, { level: 9 })
    expect(20_000_000 / twice.length).toBeGreaterThan(1100)
    const found = await expandArchives([file('a.gz.gz', twice)])
    expect(found.map(({ problem }) => problem?.code)).toEqual(['archive/too-large'])
    const worked = processorTime()
    const many = Array.from({ length: 1000 }, (_, at) => file(`${at}.gz`, zeros))
    const all = await expandArchives(many, new UnpackBudget(10_000_000))
    expect(new Set(all.map(({ problem }) => problem?.code))).toEqual(new Set(['archive/too-large']))
    expect(worked()).toBeLessThan(5000)
  })

  it('encrypted and unknown methods are named', async () => {
    const members = [A, { ...B, flags: 1 }, { ...B, name: 'other', method: 93 }]
    const found = await expandArchives([file('a.zip', zip(members))])
    expect(found.flatMap(({ problem }) => problem ?? [])).toEqual([
      { code: 'archive/encrypted', file: 'a.zip', members: 1, first: 'bin/prog' },
      { code: 'archive/unsupported', file: 'a.zip', what: 'Zstandard', members: 1, first: 'other' },
    ])
  })

  it('cut at every length, or changed at random: an answer, never a crash', async () => {
    const archives = {
      'a.zip': zip([A, { ...A, name: 'b' }]),
      'a.gz': Uint8Array.from(gzipSync('gmon…')),
      'a.tar': tar([A]),
    }
    const random = randomFrom(3)
    for (const [name, whole] of Object.entries(archives)) {
      for (let length = 0; length < whole.length; length++)
        await expanded(file(name, whole.slice(0, length)), 1e6)
      for (let round = 0; round < 300; round++) {
        const changed = whole.slice()
        for (let change = random.between(1, 8); change > 0; change--)
          changed[random.below(changed.length)] = random.below(256)
        await expanded(file(name, changed), 1e6)
      }
    }
  })
})
