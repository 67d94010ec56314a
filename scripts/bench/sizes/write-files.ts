// Programs and profiles at the limits, written without holding their tables as objects.
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The code begins here, one function after the other. */
const BASE = 0x401000
/** Bytes of each function, and of each bin. */
const SPACING = 16

interface Program {
  readonly functions: number
  readonly nameOf: (f: number) => string
  /** Bytes of zeros before the symbols, which take no room on the disk; 0 unless given. */
  readonly gap?: number
}

/** Writes an ELF program of x86-64. Its code and the gap are holes of the file. */
function writeProgram(path: string, { functions, nameOf, gap = 0 }: Program): void {
  const end = BASE + functions * SPACING
  const names = Buffer.from(
    `\0etext\0${Array.from({ length: functions }, (_, f) => `${nameOf(f)}\0`).join('')}`,
    'latin1',
  )
  const symbols = Buffer.alloc(24 * (functions + 2))
  const symbol = (row: number, name: number, address: number, size: number, info: number): void => {
    symbols.writeUInt32LE(name, 24 * row)
    symbols.writeUInt8(info, 24 * row + 4)
    symbols.writeUInt16LE(1, 24 * row + 6)
    symbols.writeBigUInt64LE(BigInt(address), 24 * row + 8)
    symbols.writeBigUInt64LE(BigInt(size), 24 * row + 16)
  }
  symbol(1, 1, end, 0, 0x10)
  let name = 7
  for (let f = 0; f < functions; f++) {
    symbol(f + 2, name, BASE + f * SPACING, SPACING, 0x12)
    name = names.indexOf(0, name) + 1
  }
  const titles = Buffer.from('\0.text\0.debug_info\0.symtab\0.strtab\0.shstrtab\0')
  const headers = Buffer.alloc(64 * 6)
  let offset = 64
  const at: number[] = []
  const section = (row: number, type: number, flags: number, address: number, size: number, link: number) => {
    const start = 64 * row
    const titleOf = ['', '.text', '.debug_info', '.symtab', '.strtab', '.shstrtab'][row] ?? ''
    headers.writeUInt32LE(titles.indexOf(`${titleOf}\0`), start)
    headers.writeUInt32LE(type, start + 4)
    headers.writeBigUInt64LE(BigInt(flags), start + 8)
    headers.writeBigUInt64LE(BigInt(address), start + 16)
    headers.writeBigUInt64LE(BigInt(offset), start + 24)
    headers.writeBigUInt64LE(BigInt(size), start + 32)
    headers.writeUInt32LE(link, start + 40)
    headers.writeUInt32LE(type === 2 ? 1 : 0, start + 44)
    headers.writeBigUInt64LE(1n, start + 48)
    headers.writeBigUInt64LE(type === 2 ? 24n : 0n, start + 56)
    at[row] = offset
    offset += size
  }
  section(1, 1, 6, BASE, functions * SPACING, 0)
  section(2, 1, 0, 0, gap, 0)
  section(3, 2, 0, 0, symbols.length, 4)
  section(4, 3, 0, 0, names.length, 0)
  section(5, 3, 0, 0, titles.length, 0)
  const header = Buffer.alloc(64)
  header.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  header.writeUInt16LE(2, 16)
  header.writeUInt16LE(62, 18)
  header.writeUInt32LE(1, 20)
  header.writeBigUInt64LE(BigInt(BASE), 24)
  header.writeBigUInt64LE(BigInt(offset), 40)
  header.writeUInt16LE(64, 52)
  header.writeUInt16LE(64, 58)
  header.writeUInt16LE(6, 60)
  header.writeUInt16LE(5, 62)
  const file = openSync(path, 'w')
  ftruncateSync(file, offset + headers.length)
  const put = (bytes: Buffer, position: number): void => {
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, Math.min(bytes.length - done, 1 << 28), position + done)
  }
  put(header, 0)
  put(symbols, at[3] ?? 0)
  put(names, at[4] ?? 0)
  put(titles, at[5] ?? 0)
  put(headers, offset)
  closeSync(file)
}

/** Writes a profile in which every function has a sample, with these arcs, each called once. */
function writeProfile(
  path: string,
  functions: number,
  arcs: number,
  arcAt: (arc: number) => readonly [caller: number, callee: number],
): void {
  const bytes = Buffer.alloc(20 + 41 + 2 * functions + 21 * arcs)
  bytes.write('gmon')
  bytes.writeUInt32LE(1, 4)
  let at = 20
  at = bytes.writeUInt8(0, at)
  at = bytes.writeBigUInt64LE(BigInt(BASE), at)
  at = bytes.writeBigUInt64LE(BigInt(BASE + functions * SPACING), at)
  at = bytes.writeUInt32LE(functions, at)
  at = bytes.writeUInt32LE(100, at)
  at += bytes.write('seconds', at) + 8
  at = bytes.writeUInt8('s'.charCodeAt(0), at)
  for (let bin = 0; bin < functions; bin++) at = bytes.writeUInt16LE(1, at)
  for (let arc = 0; arc < arcs; arc++) {
    const [caller, callee] = arcAt(arc)
    at = bytes.writeUInt8(1, at)
    at = bytes.writeBigUInt64LE(BigInt(BASE + caller * SPACING + 8), at)
    at = bytes.writeBigUInt64LE(BigInt(BASE + callee * SPACING), at)
    at = bytes.writeUInt32LE(1, at)
  }
  const file = openSync(path, 'w')
  writeSync(file, bytes)
  closeSync(file)
}

/** A case at a limit. */
export interface SizeCase {
  readonly title: string
  /** Writes the program and the profiles into a folder. Returns their paths, the program first. */
  readonly write: (folder: string) => readonly string[]
}

const plainName = (f: number): string => (f === 0 ? 'main' : `f${f}`)

function pair(
  folder: string,
  program: Program,
  arcs: number,
  arcAt: (arc: number) => readonly [number, number],
): readonly string[] {
  const paths = [join(folder, 'program'), join(folder, 'gmon.out')] as const
  writeProgram(paths[0], program)
  writeProfile(paths[1], program.functions, arcs, arcAt)
  return paths
}

/** The cases. `scale`: 1, or less for a quick look. */
export function sizeCases(scale: number): readonly SizeCase[] {
  const of = (size: number): number => Math.ceil(size * scale)
  const said = (size: number): string => size.toLocaleString('en')
  const small = { functions: 1_000, nameOf: plainName }
  const toNext = (arc: number): readonly [number, number] => [arc, arc + 1]
  return [
    {
      title: `executable of ${(4 * scale).toFixed(scale < 1 ? 3 : 0)} GiB`,
      write: (folder) => pair(folder, { ...small, gap: of(4 * 2 ** 30) }, 999, toNext),
    },
    {
      title: `${said(of(10_000))} runs`,
      write(folder) {
        const [program = '', profile = ''] = pair(folder, small, 999, toNext)
        const others = Array.from({ length: of(10_000) - 1 }, (_, run) => join(folder, `gmon.${run}`))
        for (const path of others) writeProfile(path, 1_000, 999, toNext)
        return [program, profile, ...others]
      },
    },
    {
      title: `a name of ${said(of(16_000_000))} bytes`,
      write: (folder) =>
        pair(
          folder,
          { ...small, nameOf: (f) => (f === 1 ? 'x'.repeat(of(16_000_000)) : plainName(f)) },
          999,
          toNext,
        ),
    },
    {
      title: `${said(of(5_000_000))} symbols`,
      write: (folder) => pair(folder, { functions: of(5_000_000), nameOf: plainName }, of(1_000_000), toNext),
    },
    {
      title: `a cycle of ${said(of(500_000))}`,
      write(folder) {
        const functions = of(500_000)
        return pair(folder, { functions, nameOf: plainName }, functions, (arc) => [
          arc,
          (arc + 1) % functions,
        ])
      },
    },
    {
      title: `a chain of ${said(of(1_000_000))}`,
      write: (folder) =>
        pair(folder, { functions: of(1_000_000), nameOf: plainName }, of(1_000_000) - 1, toNext),
    },
    {
      title: `${said(of(1_000_000))} callers of one function`,
      write: (folder) =>
        pair(folder, { functions: of(1_000_000) + 1, nameOf: plainName }, of(1_000_000), (arc) => [
          arc + 1,
          0,
        ]),
    },
  ]
}
