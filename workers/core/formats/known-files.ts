// What a file that is neither program nor profile seems to be, in words for the person who gave it. By first bytes.
import { binaryString } from '../base/string-table.ts'
import { decodeUtf8 } from '../base/utf8.ts'
import type { ByteSource } from '../bytes/byte-source.ts'

interface Signature {
  /** One character per byte. */
  readonly bytes: string
  readonly at?: number
  readonly looksLike: string
}

const LIBRARY_PROFILE = 'profile of a shared library (LD_PROFILE), which sprof reads'

const ZIP_VOLUME = 'archive (zip, one of several volumes)'

/** Long or unmistakable ones. First match wins. */
const SIGNATURES: readonly Signature[] = [
  { bytes: '\x89PNG\r\n\x1a\n', looksLike: 'PNG image' },
  { bytes: '\xff\xd8\xff', looksLike: 'JPEG image' },
  { bytes: 'GIF8', looksLike: 'GIF image' },
  { bytes: 'WEBP', at: 8, looksLike: 'WebP image' },
  { bytes: '%PDF-', looksLike: 'PDF document' },
  { bytes: '\x1f\x8b\x08', looksLike: 'gzip archive' },
  { bytes: 'PK\x03\x04', looksLike: 'zip archive' },
  { bytes: 'PK\x05\x06', looksLike: 'zip archive' },
  { bytes: 'PK\x07\x08', looksLike: ZIP_VOLUME },
  { bytes: '\xfd7zXZ\0', looksLike: 'archive (xz)' },
  { bytes: 'BZh', looksLike: 'bzip2 archive' },
  { bytes: '\x28\xb5\x2f\xfd', looksLike: 'zstd archive' },
  { bytes: '7z\xbc\xaf\x27\x1c', looksLike: '7-Zip archive' },
  { bytes: 'Rar!\x1a\x07', looksLike: 'RAR archive' },
  { bytes: 'ustar', at: 257, looksLike: 'tar archive' },
  { bytes: '!<arch>\n', looksLike: 'static library (ar archive)' },
  { bytes: '!<thin>\n', looksLike: 'static library (thin ar archive)' },
  { bytes: '<bigaf>\n', looksLike: 'AIX static library' },
  { bytes: '<aiaff>\n', looksLike: 'AIX static library' },
  { bytes: 'BC\xc0\xde', looksLike: 'file of LLVM bitcode' },
  { bytes: '\xde\xc0\x17\x0b', looksLike: 'file of LLVM bitcode' },
  { bytes: '\x81rforpl\xff', looksLike: 'raw LLVM profile (.profraw)' },
  { bytes: '\x81Rforpl\xff', looksLike: 'raw LLVM profile (.profraw)' },
  { bytes: '\xfflprofr\x81', looksLike: 'raw LLVM profile (.profraw)' },
  { bytes: '\xfflprofR\x81', looksLike: 'raw LLVM profile (.profraw)' },
  { bytes: '\xfflprofi\x81', looksLike: 'indexed LLVM profile (.profdata)' },
  { bytes: 'adcg', looksLike: 'gcov data file (.gcda)' },
  { bytes: 'gcda', looksLike: 'gcov data file (.gcda)' },
  { bytes: 'oncg', looksLike: 'gcov notes file (.gcno)' },
  { bytes: 'gcno', looksLike: 'gcov notes file (.gcno)' },
  { bytes: 'PERFILE2', looksLike: 'perf.data file' },
  { bytes: 'PERFFILE', looksLike: 'perf.data file' },
  // The numbers that glibc has for a profile of this kind, in both byte orders.
  { bytes: 'gmon\xff\xff\x01\0', looksLike: LIBRARY_PROFILE },
  { bytes: 'gmon\0\x01\xff\xff', looksLike: LIBRARY_PROFILE },
  // Words of 64 bits: none, three more, version 0.
  { bytes: `${'\0'.repeat(8)}\x03${'\0'.repeat(15)}`, looksLike: 'gperftools CPU profile' },
  { bytes: ' trace\0\0\0', at: 7, looksLike: 'Go execution trace' },
  { bytes: 'SQLite format 3\0', looksLike: 'database (SQLite)' },
  { bytes: '\0asm', looksLike: 'WebAssembly module' },
  { bytes: 'JAVA PROFILE', looksLike: 'Java heap dump' },
  { bytes: 'MDMP', looksLike: 'Windows minidump' },
  { bytes: '\x1aGDB', looksLike: 'gdb index' },
  { bytes: 'RIFF', looksLike: 'media file (RIFF)' },
  { bytes: 'OggS', looksLike: 'media file (Ogg)' },
  { bytes: 'ftyp', at: 4, looksLike: 'media file (MP4)' },
  { bytes: 'ID3', looksLike: 'sound file (MP3)' },
]

/** Of two bytes only: looked at last. */
const SHORT_SIGNATURES: readonly Signature[] = [
  { bytes: 'MZ', looksLike: 'Windows or DOS program that is not read here' },
  { bytes: 'BM', looksLike: 'BMP image' },
  { bytes: '\x01\xf7', looksLike: 'AIX executable (XCOFF)' },
  { bytes: '\x01\xdf', looksLike: 'AIX executable (XCOFF)' },
  { bytes: '\xff\xfe', looksLike: 'text' },
  { bytes: '\xfe\xff', looksLike: 'text' },
]

interface Text {
  readonly pattern: RegExp
  readonly looksLike: string
}

/** The one text that need not be UTF-8: its names are raw bytes. */
const LISTING: Text = {
  pattern: /^(Flat\sprofile:|[ \t]*Call graph|granularity:\seach\ssample|.*Each\ssample\scounts\sas\s)/m,
  looksLike: 'gprof listing',
}

/** Fields of a profile for pprof: two numbers of strings, time, duration, period and the kind of sample to begin with. */
const NUMBERS_IN_PPROF: readonly number[] = [7, 8, 9, 10, 12, 14]

/** In text; the first that matches the beginning of the file. */
const TEXTS: readonly Text[] = [
  LISTING,
  { pattern: /^desc: I1 cache:/, looksLike: 'cachegrind profile' },
  { pattern: /^\{"dhatFileVersion"/, looksLike: 'DHAT profile' },
  {
    pattern: /^# callgrind format|^(version|creator|events): ?(\d|callgrind|Ir)/m,
    looksLike: 'callgrind profile',
  },
  { pattern: /^desc: .*\ncmd: .*\ntime_unit: /, looksLike: 'massif profile' },
  { pattern: /^\s*-:\s+0:Source:/, looksLike: 'gcov listing' },
  { pattern: /^#!.*\b(sh|bash|dash|zsh|ksh)\b/, looksLike: 'shell script' },
  { pattern: /^#!/, looksLike: 'script' },
  { pattern: /^#? ?gmon\.out|^\s*index % time/m, looksLike: 'gprof listing' },
  { pattern: /^(<!doctype html|<html)/i, looksLike: 'web page (HTML)' },
  { pattern: /^<\?xml/, looksLike: 'document in XML' },
  { pattern: /^[[{]\s*["{[\]}]/, looksLike: 'JSON file' },
  { pattern: /^version https:\/\/git-lfs/, looksLike: 'Git LFS pointer' },
  { pattern: /^\/\*|^\/\/|^#\s*(include|define|ifndef|pragma)\b/, looksLike: 'source file' },
  { pattern: /^SYMBOL TABLE:\r?$/m, looksLike: 'table of symbols (objdump)' },
  { pattern: /^Symbol table '\.\w+' contains/m, looksLike: 'table of symbols (readelf)' },
  { pattern: /^Disassembly of section /m, looksLike: 'disassembly (objdump)' },
  { pattern: /^:[0-9A-F]{10,}\r?\n/, looksLike: 'Intel hex file' },
  { pattern: /^S0[0-9A-F]{6,}\r?\n/, looksLike: 'Motorola S-record file' },
]

/**
 * Returns what a file is, by signatures so long, or text so plain, that no profile begins so by
 * chance.
 *
 * @param start the file's first bytes
 * @param whole whether these are the whole file
 * @returns the kind as in messages, such as "JSON file"; null if none is known
 */
export function recognizeUnambiguous(start: Uint8Array, whole: boolean): string | null {
  return (
    matchSignature(start, SIGNATURES) ??
    recognizeCafeBabe(start) ??
    recognizePstats(start) ??
    recognizeWide(start) ??
    recognizeText(start, whole) ??
    recognizePprof(start, whole)
  )
}

/**
 * Returns what a file is by first bytes that a profile without a header could have as well: call it only once
 * the file is no profile.
 *
 * @param start the file's first bytes
 * @returns the kind as in messages, such as "a core dump"; null if none is known
 */
export function recognizeAmbiguous(start: Uint8Array): string | null {
  return matchSignature(start, SHORT_SIGNATURES) ?? recognizeZeros(start)
}

/** The end of a zip file's directory, whose second number is the volume's. */
const ZIP_END_SIZE = 22

/**
 * Returns what a file is by its last 22 bytes: the last volume of a zip file, "archive (zip, one of several
 * volumes)"; null for any other. That volume begins with what the one before had no room for.
 *
 * @throws ProblemError `bytes/…` of the source
 */
export async function recognizeByEnd(source: ByteSource): Promise<string | null> {
  if (source.size < ZIP_END_SIZE) return null
  const end = await source.read(source.size - ZIP_END_SIZE, ZIP_END_SIZE)
  const isEnd = binaryString(end, 0, 4) === 'PK\x05\x06'
  return isEnd && (end[4] !== 0 || end[5] !== 0) ? ZIP_VOLUME : null
}

function matchSignature(start: Uint8Array, signatures: readonly Signature[]): string | null {
  const text = binaryString(start, 0, start.length)
  return signatures.find(({ bytes, at }) => text.startsWith(bytes, at ?? 0))?.looksLike ?? null
}

/** A dictionary, as Python's `marshal` writes it, whose first key is three values, the first of them a string. */
function recognizePstats(start: Uint8Array): string | null {
  const [, , values] = start
  const text = binaryString(start, 0, Math.min(PSTATS_LENGTH, start.length))
  return values === 3 && PSTATS.test(text) ? 'Python profile (pstats)' : null
}

const PSTATS = /^[{\xfb]([)\xa9].|[(\xa8].\0{3})([zZ\xfa\xda].|[suaAt\xf3\xf5\xe1\xc1\xf4].{4})[ -~]/s
const PSTATS_LENGTH = 16

/**
 * Recognises a pprof profile, a Protocol Buffers message of fields with number and type. It has
 * fields 1 to 14 only, each of its own type, with the sample types, field 1, first.
 */
function recognizePprof(start: Uint8Array, whole: boolean): string | null {
  let at = 0
  let kinds = 0
  let fields = 0
  while (at < start.length) {
    const key = start[at++] ?? 0
    const field = key >> 3
    const kind = key & 7
    const isNumber = NUMBERS_IN_PPROF.includes(field)
    if (field < 1 || field > 14 || (field === 13 ? kind !== 0 && kind !== 2 : kind !== (isNumber ? 0 : 2)))
      return null
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = start[at++] ?? 0
      if (shift > 63) return null
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) break
    }
    if (kind === 2) at += value
    if (field === 1) kinds++
    fields++
  }
  return kinds > 0 && fields > 2 && (at === start.length || !whole) ? 'pprof profile' : null
}

/**
 * Java and macOS share this magic. A version of 45 or more follows for Java, a small number of
 * architectures for macOS.
 */
function recognizeCafeBabe(start: Uint8Array): string | null {
  if (start.length < 8 || !binaryString(start, 0, 4).startsWith('\xca\xfe\xba\xbe')) return null
  const next = new DataView(start.buffer, start.byteOffset).getUint32(4)
  return next < 40 ? 'Mach-O file for several processors (macOS)' : 'Java class file'
}

/** Looked at of text in UTF-16, each second byte of which is 0. */
const WIDE_BYTES = 48

/** As Windows' shell writes what a program prints. By size and numbers a long one could be an older profile of BSD's. */
function recognizeWide(start: Uint8Array): string | null {
  const mark = binaryString(start, 0, 2)
  const isMarked = mark === '\xff\xfe' || mark === '\xfe\xff'
  if (start.length < 4) return null
  const high = mark === '\xff\xfe' || start[1] === 0 ? 1 : 0
  for (let at = isMarked ? 2 : 0; at + 1 < Math.min(start.length, WIDE_BYTES); at += 2) {
    const low = start[at + 1 - high] ?? 0
    // Without a mark it must be ASCII: small numbers look alike otherwise.
    if (start[at + high] !== 0 || low === 0 || (!isMarked && (low < 9 || low > 126))) return null
  }
  return 'text'
}

function recognizeText(start: Uint8Array, whole: boolean): string | null {
  for (const byte of start) {
    // Controls other than tab, line feed, form feed, carriage return, escape.
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) return null
  }
  const text = decodeUtf8(start, whole)
  if (text === null)
    return LISTING.pattern.test(binaryString(start, 0, start.length)) ? LISTING.looksLike : null
  return TEXTS.find(({ pattern }) => pattern.test(text))?.looksLike ?? 'text'
}

function recognizeZeros(start: Uint8Array): string | null {
  return start.every((byte) => byte === 0) ? 'file of zero bytes' : null
}
