// Archives as other programs write them, and some that claim what is not true.
import { deflateRawSync } from 'node:zlib'
import { checksumOf } from '../../core/archives/checksum.ts'

interface ZipMember {
  readonly name: string
  readonly content: Uint8Array
  readonly method?: number
  readonly flags?: number
  /** What the directory claims. */
  readonly size?: number
  /** Its sizes stand behind it, as where they were not known before; of 64 bits, or without the mark before them. */
  readonly behind?: 'marked' | 'unmarked' | 'wide'
}

export function zip(members: readonly ZipMember[]): Uint8Array {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const { name, content, method = 8, flags = 0, size = content.length, behind } of members) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content)
    const raw = new TextEncoder().encode(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(behind ? flags | 8 : flags, 6)
    local.writeUInt16LE(method, 8)
    if (!behind) {
      local.writeUInt32LE(checksumOf(content), 14)
      local.writeUInt32LE(packed.length, 18)
      local.writeUInt32LE(size, 22)
    }
    local.writeUInt16LE(raw.length, 26)
    const descriptor = behind ? descriptorOf(content, packed, behind) : Buffer.alloc(0)
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
    locals.push(local, Buffer.from(raw), packed, descriptor)
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

function descriptorOf(
  content: Uint8Array,
  packed: Uint8Array,
  kind: NonNullable<ZipMember['behind']>,
): Buffer {
  const [at, width] = [kind === 'unmarked' ? 0 : 4, kind === 'wide' ? 8 : 4]
  const descriptor = Buffer.alloc(at + 4 + 2 * width)
  if (at > 0) descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(checksumOf(content), at)
  descriptor.writeUInt32LE(packed.length, at + 4)
  descriptor.writeUInt32LE(content.length, at + 4 + width)
  return descriptor
}

/** @param shift added to what it says of places, as if so many bytes stood before */
export function zip64(
  members: readonly ZipMember[],
  wide: 'directory' | 'members' | 'both',
  shift = 0,
): Uint8Array {
  const narrow = Buffer.from(zip(members))
  const end = narrow.length - 22
  const from = narrow.readUInt32LE(end + 16)
  const entries: Buffer[] = []
  for (let at = from; at < end;) {
    const name = narrow.readUInt16LE(at + 28)
    const entry = Buffer.from(narrow.subarray(at, at + 46 + name))
    at += entry.length
    if (wide === 'directory') {
      entries.push(entry)
      continue
    }
    // Another extra field first, as writers have them.
    const extra = Buffer.from([0x55, 0x54, 5, 0, 1, 2, 3, 4, 5, 1, 0, 24, 0, ...new Uint8Array(24)])
    ;[24, 20, 42].forEach((field, nth) => {
      const value = BigInt(entry.readUInt32LE(field)) + (field === 42 ? BigInt(shift) : 0n)
      extra.writeBigUInt64LE(value, 13 + 8 * nth)
      entry.writeUInt32LE(0xffffffff, field)
    })
    entry.writeUInt16LE(extra.length, 30)
    entries.push(Buffer.concat([entry, extra]))
  }
  const directory = Buffer.concat(entries)
  const record = Buffer.alloc(56)
  record.writeUInt32LE(0x06064b50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeBigUInt64LE(BigInt(members.length), 24)
  record.writeBigUInt64LE(BigInt(members.length), 32)
  record.writeBigUInt64LE(BigInt(directory.length), 40)
  record.writeBigUInt64LE(BigInt(from + shift), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(from + directory.length + shift), 8)
  locator.writeUInt32LE(1, 16)
  const last = Buffer.from(narrow.subarray(end))
  last.writeUInt32LE(directory.length, 12)
  if (wide === 'members') last.writeUInt32LE(from, 16)
  else last.fill(0xff, 8, 20)
  const large = wide === 'members' ? [] : [record, locator]
  return Uint8Array.from(Buffer.concat([narrow.subarray(0, from), directory, ...large, last]))
}

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
