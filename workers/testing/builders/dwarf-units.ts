// Writes `.debug_info` and what it refers to: abbreviations, strings and lists of ranges.
import type { DwarfUnit } from './dwarf-spec.ts'
import { bytesOfBinary, type ByteWriter } from './byte-writer.ts'
import { offset, sectionOffset, string, uleb, withLength, type Shape } from './dwarf-values.ts'

/** `.debug_str` while it grows. */
export class Strings {
  #text = ''
  add(text: string): number {
    const at = this.#text.length
    this.#text += `${text}\0`
    return at
  }
  done(): Uint8Array<ArrayBuffer> {
    return bytesOfBinary(this.#text)
  }
}

const [UNIT, TYPE_UNIT] = [1, 5]

/** Codes of functions begin here: what names they have, 8 times how they say where they are, 32 times whether inlined. */
const FUNCTION = 32
const [NAMED, LINKED, COPIED] = [1, 2, 4]
const [NOWHERE, IN_ONE_PIECE, LISTED, NUMBERED] = [0, 1, 2, 3]
const INLINED = 32

export function abbreviations({ version }: Shape, write: () => ByteWriter): Uint8Array<ArrayBuffer> {
  const out = write()
  const entry = (code: number, tag: number, pairs: readonly (readonly [number, number])[]): void => {
    uleb(out, code)
    uleb(out, tag)
    out.u8(code === UNIT ? 1 : 0)
    for (const [attribute, form] of pairs) {
      uleb(out, attribute)
      uleb(out, form)
    }
    out.bytes(Uint8Array.of(0, 0))
  }
  const toSection = version >= 4 ? 0x17 : 0x06
  entry(UNIT, 0x11, [
    [0x13, 0x05],
    [0x1b, 0x08],
    [0x10, toSection],
    [0x55, toSection],
  ])
  const high = version >= 4 ? 0x07 : 0x01
  const places: readonly (readonly (readonly [number, number])[])[] = [
    [],
    [
      [0x11, 0x01],
      [0x12, high],
    ],
    [[0x55, toSection]],
    [[0x55, 0x23]],
  ]
  for (let kind = 0; kind < 2 * INLINED; kind++)
    entry(FUNCTION + kind, kind >= INLINED ? 0x1d : 0x2e, [
      ...((kind & NAMED) === 0 ? [] : [[0x03, 0x08] as const]),
      ...((kind & LINKED) === 0 ? [] : [[version >= 4 ? 0x6e : 0x2007, 0x0e] as const]),
      ...((kind & COPIED) === 0 ? [] : [[0x31, 0x13] as const]),
      ...(places[(kind >> 3) & 3] ?? []),
    ])
  // A unit without ranges, and one without a folder.
  entry(UNIT + 8, 0x11, [
    [0x13, 0x05],
    [0x1b, 0x08],
    [0x10, toSection],
  ])
  entry(UNIT + 16, 0x11, [
    [0x13, 0x05],
    [0x10, toSection],
    [0x55, toSection],
  ])
  // A skeleton; its folder and language stay here, too.
  entry(UNIT + 24, 0x4a, [
    [0x13, 0x05],
    [0x1b, 0x08],
    [0x10, toSection],
    [0x55, 0x23],
  ])
  entry(TYPE_UNIT, 0x41, [
    [0x13, 0x05],
    [0x10, toSection],
  ])
  out.u8(0)
  return out.done()
}

/** The type's signature and its offset in the unit; neither is read. */
function writeTypeReference(out: ByteWriter, shape: Shape): void {
  out.u64(0x1234)
  offset(out, shape, 0)
}

export function writeUnit(
  out: ByteWriter,
  unit: DwarfUnit,
  shape: Shape,
  linesAt: number,
  ranges: ByteWriter,
  strings: Strings,
  write: () => ByteWriter,
): void {
  const body = write()
  const lengthSize = shape.offsetSize === 8 ? 12 : 4
  body.u16(shape.version)
  if (shape.version >= 5) {
    body.u8(unit.describesType === true ? 2 : unit.isSkeleton === true ? 4 : 1)
    body.u8(shape.addressSize)
    offset(body, shape, 0)
    if (unit.describesType === true) writeTypeReference(body, shape)
    // Its number.
    if (unit.isSkeleton === true) body.u64(0x5678)
  } else {
    offset(body, shape, 0)
    body.u8(shape.addressSize)
  }
  if (unit.describesType === true) {
    uleb(body, TYPE_UNIT)
    body.u16(unit.language ?? 0x21)
    sectionOffset(body, shape, linesAt)
    body.u8(0)
    withLength(out, shape, body.done())
    return
  }
  const isNumbered = unit.isSkeleton === true && unit.ranges !== null
  uleb(
    body,
    isNumbered ? UNIT + 24 : unit.ranges === null ? UNIT + 8 : unit.folder === null ? UNIT + 16 : UNIT,
  )
  body.u16(unit.language ?? 0x21)
  if (unit.folder !== null || unit.ranges === null || isNumbered) string(body, unit.folder ?? '/src')
  sectionOffset(body, shape, linesAt)
  if (unit.ranges !== null) {
    const at = writeRanges(ranges, unit.ranges, shape)
    if (isNumbered) uleb(body, writeNumber(ranges, at, shape))
    else sectionOffset(body, shape, at)
  }

  const places: number[] = []
  for (const { name, linkageName, origin, listedByNumber, isInlined, ranges: extent } of unit.functions ??
    []) {
    places.push(lengthSize + body.length())
    const names =
      (name === undefined ? 0 : NAMED) +
      (linkageName === undefined ? 0 : LINKED) +
      (origin === undefined ? 0 : COPIED)
    const where =
      listedByNumber === true
        ? NUMBERED
        : extent.length > 1
          ? LISTED
          : extent.length === 1
            ? IN_ONE_PIECE
            : NOWHERE
    uleb(body, FUNCTION + names + 8 * where + (isInlined === true ? INLINED : 0))
    if (name !== undefined) string(body, name)
    if (linkageName !== undefined) offset(body, shape, strings.add(linkageName))
    if (origin !== undefined) body.u32(places[origin] ?? 0)
    if (where === NUMBERED) uleb(body, writeNumber(ranges, writeRanges(ranges, extent, shape), shape))
    else if (where === LISTED) sectionOffset(body, shape, writeRanges(ranges, extent, shape))
    else if (extent.length === 1) {
      const [[begin, end]] = extent
      body.word(begin)
      if (shape.version >= 4) body.u64(end - begin)
      else body.word(end)
    }
  }
  body.u8(0)
  withLength(out, shape, body.done())
}

export function writeListsHeader(out: ByteWriter, shape: Shape): void {
  // Its length is not looked at.
  if (shape.offsetSize === 8) out.u32(0xffffffff)
  offset(out, shape, 0)
  out.u16(5)
  out.u8(shape.addressSize)
  out.u8(0)
  out.u32(0)
}

function writeRanges(
  out: ByteWriter,
  ranges: readonly (readonly [number, number])[],
  { version, known }: Shape,
): number {
  const written = known.get(ranges)
  if (written !== undefined) return written
  const at = out.length()
  known.set(ranges, at)
  for (const [begin, end] of ranges) {
    if (version >= 5) out.u8(6)
    out.word(begin)
    out.word(end)
  }
  if (version >= 5) out.u8(0)
  else {
    out.word(0)
    out.word(0)
  }
  return at
}

/** Adds to the base of the table of offsets, which may be anywhere after the header. */
function writeNumber(out: ByteWriter, at: number, shape: Shape): number {
  const tableAt = shape.offsetSize === 8 ? 20 : 12
  while ((out.length() - tableAt) % shape.offsetSize !== 0) out.u8(0)
  const number = (out.length() - tableAt) / shape.offsetSize
  offset(out, shape, at - tableAt)
  return number
}

export function writeArangesOf(
  out: ByteWriter,
  unit: DwarfUnit,
  shape: Shape,
  at: number,
  write: () => ByteWriter,
): void {
  const body = write()
  body.u16(2)
  offset(body, shape, at)
  body.u8(shape.addressSize)
  body.u8(0)
  const lengthSize = shape.offsetSize === 8 ? 12 : 4
  while ((lengthSize + body.length()) % (2 * shape.addressSize) !== 0) body.u8(0)
  for (const [begin, end] of [...(unit.ranges ?? []), [0, 0]]) {
    body.word(begin)
    body.word(end - begin)
  }
  withLength(out, shape, body.done())
}
