// The only list of formats: what a file is, by its first bytes. Its name and the order of files do not matter.
import type { ByteSource } from '../bytes/byte-source.ts'
import { FIRST_BYTES } from '../problems/problem-error.ts'
import { decodeHeader, decodeIdent } from './elf-decode.ts'
import { describeElf, readExecutable as readElf } from './elf.ts'
import { headerSize } from './elf-layout.ts'
import { IDENTIFYING_BYTES, type Identity, type RawExecutable } from './format.ts'
import { isGnu } from './gmon/layouts.ts'
import { plausibleBsdHeaders } from './gmon/bsd-header.ts'
import { decodeMachHeader, machLayout } from './macho-decode.ts'
import { describeMach, readMach } from './macho.ts'
import { FileType as MachFileType, headerSize as machHeaderSize } from './macho-layout.ts'
import { isSavedProfile } from './saved-profile/types.ts'

/**
 * Returns what a file is, by its first bytes; its name does not matter. A file of no known format is
 * `unknown`, with the problem `input/unknown-format`, an empty one with `input/empty-file`.
 *
 * @throws ProblemError `bytes/…` of the source
 */
export async function identify(source: ByteSource): Promise<Identity> {
  const file = source.name
  if (source.size === 0) return { kind: 'unknown', problem: { code: 'input/empty-file', file } }
  const start = await source.read(0, Math.min(IDENTIFYING_BYTES, source.size))
  if (isElf(start)) return { kind: 'executable', detail: elfDetail(file, start) }
  if (isSavedProfile(start)) return { kind: 'saved', detail: 'saved profile' }
  const mach = machDetail(file, start)
  if (mach !== null) return { kind: 'executable', detail: mach }
  const pe = isDos(start) ? await peDetail(source, start) : null
  if (pe !== null) return { kind: 'executable', detail: pe }
  if (isGnu(start) && gnuVersion(start) !== LIBRARY_VERSION)
    return { kind: 'profile', dialect: 'gnu', detail: gnuDetail(start) }

  // Fetched for what is none of these: it is no part of opening a profile.
  const { describeList } = await import('./symbol-list.ts')
  const list = describeList(start, start.length === source.size)
  if (list !== null) return { kind: 'symbols', detail: list }
  const { recognizeByEnd, recognizeAmbiguous, recognizeUnambiguous } = await import('./known-files.ts')
  const known = recognizeUnambiguous(start, start.length === source.size)
  if (known === null) {
    const [bsd] = plausibleBsdHeaders({ file, offset: 0, bytes: start }, source.size)
    if (bsd !== undefined) return { kind: 'maybe-bsd-profile', detail: BSD_DETAIL[bsd.header.dialect] }
  }
  const looksLike = known ?? recognizeAmbiguous(start) ?? (await recognizeByEnd(source))
  const firstBytes = Array.from(start.subarray(0, FIRST_BYTES), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return { kind: 'unknown', problem: { code: 'input/unknown-format', file, looksLike, firstBytes } }
}

/** Of the dynamic linker's profiles of a shared library, which have the cookie and nothing else of a gmon.out. */
const LIBRARY_VERSION = 0x1ffff

/**
 * Reads a program as PE, Mach-O or ELF, by its first bytes. A file of another format is read as ELF, and
 * refused there.
 *
 * @param symbolsOptional whether a file without symbols gives an empty table instead of a problem
 * @param withSymbolSizes whether to read the sizes of ELF symbols, too
 * @throws ProblemError `elf/…`, `executable/…`, `bytes/…`
 */
export async function readExecutable(
  source: ByteSource,
  symbolsOptional = false,
  withSymbolSizes = false,
): Promise<RawExecutable> {
  const start = await source.read(0, Math.min(4, source.size))
  if (isDos(start)) {
    // Few programs are of this format, and the worker is to be small.
    const { readPe } = await import('./pe.ts')
    return readPe(source, symbolsOptional)
  }
  return !isElf(start) && machLayout(start) !== null
    ? readMach(source, symbolsOptional)
    : readElf(source, symbolsOptional, withSymbolSizes)
}

const BSD_DETAIL = { bsd: 'BSD gmon.out, older format', '4.4bsd': 'BSD gmon.out, 4.4BSD format' } as const

function isElf(start: Uint8Array): boolean {
  return start[0] === 0x7f && start[1] === 0x45 && start[2] === 0x4c && start[3] === 0x46
}

function isDos(start: Uint8Array): boolean {
  return start[0] === 0x4d && start[1] === 0x5a
}

/** Null for a program of DOS alone. */
async function peDetail(source: ByteSource, start: Uint8Array): Promise<string | null> {
  const { describePe, peIdent } = await import('./pe.ts')
  const pe = await peIdent(source, start)
  return pe && describePe(pe.wide, pe.machine)
}

/** Describes an ELF file, briefly if it is damaged; reading it reports the damage. */
function elfDetail(file: string, bytes: Uint8Array): string {
  const piece = { file, offset: 0, bytes }
  const valid = bytes.length >= 16 && (bytes[4] === 1 || bytes[4] === 2) && (bytes[5] === 1 || bytes[5] === 2)
  if (!valid || bytes[6] !== 1) return 'ELF'
  const layout = decodeIdent(piece)
  if (bytes.length < headerSize(layout)) return 'ELF'
  return describeElf(decodeHeader(piece, layout))
}

/** Null if it is no Mach-O file. */
function machDetail(file: string, bytes: Uint8Array): string | null {
  const layout = machLayout(bytes)
  if (layout === null) return null
  if (bytes.length < machHeaderSize(layout)) return 'Mach-O'
  const { cpu, type } = decodeMachHeader({ file, offset: 0, bytes }, layout)
  return describeMach(layout, cpu) + (type === MachFileType.core ? ', core dump' : '')
}

/** The byte order is unknown without the executable, but every version is small. */
function gnuVersion(start: Uint8Array): number {
  if (start.length < 8) return 0
  const view = new DataView(start.buffer, start.byteOffset)
  return Math.min(view.getUint32(4, true), view.getUint32(4, false))
}

function gnuDetail(start: Uint8Array): string {
  const version = gnuVersion(start)
  return version > 0 ? `GNU gmon.out, version ${version}` : 'GNU gmon.out'
}
