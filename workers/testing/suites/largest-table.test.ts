// Sparse files whose tables have gigabytes by their own word: each format refuses them before it takes memory.
import { describe, expect, it } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { buildMach } from '../builders/build-mach.ts'
import { buildPe } from '../builders/build-pe.ts'
import { bsd, histogram, program } from '../builders/small-program.ts'
import { effort } from '../effort.ts'
import { largestAllocation } from '../largest-allocation.ts'
import { problemOf } from '../problem-of.ts'
import { sparseSource } from '../sources.ts'
import { type ByteSource, LARGEST_TABLE } from '../../core/bytes/byte-source.ts'
import type { Problem } from '../../core/problems/problem.ts'
import { DebugSection } from '../../core/formats/dwarf/sections.ts'
import { WorkBudget } from '../../core/formats/dwarf/work-budget.ts'
import { readExecutable } from '../../core/formats/elf.ts'
import { ArcColumns } from '../../core/formats/gmon/arc-columns.ts'
import { BlockColumns } from '../../core/formats/gmon/block-columns.ts'
import { readProfile } from '../../core/formats/gmon/read.ts'
import { readMach } from '../../core/formats/macho.ts'
import { readPe } from '../../core/formats/pe.ts'
import { LARGEST } from '../../core/formats/saved-profile/types.ts'
import { readStabs } from '../../core/formats/stabs.ts'

const FOUR_GIB = 2 ** 32
/** Bytes: a profile is read in pieces of 8 MB. */
const LITTLE = 10_000_000
/** Bytes of a profile before its first record. */
const HEADER = 20
const WIDE = { wordSize: 8, bigEndian: false } as const

/** The file, and a hole of 8 GiB behind it. */
const withHole = (bytes: Uint8Array): ByteSource =>
  sparseSource('big', bytes.length + 2 * FOUR_GIB, [{ offset: 0, bytes }])

async function refused(work: () => Promise<unknown>): Promise<Partial<Problem>> {
  const { value, largest } = await largestAllocation(() => problemOf(work))
  expect(largest).toBeLessThan(LITTLE)
  return value ?? {}
}

const tooLarge = (what: string, size: number): Partial<Problem> => ({
  code: 'bytes/table-too-large',
  file: 'big',
  what,
  size,
  limit: LARGEST_TABLE,
})

/** @param choose the section, by its number, type and the number of the one it links to */
function elfWithLarge(choose: (section: number, type: number, headers: DataView) => boolean): ByteSource {
  const bytes = buildElf({ text: { address: 0x1000, size: 16 }, symbols: [{ name: 'f', address: 0x1000 }] })
  const view = new DataView(bytes.buffer)
  const at = Number(view.getBigUint64(40, true))
  const headers = new DataView(bytes.buffer, at)
  for (let section = 0; section < view.getUint16(60, true); section++) {
    if (!choose(section, headers.getUint32(64 * section + 4, true), headers)) continue
    headers.setBigUint64(64 * section + 24, BigInt(bytes.length), true)
    headers.setBigUint64(64 * section + 32, BigInt(FOUR_GIB), true)
  }
  return withHole(bytes)
}

const SYMTAB = 2
const linkOfSymbols = (headers: DataView): number => {
  let section = 0
  while (headers.getUint32(64 * section + 4, true) !== SYMTAB) section++
  return headers.getUint32(64 * section + 40, true)
}

describe('a table of gigabytes is refused with its name and size', () => {
  it('in ELF', async () => {
    const symbols = elfWithLarge((_, type) => type === SYMTAB)
    expect(await refused(() => readExecutable(symbols))).toEqual(tooLarge('symbol table (.symtab)', FOUR_GIB))
    const names = elfWithLarge((section, _, headers) => section === linkOfSymbols(headers))
    expect(await refused(() => readExecutable(names))).toEqual(tooLarge('symbol names (.strtab)', FOUR_GIB))
  })

  it('in PE', async () => {
    const build = (change: (view: DataView, coff: number) => void): ByteSource => {
      const bytes = buildPe({ symbols: [{ name: 'main', value: 0 }] })
      const view = new DataView(bytes.buffer)
      change(view, view.getUint32(0x3c, true) + 4)
      return withHole(bytes)
    }
    const many = build((view, coff) => view.setUint32(coff + 12, 2 ** 28, true))
    expect(await refused(() => readPe(many))).toEqual(tooLarge('symbol table', 18 * 2 ** 28))
    const long = build((view, coff) =>
      view.setUint32(view.getUint32(coff + 8, true) + 18, FOUR_GIB - 1, true),
    )
    expect(await refused(() => readPe(long))).toEqual(tooLarge('symbol names', FOUR_GIB - 1))
  })

  it('in Mach-O', async () => {
    const build = (field: number, value: number): ByteSource => {
      const bytes = buildMach({ symbols: [{ name: '_main', value: 0x1_0000_0f00 }] })
      const view = new DataView(bytes.buffer)
      let at = 32
      while (view.getUint32(at, true) !== 2) at += view.getUint32(at + 4, true)
      view.setUint32(at + field, value, true)
      return withHole(bytes)
    }
    expect(await refused(() => readMach(build(12, 2 ** 28)))).toEqual(tooLarge('symbol table', 2 ** 32))
    expect(await refused(() => readMach(build(20, 2 ** 31)))).toEqual(tooLarge('symbol names', 2 ** 31))
  })

  it('in GNU and BSD profiles', async () => {
    const gnu = histogram({})
    new DataView(gnu.buffer).setUint32(20 + 17, 2 ** 31, true)
    expect(await refused(() => readProfile(withHole(gnu), WIDE))).toEqual(
      tooLarge('histogram bins', FOUR_GIB),
    )
    // Zeros are records without bins: it takes millions of them to make 512 MB.
    if (effort(1, 0) > 0) {
      const zeros = new Uint8Array(HEADER)
      zeros.set(gnu.subarray(0, HEADER))
      expect(
        await refused(() => readProfile(withHole(zeros), WIDE, () => {}, { gprofQuirks: true })),
      ).toMatchObject({ code: 'bytes/table-too-large', what: 'histogram records' })
    }
    const old = bsd()
    new DataView(old.buffer).setUint32(16, FOUR_GIB - 2, true)
    expect(await refused(() => readProfile(withHole(old), WIDE))).toMatchObject({
      code: 'bytes/table-too-large',
      what: 'histogram bins',
    })
    const run = {
      file: 'big',
      view: new DataView(new ArrayBuffer(0)),
      at: 0,
      stride: 20,
      countSize: 4,
      layout: WIDE,
    } as const
    expect(
      await refused(async () => new ArcColumns().append({ ...run, arcs: 30_000_000 }, 30_000_000)),
    ).toEqual(tooLarge('arcs', 720_000_000))
    expect(await refused(async () => new BlockColumns('big').append(run.view, 0, 20_000_000, WIDE))).toEqual(
      tooLarge('basic-block records', 640_000_000),
    )
  })

  it('in DWARF and stabs', async () => {
    const section = new DebugSection(
      '.debug_line',
      withHole(new Uint8Array()),
      false,
      new WorkBudget(FOUR_GIB),
    )
    expect(await refused(() => section.read(0, FOUR_GIB))).toEqual(tooLarge('section .debug_line', FOUR_GIB))
    expect(await refused(() => section.readWhole())).toEqual(tooLarge('section .debug_line', 2 * FOUR_GIB))
    const source = withHole(program())
    const executable = await readExecutable(source)
    const debugSections = ['.stab', '.stabstr'].map((name) => ({
      name,
      offset: 0,
      size: FOUR_GIB,
      compressed: false,
    }))
    const lines = readStabs(source, { ...executable, debugSections })
    await lines.locate([0x401000])
    expect(lines.notices()).toEqual([
      { code: 'sources-left-out', problem: tooLarge('section .stab', FOUR_GIB) },
    ])
  })

  it('in saved profiles, which may hold less', () => {
    // That more is refused: testing/suites/saved-hostile.test.ts.
    expect(LARGEST).toBeLessThan(LARGEST_TABLE)
  })
})
