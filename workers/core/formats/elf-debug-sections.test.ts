import { describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { byteWriter } from '../../testing/builders/byte-writer.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readExecutable } from './elf.ts'

interface Note {
  readonly owner: string
  readonly kind: number
  readonly content: readonly number[]
}

function notes(bigEndian: boolean, list: readonly Note[]): Uint8Array {
  const out = byteWriter({ wordSize: 8, bigEndian })
  for (const { owner, kind, content } of list) {
    out.u32(owner.length + 1)
    out.u32(content.length)
    out.u32(kind)
    out.text(`${owner}\0`)
    out.align(4)
    out.bytes(Uint8Array.from(content))
    out.align(4)
  }
  return out.done()
}

const symbols = [{ name: 'main', address: 0x401000 }]

async function buildIdOf(bytes: Uint8Array, bigEndian = false): Promise<string> {
  const section = { name: '.note.gnu.build-id', kind: 'data', address: 0x400000, bytes } as const
  const file = buildElf({ bigEndian, symbols, sections: [section] })
  return (await readExecutable(memorySource('prog', file))).buildId
}

describe('the build id', () => {
  const id = { owner: 'GNU', kind: 3, content: [0xab, 0x00, 0x0f] }
  const other = { owner: 'Other', kind: 3, content: [1, 2, 3, 4, 5] }

  it.each([
    ['alone', [id]],
    ['after a note of another owner', [other, id]],
    ['after a note of another kind', [{ ...id, kind: 1 }, id]],
  ])('%s', async (_, list) => {
    for (const bigEndian of [false, true])
      expect(await buildIdOf(notes(bigEndian, list), bigEndian)).toBe('ab000f')
  })

  it('is none in a file without, or with another note', async () => {
    expect((await readExecutable(memorySource('prog', buildElf({ symbols })))).buildId).toBe('')
    expect(await buildIdOf(notes(false, [other]))).toBe('')
  })

  it('is none when cut at any length', async () => {
    const whole = notes(false, [id])
    for (let length = 0; length < whole.length - 1; length++) {
      expect(await buildIdOf(whole.subarray(0, length))).toBe('')
    }
  })

  it('is not looked for in a section that is too large to be one', async () => {
    const whole = notes(false, [id])
    const large = new Uint8Array(5000)
    large.set(whole)
    expect(await buildIdOf(large)).toBe('')
  })
})

describe('debug sections', () => {
  it('are those with a name and bytes for it, where they lie in the file', async () => {
    const file = buildElf({
      symbols,
      sections: [
        { name: '.debug_line', kind: 'debug', address: 0, bytes: Uint8Array.of(1, 2, 3) },
        { name: '.debug_info', kind: 'bss', address: 0, size: 9 },
        { name: '.zdebug_str', kind: 'debug', address: 0, bytes: Uint8Array.of(4) },
        { name: '.data', kind: 'data', address: 0x402000, size: 8 },
      ],
    })
    const { debugSections } = await readExecutable(memorySource('prog', file))
    expect(debugSections.map(({ name, size, compressed }) => [name, size, compressed])).toEqual([
      ['.debug_line', 3, false],
      ['.zdebug_str', 1, false],
    ])
    expect(debugSections.map(({ offset, size }) => [...file.subarray(offset, offset + size)])).toEqual([
      [1, 2, 3],
      [4],
    ])
  })
})
