// Zip files that were cut short: the directory at their end is lost, and the members before the cut are there all the same.
import { describe, expect, it } from 'vitest'
import { zip } from '../../testing/builders/build-archives.ts'
import { A, B, expanded } from '../../testing/expanded.ts'
import { largestAllocation } from '../../testing/largest-allocation.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { memorySource } from '../bytes/memory-source.ts'
import { expandArchives } from './expand.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const damage = 'a.zip: archive/damaged'
const a = 'run/gmon.out (a.zip): gmon…'
const b = 'bin/prog (a.zip): program program program program program '
const open = (content: Uint8Array): Promise<string[]> => expanded(memorySource('a.zip', content))

describe('a zip file that is cut short', () => {
  it.each([undefined, 'marked', 'unmarked', 'wide'] as const)(
    'has the members that stand whole before the cut, sizes behind them: %s',
    async (behind) => {
      const members = [{ ...A, method: 0 }, { name: 'run/', content: bytes(''), method: 0 }, B, A]
      const archive = zip(members.map((member) => (behind ? { ...member, behind } : member)))
      const directory = Buffer.from(archive).readUInt32LE(archive.length - 6)
      expect(await open(archive)).toEqual([a, b, a])
      // Whatever is lost of the directory, all members are there.
      for (const lost of [1, 22, 30, 60])
        expect(await open(archive.slice(0, -lost))).toEqual([damage, a, b, a])
      const headerOfB = Buffer.from(archive).indexOf('bin/prog') - 30
      expect(await open(archive.slice(0, headerOfB + 100))).toEqual([damage, a])
      const known = behind === 'unmarked' ? [damage, a, b] : [damage, a, b, a]
      expect(await open(archive.slice(0, directory))).toEqual(known)
    },
  )

  it('tells in which member the cut is', async () => {
    const archive = zip([A, B])
    const at = Buffer.from(archive).indexOf('bin/prog')
    const [cut] = await expandArchives([memorySource('a.zip', archive.slice(0, at + 30))])
    expect(cut?.problem).toEqual({ code: 'archive/damaged', file: 'a.zip', what: 'bin/prog' })
    const [spoilt] = await expandArchives([memorySource('a.zip', archive.slice(0, at - 8))])
    expect(spoilt?.problem).toMatchObject({ what: `header at byte ${at - 30}` })
    const [end] = await expandArchives([memorySource('a.zip', archive.slice(0, -1))])
    expect(end?.problem).toMatchObject({ what: 'directory at its end' })
  })

  it('names what it cannot unpack of them, as if it were whole', async () => {
    const archive = zip([A, { ...B, flags: 1 }, { ...B, name: 'other', method: 9 }])
    const found = await expandArchives([memorySource('a.zip', archive.slice(0, -30))])
    expect(found.flatMap(({ problem }) => problem ?? [])).toEqual([
      { code: 'archive/encrypted', file: 'a.zip', members: 1, first: 'bin/prog' },
      { code: 'archive/unsupported', file: 'a.zip', what: 'Deflate64', members: 1, first: 'other' },
      { code: 'archive/damaged', file: 'a.zip', what: 'directory at its end' },
    ])
  })

  it('with a zip file in it does not take that one for all there is', async () => {
    const inner = zip([{ name: 'inner', content: bytes('inner') }])
    for (const behind of [undefined, 'marked', 'unmarked'] as const) {
      const nested = { name: 'in.zip', content: inner, method: 0, ...(behind ? { behind } : {}) }
      const archive = zip([A, nested, A])
      const directory = Buffer.from(archive).readUInt32LE(archive.length - 6)
      expect(await open(archive.slice(0, directory + 20))).toEqual([damage, a, 'inner (a.zip): inner', a])
    }
  })

  it('is looked through once, whatever stands in it', async () => {
    const most = 1 << 23
    // Nothing but marks, none of which fits.
    const marks = Uint8Array.from({ length: most }, (_, at) => [0x50, 0x4b, 7, 8][at % 4] ?? 0)
    const archive = zip([A, { name: 'marks', content: marks, method: 0, behind: 'marked' }])
    const worked = processorTime()
    const { value, largest } = await largestAllocation(() => open(archive.slice(0, -200)))
    expect(value).toEqual([damage, a])
    expect(worked()).toBeLessThan(3000)
    expect(largest).toBeLessThan(1 << 21)
  })

  it('with very many members is no profile’s', async () => {
    const archive = zip(Array.from({ length: 4001 }, (_, at) => ({ name: `${at}`, content: bytes('') })))
    expect(await open(archive.slice(0, -1))).toEqual(['a.zip: archive/too-many'])
  })
})
