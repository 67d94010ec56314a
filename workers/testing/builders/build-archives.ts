// Archives as other programs write them, and some that claim what is not true.
import { deflateRawSync } from 'node:zlib'
import { checksumOf } from '../../core/archives/archive.ts'

interface ZipMember {
  readonly name: string
  readonly content: Uint8Array
  readonly method?: number
  readonly flags?: number
  /** What the directory claims. */
  readonly size?: number
}

export function zip(members: readonly ZipMember[]): Uint8Array {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, method = 8, flags = 0, size = content.length } of members) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content)
    const raw = new TextEncoder().encode(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(flags, 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(checksumOf(content), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(raw.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(checksumOf(content), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(raw.length, 28)
    entry.writeUInt32LE(offset, 42)
    const before = locals.length
    locals.push(local, Buffer.from(raw), packed)
    entries.push(entry, Buffer.from(raw))
    offset += locals.slice(before).reduce((sum, { length }) => sum + length, 0)
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Uint8Array.from(Buffer.concat([...locals, directory, end]))
}

/** Markers in place of the narrow numbers, with a record of zip64 for the directory. The wide numbers are zeros. */
export function zip64(members: readonly ZipMember[], wide: 'directory' | 'members'): Uint8Array {
  const archive = Buffer.from(zip(members))
  const end = archive.length - 22
  if (wide === 'members') {
    for (let at = archive.readUInt32LE(end + 16); at < end; at += 46 + archive.readUInt16LE(at + 28))
      for (const field of [20, 24, 42]) archive.writeUInt32LE(MARKER, at + field)
    return archive
  }
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeUInt32LE(0x07064b50, 56)
  archive.writeUInt32LE(MARKER, end + 16)
  return Buffer.concat([archive.subarray(0, end), record, archive.subarray(end)])
}

const MARKER = 0xffffffff

export function tar(
  members: readonly { readonly name: string; readonly content: Uint8Array; readonly type?: string }[],
) {
  const blocks: Buffer[] = []
  for (const { name, content, type = '0' } of members) {
    const header = Buffer.alloc(512)
    header.write(name, 0, 100, 'latin1')
    header.write('0000644\0', 100)
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write(type, 156)
    header.write('ustar\x0000', 257)
    signTarHeader(header)
    blocks.push(header, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512))
  }
  return Uint8Array.from(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

/** Writes the checksum, which is that of a header with blanks in its place. */
export function signTarHeader(header: Buffer): void {
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
}
