import { describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon, type GmonSpec } from '../../testing/builders/build-gmon.ts'
import { buildMach } from '../../testing/builders/build-mach.ts'
import { buildPe } from '../../testing/builders/build-pe.ts'
import { bytesOfBinary } from '../../testing/builders/byte-writer.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { memorySource } from '../bytes/byte-source.ts'
import type { Identity } from './format.ts'
import { identify } from './registry.ts'
import { effort } from '../../testing/effort.ts'

const identifyBytes = (bytes: Uint8Array): Promise<Identity> => identify(memorySource('f', bytes))

async function looksLike(binary: string): Promise<string | null> {
  const identity = await identifyBytes(bytesOfBinary(binary))
  if (identity.kind !== 'unknown') return identity.kind
  return identity.problem.code === 'input/unknown-format' ? identity.problem.looksLike : identity.problem.code
}

const LIBRARY_PROFILE = 'profile of a shared library (LD_PROFILE), which sprof reads'

/** Of 64 bits, little-endian. */
const words = (...values: readonly number[]): string =>
  values.map((value) => String.fromCharCode(value & 255, value >> 8) + '\0'.repeat(6)).join('')

const BINS = new Uint16Array(64).fill(3)
const ARCS = [{ from: 0x401010, self: 0x401044, count: 7 }]

describe('programs', () => {
  it.each([
    { elf: {}, detail: 'ELF 64-bit little-endian x86-64' },
    { elf: { machine: 183, bigEndian: true }, detail: 'ELF 64-bit big-endian AArch64' },
    { elf: { class: 32, machine: 8, bigEndian: true }, detail: 'ELF 32-bit big-endian MIPS' },
    { elf: { machine: 9999 }, detail: 'ELF 64-bit little-endian machine 9999' },
    { elf: { type: 'core' }, detail: 'ELF 64-bit little-endian x86-64, core dump' },
    { elf: { type: 'rel' }, detail: 'ELF 64-bit little-endian x86-64, object file' },
    { elf: { type: 'dyn', entry: 0 }, detail: 'ELF 64-bit little-endian x86-64, shared library' },
    { elf: { type: 'dyn' }, detail: 'ELF 64-bit little-endian x86-64' },
  ] as const)('$detail', async ({ elf, detail }) => {
    expect(await identifyBytes(buildElf(elf))).toEqual({ kind: 'executable', detail })
  })

  it('are known by four bytes, and then described as far as they go', async () => {
    const elf = buildElf({})
    for (let length = 4; length < 64; length++) {
      expect(await identifyBytes(elf.slice(0, length))).toEqual({ kind: 'executable', detail: 'ELF' })
    }
  })
})

describe('programs of other systems', () => {
  it.each([
    { bytes: buildPe({}), detail: 'PE 64-bit x86-64' },
    { bytes: buildPe({ wide: false }), detail: 'PE 32-bit i386' },
    { bytes: buildPe({ machine: 0xaa64 }), detail: 'PE 64-bit AArch64' },
    { bytes: buildMach({}), detail: 'Mach-O 64-bit x86-64' },
    { bytes: buildMach({ wordSize: 4, bigEndian: true, cpu: 18 }), detail: 'Mach-O 32-bit PowerPC' },
    { bytes: buildMach({ type: 4 }), detail: 'Mach-O 64-bit x86-64, core dump' },
    { bytes: buildMach({}).slice(0, 12), detail: 'Mach-O' },
  ])('$detail', async ({ bytes, detail }) => {
    expect(await identifyBytes(bytes)).toEqual({ kind: 'executable', detail })
  })

  it('a DOS program begins like a Windows one', async () => {
    const dos = buildPe({})
    dos.fill(0, 0x80, 0x84)
    expect((await identifyBytes(dos)).kind).toBe('unknown')
    expect((await identifyBytes(dos.slice(0, 100))).kind).toBe('unknown')
  })
})

describe('lists of symbols', () => {
  it.each([
    ['0000000000001160 T main\n', 'Output of nm'],
    ['main T 1160 22\ntidy t 1149\n', 'Output of nm'],
    ['\nMemory Configuration\n\nName   Origin\n', 'GNU ld map'],
  ])('%j', async (text, detail) => {
    expect(await identifyBytes(bytesOfBinary(text))).toEqual({ kind: 'symbols', detail })
  })
})

describe('profiles', () => {
  it.each([false, true])('GNU, big-endian %s', async (bigEndian) => {
    const detail = 'GNU gmon.out, version 1'
    expect(await identifyBytes(buildGmon({ bigEndian, records: [] }))).toEqual({
      kind: 'profile',
      dialect: 'gnu',
      detail,
    })
  })

  for (const format of ['bsd', '4.4bsd'] as const) {
    for (const wordSize of [4, 8] as const) {
      for (const bigEndian of [false, true]) {
        it(`${format}, ${wordSize * 8} bits, big-endian ${bigEndian}, also when cut in its samples`, async () => {
          const spec: GmonSpec = { format, wordSize, bigEndian, low: 0x401000, high: 0x401100, bins: BINS }
          const file = buildGmon({ ...spec, arcs: ARCS })
          const detail = format === 'bsd' ? 'BSD gmon.out, older format' : 'BSD gmon.out, 4.4BSD format'
          for (const bytes of [file, file.slice(0, 50)]) {
            expect(await identifyBytes(bytes)).toEqual({ kind: 'maybe-bsd-profile', detail })
          }
        })
      }
    }
  }
})

describe('other files', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'PNG image'],
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'JPEG image'],
    ['\x1f\x8b\x08\0\0\0\0\0\0\x03', 'gzip archive'],
    ['PK\x03\x04\x14\0', 'zip archive'],
    ['%PDF-1.7\n%\xe2\xe3', 'PDF document'],
    ['MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8\0\0\0', 'Windows or DOS program that is not read here'],
    ['\xca\xfe\xba\xbe\0\0\0\x02\x01\0\0\x07', 'Mach-O file for several processors (macOS)'],
    ['\xca\xfe\xba\xbe\0\0\0\x37', 'Java class file'],
    ['!<arch>\nfoo.o/', 'static library (ar archive)'],
    ['<bigaf>\n', 'AIX static library'],
    ['BC\xc0\xde5\x14', 'file of LLVM bitcode'],
    ['\x81rforpl\xff\x08\0', 'raw LLVM profile (.profraw)'],
    ['adcg*33B', 'gcov data file (.gcda)'],
    ['oncg*33B', 'gcov notes file (.gcno)'],
    ['PERFILE2h\0\0\0', 'perf.data file'],
    ['#!/bin/sh\necho hello\n', 'shell script'],
    ['#!/usr/bin/env python3\n', 'script'],
    ['# callgrind format\nversion: 1\n', 'callgrind profile'],
    ['version: 1\ncreator: callgrind-3.19.0\n', 'callgrind profile'],
    [
      'desc: I1 cache:         32768 B, 64 B, 8-way associative\ndesc: D1 cache:\ncmd: ./a\n',
      'cachegrind profile',
    ],
    ['{"dhatFileVersion":2\n,"mode":"heap","verb":"Allocated"\n', 'DHAT profile'],
    ['go 1.19 trace\0\0\0\x01', 'Go execution trace'],
    [`gmon\xff\xff\x01\0${'\0'.repeat(60)}`, LIBRARY_PROFILE],
    [`gmon\0\x01\xff\xff${'\0'.repeat(60)}`, LIBRARY_PROFILE],
    ['\xfb)\x03\xfa\x08<string>\xe9\x01\0\0\0\xfa\x09<genexpr>)\x05', 'Python profile (pstats)'],
    ['{(\x03\0\0\0s\x04\0\0\0a.pyi\x01\0\0\0s', 'Python profile (pstats)'],
    // What Go writes, and what we write: a period and its unit, or the kinds of samples.
    [
      'Z\x04\x08\x01\x10\x02`\x80\x80 \x0a\x04\x08\x03\x10\x04\x0a\x04\x08\x05\x10\x02"\x03\x08\x01\x10',
      'pprof profile',
    ],
    ['H\xdf\xbe\xcc\xbc\x98\x92\xaa\xb7\x18P\xd0\x86\x03\x0a\x04\x08\x01\x10\x02', 'pprof profile'],
    // A period and nothing that was sampled; a field that no such file has; one of another kind.
    ['Z\x04\x08\x01\x10\x02`\x80\x80 ', null],
    ['\x0a\x04\x08\x01\x10\x02\x0a\x04\x08\x01\x10\x02\x8a\x01\x01', null],
    ['\x0a\x04\x08\x01\x10\x02\x0a\x04\x08\x01\x10\x02Z\x04\x08\x01\x10\x02b\x01\x01', null],
    [`${words(0, 3, 0, 10_000, 0, 1, 1)}\x40\x11`, 'gperftools CPU profile'],
    ['Flat profile:\n\nEach sample counts as 0.01 seconds.\n', 'gprof listing'],
    // A name is whatever bytes its compiler wrote.
    ['Flat profile:\n\n100.00      0.01     0.01                             pr\xe9fixe\n', 'gprof listing'],
    ['pr\xe9fixe\n', null],
    [
      '\t\t     Call graph (explanation follows)\n\n\ngranularity: each sample hit covers 2 byte(s)',
      'gprof listing',
    ],
    ['{"functions":[]}', 'JSON file'],
    [':020000040001F9\n', 'Intel hex file'],
    ['S00C000070726F672E7372656312\r\n', 'Motorola S-record file'],
    ['\nprog:     file format elf32-littlearm\n\nSYMBOL TABLE:\n', 'table of symbols (objdump)'],
    ["\nSymbol table '.symtab' contains 2045 entries:\n", 'table of symbols (readelf)'],
    ['\nprog:     file format elf32-bigmips\n\n\nDisassembly of section .init:\n', 'disassembly (objdump)'],
    ['hello, world\n', 'text'],
    ['\xef\xbb\xbfhello', 'text'],
    ['gr\xc3\xbc\xc3\x9fe', 'text'],
    ['\xff\xfeh\0i\0', 'text'],
    ['\0'.repeat(30), 'file of zero bytes'],
    ['\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c', null],
    ['gmo\xff', null],
  ])('%j is %s', async (bytes, expected) => {
    expect(await looksLike(bytes)).toBe(expected)
  })

  it('a long text stays text when the bytes looked at end inside a character', async () => {
    for (const lead of ['', 'a', 'ab'])
      expect(await looksLike(lead + '\xe2\x82\xac'.repeat(400))).toBe('text')
  })

  it('a long text in UTF-16 is no BSD profile, which begins with numbers', async () => {
    const text = '\ufeffFlat profile:\r\n\r\nEach sample counts as 0.01 seconds.\r\n'
    for (const isBig of [false, true]) {
      const bytes = new Uint8Array(3_000_000)
      const view = new DataView(bytes.buffer)
      for (let at = 0; at < bytes.length / 2; at++)
        view.setUint16(2 * at, text.charCodeAt(at % text.length), !isBig)
      expect(await identifyBytes(bytes)).toMatchObject({ kind: 'unknown', problem: { looksLike: 'text' } })
    }
  })

  it('text in UTF-16 is text without a mark, too; other numbers of 16 bits are not', async () => {
    expect(await looksLike('h\0e\0l\0l\0o\0\n\0'.repeat(9))).toBe('text')
    expect(await looksLike('\0h\0e\0l\0l\0o\0\n'.repeat(9))).toBe('text')
    expect(await looksLike('\x01\0\x02\0'.repeat(30))).toBe(null)
  })

  it('the volumes of a zip file are told by how the first begins and the last ends', async () => {
    const end = (disk: string) => `PK\x05\x06${disk}\0${'\0'.repeat(16)}`
    const volume = 'archive (zip, one of several volumes)'
    expect(await looksLike(`PK\x07\x08PK\x03\x04${'\0'.repeat(30)}`)).toBe(volume)
    expect(await looksLike(`\x9a\xb4\xea\x01${end('\x03')}`)).toBe(volume)
    expect(await looksLike(`\x9a\xb4\xea\x01${end('\0')}`)).toBe(null)
  })

  it('an empty file is its own problem', async () => {
    expect(await identifyBytes(new Uint8Array(0))).toEqual({
      kind: 'unknown',
      problem: { code: 'input/empty-file', file: 'f' },
    })
  })

  it('shows the first bytes', async () => {
    expect(await identifyBytes(Uint8Array.from([1, 2, 0xfe]))).toEqual({
      kind: 'unknown',
      problem: { code: 'input/unknown-format', file: 'f', looksLike: null, firstBytes: '0102fe' },
    })
  })

  it('bytes of chance are hardly ever taken for a BSD profile', async () => {
    const random = randomFrom(7)
    let taken = 0
    for (let turn = 0; turn < effort(20_000); turn++) {
      const bytes = Uint8Array.from({ length: 64 }, () => random.below(256))
      if ((await identifyBytes(bytes)).kind !== 'unknown') taken++
    }
    expect(taken).toBeLessThan(effort(100))
  })
})
