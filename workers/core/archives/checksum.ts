// CRC-32 as zip has it: polynomial edb88320, reflected (APPNOTE.TXT, section 4.4.7).

let table: Uint32Array | null = null

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte
    for (let bit = 0; bit < 8; bit++)
      remainder = (remainder & 1) === 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1
    return remainder
  })
}

/** @param before of the bytes that come before these */
export function checksumOf(bytes: Uint8Array, before = 0): number {
  table ??= makeTable()
  let remainder = before ^ 0xffffffff
  for (let at = 0; at < bytes.length; at++)
    remainder = table[(remainder ^ bytes[at]) & 255] ^ (remainder >>> 8)
  return (remainder ^ 0xffffffff) >>> 0
}
