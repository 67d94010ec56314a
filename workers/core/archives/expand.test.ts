// Tests of archives that are damaged, lie, or unpack to too much.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { signTarHeader, tar, zip } from '../../testing/builders/build-archives.ts'
import { A, B, expanded } from '../../testing/expanded.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { expandArchives } from './expand.ts'
import { UnpackBudget } from './archive.ts'
import { effort } from '../../testing/effort.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('hostile archives', () => {
  it('what inflates to more than is allowed is refused', async () => {
    const zeros = new Uint8Array(3_000_000)
    expect(await expanded(memorySource('a.gz', gzipSync(zeros)), 1_000_000)).toEqual([
      'a.gz: archive/too-large',
    ])
    expect(await expanded(memorySource('a.zip', zip([{ name: 'a', content: zeros }])), 1_000_000)).toEqual([
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
      const [outcome] = await expanded(memorySource('a.zip', zip([claim])))
      expect(outcome).toBe(`${claim.name}: archive/damaged`)
    }
  })

  it('of what is cut or goes on in rubbish there is what comes before, and a word about the rest', async () => {
    const whole = tar([A, B, A])
    const inFirst = memorySource('all.tar', whole.subarray(0, 514))
    const inSecond = memorySource('all.tar', whole.subarray(0, 4000))
    expect(await expanded(inFirst)).toEqual(['all.tar: archive/damaged'])
    const first = 'run/gmon.out (all.tar): gmon…'
    expect(await expanded(inSecond)).toEqual(['all.tar: archive/damaged', first])
    const inHeader = memorySource('all.tar', whole.subarray(0, 1100))
    expect(await expanded(inHeader)).toEqual(['all.tar: archive/damaged', first])
    const unsigned = whole.slice()
    // In the name of the last member.
    unsigned[whole.length - 2048] = 'x'.charCodeAt(0)
    expect((await expanded(memorySource('all.tar', unsigned))).slice(0, 2)).toEqual([
      'all.tar: archive/damaged',
      first,
    ])
    const spoilt = whole.slice()
    // The header of the last member.
    spoilt.fill(1, whole.length - 2048, whole.length - 1536)
    expect((await expanded(memorySource('all.tar', spoilt))).slice(0, 2)).toEqual([
      'all.tar: archive/damaged',
      first,
    ])

    const random = randomFrom(1)
    const noise = Uint8Array.from({ length: 90_000 }, (_, at) => (at < 5 ? 64 + at : random.below(256)))
    const packed = gzipSync(noise)
    const found = await expandArchives([memorySource('gmon.out.gz', packed.subarray(0, 80_000))])
    expect(found.map(({ source: { name }, problem }) => [name, problem?.code])).toEqual([
      ['gmon.out.gz', 'archive/damaged'],
      ['gmon.out', undefined],
    ])
    const { source } = found[1] ?? { source: inFirst }
    expect(source.size).toBeGreaterThan(70_000)
    expect(await source.read(0, source.size)).toEqual(noise.slice(0, source.size))
  })

  it('what is cut within another archive is told once', async () => {
    const whole = tar([A, B, A])
    for (const packed of [gzipSync(whole.subarray(0, 4000)), gzipSync(zip([A, B]).subarray(0, -30))]) {
      const lines = await expanded(memorySource('all.tgz', packed.subarray(0, -4)))
      expect(lines[0]).toBe('all.tgz: archive/damaged')
      expect(lines.slice(1).filter((line) => line.endsWith('archive/damaged'))).toEqual([])
      expect((await expanded(memorySource('all.tgz', packed)))[0]).toBe('all.tar: archive/damaged')
    }
    const first = 'run/gmon.out (all.tgz): gmon…'
    const damagedTwice = tar([{ name: 'x.gz', content: gzipSync('x'.repeat(99)).subarray(0, -9) }, A])
    expect(await expanded(memorySource('all.tgz', gzipSync(damagedTwice)))).toContain('x.gz: archive/damaged')
    expect(await expanded(memorySource('all.tgz', gzipSync(whole).subarray(0, -4)))).toContain(first)
  })

  it('sparse files are named, and what stands behind them is found', async () => {
    // GNU's own format: a file's list of parts continues in blocks after the header.
    const old = Buffer.from(tar([{ ...B, type: 'S', content: bytes('p'.repeat(600)) }, A]))
    old[482] = 1
    signTarHeader(old.subarray(0, 512))
    const list = Buffer.alloc(1024)
    list[504] = 1
    const archive = memorySource('old.tar', Buffer.concat([old.subarray(0, 512), list, old.subarray(512)]))
    expect(await expanded(archive)).toEqual(['old.tar: archive/unsupported', 'run/gmon.out (old.tar): gmon…'])
    const record = bytes('22 GNU.sparse.major=1\n')
    const pax = tar([{ name: 'x', content: record, type: 'x' }, B, A])
    expect(await expanded(memorySource('pax.tar', pax))).toEqual([
      'pax.tar: archive/unsupported',
      'run/gmon.out (pax.tar): gmon…',
    ])
  })

  it('what pax tells behind the last record that adds up is passed over', async () => {
    for (const told of ['10 size=5\nrest', '10 size=5\n0 a=b\n', 'rest', ' ', '9 size=5\n', '99 size=5\n']) {
      const archive = tar([{ name: 'x', content: bytes(told), type: 'x' }, A])
      expect((await expanded(memorySource('a.tar', archive))).at(-1), told).toMatch(/^run\/gmon.out/)
    }
  })

  it('a size told by pax counts', async () => {
    const wide = Buffer.from(tar([{ name: 'x', content: bytes('10 size=7\n'), type: 'x' }, A]))
    wide.write('00000000000\0', 1024 + 124)
    signTarHeader(wide.subarray(1024, 1536))
    expect(await expanded(memorySource('pax.tar', wide))).toEqual(['run/gmon.out (pax.tar): gmon…'])
  })

  it('an empty archive says so', async () => {
    for (const [name, content] of [
      ['none.zip', zip([])],
      ['links.tar', tar([{ ...A, type: '2' }])],
    ] as const)
      expect(await expanded(memorySource(name, content))).toEqual([`${name}: archive/nothing-of-use`])
  })

  it('a thousand members at one place are refused', async () => {
    const one = Buffer.from(zip([B]))
    const at = one.readUInt32LE(one.length - 6)
    const entry = one.subarray(at, one.length - 22)
    const end = Buffer.from(one.subarray(one.length - 22))
    end.writeUInt16LE(1000, 10)
    end.writeUInt32LE(1000 * entry.length, 12)
    const bomb = Buffer.concat([one.subarray(0, at), ...Array<Buffer>(1000).fill(entry), end])
    expect(await expanded(memorySource('bomb.zip', bomb))).toEqual(['bomb.zip: archive/damaged'])
  })

  it('archives in archives unpack to no more than one could, and many that are too large are not all tried', async () => {
    const zeros = gzipSync(new Uint8Array(20_000_000), { level: 9 })
    const twice = gzipSync(zeros, { level: 9 })
    expect(20_000_000 / twice.length).toBeGreaterThan(1100)
    const found = await expandArchives([memorySource('a.gz.gz', twice)])
    expect(found.map(({ problem }) => problem?.code)).toEqual(['archive/too-large'])
    const worked = processorTime()
    const many = Array.from({ length: 1000 }, (_, at) => memorySource(`${at}.gz`, zeros))
    const all = await expandArchives(many, new UnpackBudget(10_000_000))
    expect(new Set(all.map(({ problem }) => problem?.code))).toEqual(new Set(['archive/too-large']))
    expect(worked()).toBeLessThan(5000)
  })

  it('encrypted and unknown methods are named', async () => {
    const members = [A, { ...B, flags: 1 }, { ...B, name: 'other', method: 93 }]
    const found = await expandArchives([memorySource('a.zip', zip(members))])
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
    const isAnswered = async (name: string, content: Uint8Array) =>
      expect((await expanded(memorySource(name, content), 1e6)).length).toBeGreaterThan(0)
    for (const [name, whole] of Object.entries(archives)) {
      for (let length = 0; length < whole.length; length += effort(1, 5))
        await isAnswered(name, whole.slice(0, length))
      for (let round = 0; round < effort(300); round++) {
        const changed = whole.slice()
        for (let change = random.between(1, 8); change > 0; change--)
          changed[random.below(changed.length)] = random.below(256)
        await isAnswered(name, changed)
      }
    }
  })
})
