// Tests of damaged dumps: what is reported of each form, and which texts are not taken for dumps.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildGmon } from '../builders/build-gmon.ts'
import { HEX_DUMPS, OTHER_DUMPS, WORD_DUMPS } from '../builders/dump-texts.ts'
import { foundIn } from '../dumped.ts'

const BYTES = buildGmon({
  records: [
    { kind: 'histogram', low: 0x401000, high: 0x401200, bins: Array.from({ length: 128 }, (_, bin) => bin) },
    { kind: 'arc', from: 0x401008, self: 0x401100, count: 7 },
  ],
})

/** Replaces line `number` (from 1) by what `change` returns; null removes it. */
function withLine(text: string, number: number, change: (line: string) => string | null): string {
  return text
    .split('\n')
    .flatMap((line, at) => (at + 1 === number ? (change(line) ?? []) : [line]))
    .join('\n')
}

/** "line 7 of 90 bytes: why" */
async function told(text: string): Promise<string> {
  const [{ file, bytes }] = await foundIn(text)
  const { damage } = file
  if (damage?.code !== 'dump/damaged') return `${file.kind}, ${bytes.length} bytes`
  expect(Buffer.from(bytes).equals(BYTES.subarray(0, bytes.length))).toBe(true)
  return `line ${damage.line}, ${bytes.length} bytes: ${damage.what}`
}

const lose = (line: string): string => line.slice(0, 20) + line.slice(21)
const UNREADABLE = 'Digits are missing, or are none.'

describe('what is told of a damaged text', () => {
  it('hex dump: the addresses of a gap; nothing of the row above it, which may be two', async () => {
    const text = HEX_DUMPS.xxd(BYTES)
    expect(await told(withLine(text, 8, () => null))).toBe(
      'line 8, 96 bytes: Addresses 00000070 to 0000007f are missing before it.',
    )
    expect(await told(withLine(HEX_DUMPS['od -t x1'](BYTES), 8, () => null))).toBe(
      'line 8, 96 bytes: Addresses 0000160 to 0000177 are missing before it.',
    )
  })

  it('hex dump: digits that are missing, and digits that are not what the characters beside them are', async () => {
    const text = HEX_DUMPS['hexdump -C'](BYTES)
    expect(await told(withLine(text, 8, lose))).toBe(`line 8, 112 bytes: ${UNREADABLE}`)
    const changed = withLine(text, 4, (line) => line.replace('73', '74'))
    expect(changed).not.toBe(text)
    expect(await told(changed)).toBe('line 4, 48 bytes: Its digits are not what its characters are.')
  })

  it('hex dump: nothing of what else was dumped behind it', async () => {
    const text = HEX_DUMPS['md.b'](BYTES)
    const other = HEX_DUMPS['md.b'](new Uint8Array(200)).replaceAll(/8(0{5}..)\b/g, '9$1')
    expect(other).toContain('=> md 90000000\n90000000: ')
    expect(await told(text + other)).toBe(`profile, ${BYTES.length} bytes`)
    // Dumped by two commands.
    const lines = text.split('\n')
    const second = lines.findIndex((line) => line.startsWith('80000040'))
    expect(await told(lines.toSpliced(second, 0, '=> md.b 80000040 1000').join('\n'))).toBe(
      `profile, ${BYTES.length} bytes`,
    )
  })

  it('hex dump: a part of NuttX whose title is missing', async () => {
    const long = buildGmon({
      records: [{ kind: 'histogram', low: 0, high: 4096, bins: new Uint16Array(1000) }],
    })
    const text = HEX_DUMPS.NuttX(long)
    const title = text.split('\n').findIndex((line) => line.includes('at 00000400')) + 1
    const [{ file, bytes }] = await foundIn(withLine(text, title, () => null))
    expect(file.damage).toMatchObject({ code: 'dump/damaged', line: title })
    expect(bytes.length).toBe(1008)
  })

  it('Intel hex and S-records: a checksum, a gap, an end that is missing', async () => {
    const wrong = (line: string): string =>
      `${line.slice(0, 20)}${line[20] === '1' ? '2' : '1'}${line.slice(21)}`
    for (const form of ['Intel hex', 'S-records']) {
      const text = OTHER_DUMPS[form](BYTES)
      const rows = text
        .split('\n')
        .slice(0, 7)
        .filter((line) => /^(:10|S3)/.test(line)).length
      expect(await told(withLine(text, 8, wrong)), form).toBe(
        `line 8, ${16 * rows} bytes: Its checksum does not fit.`,
      )
      expect(await told(withLine(text, 8, () => null)), form).toMatch(
        /^line 8, \d+ bytes: Addresses .* are missing before it/,
      )
      expect(await told(withLine(text, 8, lose)), form).toBe(`line 8, ${16 * rows} bytes: ${UNREADABLE}`)
      const last = text.trimEnd().split('\n').length
      expect(await told(withLine(text, last, () => null)), form).toBe(
        `line ${last - 1}, ${BYTES.length} bytes: The text ends before the dump does.`,
      )
    }
  })

  it('rows without addresses: one that is short, one that is none', async () => {
    for (const form of ['hex digits', 'base64']) {
      const text = OTHER_DUMPS[form](BYTES)
      const row =
        (OTHER_DUMPS[form](BYTES).indexOf('\n') / (form === 'base64' ? 4 : 2)) * (form === 'base64' ? 3 : 1)
      expect(await told(withLine(text, 4, (line) => lose(lose(line)))), form).toBe(
        `line 4, ${3 * row} bytes: ${UNREADABLE}`,
      )
      expect(await told(withLine(text, 4, (line) => `~${line.slice(1)}`)), form).toBe(
        `line 4, ${3 * row} bytes: ${UNREADABLE}`,
      )
    }
  })

  it('C array: that there are fewer bytes than it says, which are of no use: nobody knows where one is missing', async () => {
    const text = OTHER_DUMPS['a C array'](BYTES)
    const line = text.trimEnd().split('\n').length
    const [{ file }] = await foundIn(withLine(text, 8, () => null))
    expect(file).toMatchObject({
      kind: 'unknown',
      problem: {
        code: 'dump/damaged',
        line: line - 1,
        what: `There are ${BYTES.length - 12} bytes, where it says ${BYTES.length}.`,
      },
    })
  })

  it('uuencode: a line that is shorter than it says, and a missing end', async () => {
    const text = OTHER_DUMPS.uuencode(BYTES)
    expect(await told(withLine(text, 5, lose))).toBe(`line 5, 135 bytes: ${UNREADABLE}`)
    const last = text.trimEnd().split('\n').length
    expect(await told(withLine(text, last, () => null))).toBe(
      `line ${last - 1}, ${BYTES.length} bytes: The text ends before the dump does.`,
    )
  })
})

describe('the order of bytes in words', () => {
  const old = buildGmon({
    format: 'bsd',
    wordSize: 4,
    bigEndian: true,
    low: 0x8000,
    high: 0x8200,
    bins: Array.from({ length: 128 }, (_, bin) => bin),
    arcs: [{ from: 0x8010, self: 0x8100, count: 3 }],
  })

  it('is told by the characters beside them where a header of BSD fits both', async () => {
    for (const form of ['md, little-endian', 'md, big-endian']) {
      const [{ file, bytes }] = await foundIn(WORD_DUMPS[form](old))
      expect(file.detail, form).toBe('BSD gmon.out, older format, as a hex dump')
      expect(Buffer.from(bytes).equals(old), form).toBe(true)
    }
  })
})

describe('what is no profile', () => {
  it('firmware is called what it is', async () => {
    const firmware = Uint8Array.from({ length: 4096 }, (_, at) => (at * 31) & 255)
    const [intel] = await foundIn(OTHER_DUMPS['Intel hex'](firmware))
    expect(intel.file.problem).toMatchObject({ code: 'input/unknown-format', looksLike: 'Intel hex file' })
    const [motorola] = await foundIn(OTHER_DUMPS['S-records'](firmware))
    expect(motorola.file.problem).toMatchObject({ looksLike: 'Motorola S-record file' })
    const [dump] = await foundIn(HEX_DUMPS.xxd(firmware))
    expect(dump.file.problem).toMatchObject({ looksLike: 'text' })
  })

  it('what follows a first row that cannot be read is no profile of BSD', async () => {
    for (const [form, textOf] of Object.entries({ ...HEX_DUMPS, 'Intel hex': OTHER_DUMPS['Intel hex'] })) {
      const text = textOf(BYTES)
      const first = text.split('\n').findIndex((line) => /67.{0,3}6d|6d67|6e6f6d67/i.test(line)) + 1
      expect(first, form).toBeGreaterThan(0)
      const [{ file }] = await foundIn(withLine(text, first, (line) => line.replace(/6/, '')))
      expect(file.kind === 'profile' && file.damage === undefined, form).toBe(false)
    }
  })

  it('what is packed as text in an archive is found there', async () => {
    const [{ file, bytes }] = await foundIn(Uint8Array.from(gzipSync(HEX_DUMPS.xxd(BYTES))), 'dump.txt.gz')
    expect(file).toMatchObject({ name: 'dump.txt', kind: 'profile' })
    expect(Buffer.from(bytes).equals(BYTES)).toBe(true)
  })
})
