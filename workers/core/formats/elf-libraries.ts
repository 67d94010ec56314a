// Shared libraries that an ELF program needs (DT_NEEDED). A profile holds no time of theirs.
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import type { ByteSource } from '../bytes/byte-source.ts'

const PT_LOAD = 1
const PT_DYNAMIC = 2
const DT_NEEDED = 1
const DT_STRTAB = 5
/** Largest tables that are read and longest name, in bytes. */
const LARGEST = 1 << 16
const LONGEST_NAME = 256
/** Libraries that are read, at most. */
const MOST_NEEDED = 64

/** Libraries of the compiler, the C library and the loader; few programs spend their time in them. */
const OF_SYSTEM =
  /^(?:lib(?:c|m|mvec|dl|rt|pthread|util|resolv|nsl|crypt|anl|gcc_s|stdc\+\+|c\+\+(?:abi)?|unwind|gfortran|quadmath|atomic|gomp|omp|iomp5|gnat.*|[at]san|ubsan|lsan)(?=[.\d-]|$)|ld-|ld(?:64)?\.so|linux-)/

interface Segment {
  readonly type: number
  readonly offset: number
  readonly address: number
  readonly size: number
}

/**
 * Returns the names of the shared libraries that a program needs (DT_NEEDED), in the file's order, as binary
 * strings. Leaves out the libraries of the compiler, the C library and the loader. Empty for a static program
 * and for a damaged table. Reads a few small ranges; at most 64 names of 256 bytes.
 *
 * Source: System V ABI, "Program Loading and Dynamic Linking".
 *
 * @throws what reading the file throws
 */
export async function readLibraries(source: ByteSource, layout: ByteLayout): Promise<readonly string[]> {
  const read = async (offset: number, length: number): Promise<DataView> => {
    const within = Math.max(0, Math.min(length, LARGEST, source.size - offset))
    const bytes = within > 0 && offset >= 0 ? await source.read(offset, within) : new Uint8Array(0)
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  const { wordSize } = layout
  const isLittle = !layout.bigEndian
  const wordAt = (view: DataView, at: number): number =>
    wordSize === 8 ? Number(view.getBigUint64(at, isLittle)) : view.getUint32(at, isLittle)
  const header = await read(0, wordSize === 8 ? 64 : 52)
  if (header.byteLength < (wordSize === 8 ? 64 : 52)) return []
  const entrySize = header.getUint16(wordSize === 8 ? 54 : 42, isLittle)
  const entries = header.getUint16(wordSize === 8 ? 56 : 44, isLittle)
  if (entrySize < (wordSize === 8 ? 56 : 32)) return []
  const table = await read(wordAt(header, wordSize === 8 ? 32 : 28), entrySize * entries)
  const segments: Segment[] = []
  for (let at = 0; at + entrySize <= table.byteLength; at += entrySize) {
    const [offset, address, size] = wordSize === 8 ? [8, 16, 32] : [4, 8, 16]
    segments.push({
      type: table.getUint32(at, isLittle),
      offset: wordAt(table, at + offset),
      address: wordAt(table, at + address),
      size: wordAt(table, at + size),
    })
  }
  const dynamic = segments.find(({ type }) => type === PT_DYNAMIC)
  if (!dynamic) return []
  const view = await read(dynamic.offset, dynamic.size)
  const needed: number[] = []
  let names = NaN
  for (let at = 0; at + 2 * wordSize <= view.byteLength; at += 2 * wordSize) {
    const tag = wordAt(view, at)
    const value = wordAt(view, at + wordSize)
    if (tag === 0) break
    if (tag === DT_NEEDED && needed.length < MOST_NEEDED) needed.push(value)
    if (tag === DT_STRTAB) names = value
  }
  const load = segments.find(
    ({ type, address, size }) => type === PT_LOAD && names >= address && names < address + size,
  )
  if (!load) return []
  const found: string[] = []
  for (const name of needed) {
    const text = await read(names - load.address + load.offset + name, LONGEST_NAME)
    let library = ''
    for (let at = 0; at < text.byteLength && text.getUint8(at) !== 0; at++)
      library += String.fromCharCode(text.getUint8(at))
    if (library !== '' && !OF_SYSTEM.test(library)) found.push(library)
  }
  return found
}
