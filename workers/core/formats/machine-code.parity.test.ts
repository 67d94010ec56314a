// Calls found in code: on this machine compared with its own disassembler, elsewhere with encodings worked out by hand.
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { requireTools, runTool } from '../../testing/gprof/live-gprof.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { readExecutable } from './elf.ts'
import { scanFor } from './machine-code.ts'

const X86_64 = 62

/** "1000 → 2000 call" for each branch. */
function branches(
  machine: number,
  wordSize: 4 | 8,
  code: readonly number[],
  isThumb = false,
): readonly string[] {
  const found: string[] = []
  const scan = scanFor(machine, wordSize, isThumb)
  scan?.(Uint8Array.from(code), 0x1000, (target, isCall) =>
    found.push(`${target.toString(16)} ${isCall ? 'call' : 'jump'}`),
  )
  return found
}

describe('x86 code', () => {
  beforeAll(() => requireTools(['objdump', 'gprof']))

  it.each(['/usr/bin/objdump', '/usr/bin/gprof'])('calls what objdump says it calls: %s', async (path) => {
    const file = Uint8Array.from(await readFile(path))
    const raw = await readExecutable(memorySource(path, file), true)
    if (raw.machine !== X86_64 || raw.textOffset === null) throw new Error('not a program of this machine')
    const { stdout } = await runTool('objdump', ['-d', '-j', '.text', '--no-show-raw-insn', '-w', path])
    const theirs = new Set(Array.from(stdout.matchAll(/\bcall\s+([0-9a-f]+)\b/g), ([, target]) => target))
    const throughPointers = Array.from(stdout.matchAll(/\bcall\s+\*/g)).length
    const ours = new Set<string>()
    const indirect = new Set<number>()
    const code = file.subarray(raw.textOffset, raw.textOffset + raw.textLast + 1 - raw.textStart)
    scanFor(raw.machine, 8, false)?.(code, raw.textStart, (target, isCall, next) => {
      if (!isCall) return
      if (Number.isNaN(target)) indirect.add(next)
      else ours.add(target.toString(16))
    })
    expect(theirs.size).toBeGreaterThan(50)
    expect([...ours].toSorted()).toEqual([...theirs].toSorted())
    expect(throughPointers).toBeGreaterThan(20)
    expect(indirect.size).toBe(throughPointers)
  })

  it('takes no call from inside an instruction', () => {
    // mov $0xe8000000,%eax; movabs $…e8…,%rax; call back to the start
    const code = [0xb8, 0, 0, 0, 0xe8, 0x48, 0xb8, 0xe8, 1, 2, 3, 4, 5, 6, 7, 0xe8, 0xec, 0xff, 0xff, 0xff]
    expect(branches(X86_64, 8, code)).toEqual(['1000 call'])
  })

  it('goes on behind what is no instruction, and stops where the code is cut', () => {
    expect(branches(X86_64, 8, [0x06, 0xe8, 0, 0, 0, 0, 0xe8, 0, 0])).toEqual(['1006 call'])
  })

  it('knows a call through a pointer, not its target', () => {
    // call *%rax; call *8(%rbx); jmp *%rax
    expect(branches(X86_64, 8, [0xff, 0xd0, 0xff, 0x53, 8, 0xff, 0xe0])).toEqual([
      'NaN call',
      'NaN call',
      'NaN jump',
    ])
  })
})

describe('other code', () => {
  it.each([
    ['A64: blr x3, br x3', 183, 8, [0x60, 0x00, 0x3f, 0xd6, 0x60, 0, 0x1f, 0xd6], ['NaN call', 'NaN jump']],
    ['A32: blx r3, bx r3', 40, 4, [0x33, 0xff, 0x2f, 0xe1, 0x13, 0xff, 0x2f, 0xe1], ['NaN call', 'NaN jump']],
    ['RISC-V: jalr ra, a5; ret', 243, 8, [0xe7, 0x80, 0x07, 0, 0x67, 0x80, 0, 0], ['NaN call']],
    ['RISC-V: c.jalr a5, c.jr a5', 243, 8, [0x82, 0x97, 0x82, 0x87], ['NaN call', 'NaN jump']],
    ['A64: bl, b back', 183, 8, [0x04, 0, 0, 0x94, 0xff, 0xff, 0xff, 0x17], ['1010 call', '1000 jump']],
    [
      'A32: bl, b, blx',
      40,
      4,
      [2, 0, 0, 0xeb, 0xfd, 0xff, 0xff, 0xea, 1, 0, 0, 0xfb],
      ['1010 call', '1000 jump', '1016 call'],
    ],
    ['RISC-V: jal, j', 243, 8, [0xef, 0, 0, 0x01, 0x6f, 0xf0, 0xdf, 0xff], ['1010 call', '1000 jump']],
    ['RISC-V: auipc and jalr', 243, 8, [0x97, 0x10, 0, 0, 0xe7, 0x80, 0xc0, 0xff], ['1ffc call']],
    ['RISC-V: c.nop, c.j', 243, 8, [0x01, 0, 0x01, 0xa0], ['1002 jump']],
  ] as const)('%s', (_, machine, wordSize, code, expected) => {
    expect(branches(machine, wordSize, code)).toEqual(expected)
  })

  it('Thumb: bl, blx, b.w, short b', () => {
    const code = [0, 0xf0, 2, 0xf8, 0, 0xf0, 2, 0xe8, 0xff, 0xf7, 0xfa, 0xbf, 0xfe, 0xe7]
    expect(branches(40, 4, code, true)).toEqual(['1008 call', '100c call', '1000 jump', '100c jump'])
  })

  it('is not known for every processor', () => {
    expect(scanFor(8, 4, false)).toBeNull()
  })
})
