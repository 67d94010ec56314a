// Bytes → the text that a tool prints of them, for profiles that come off a board as text.

const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')
const pairs = (bytes: Uint8Array): string[] => Array.from(bytes, (byte) => hex(byte, 2))
const lines = (rows: readonly string[]): string => rows.map((row) => `${row}\n`).join('')

/** As tools show characters beside the digits. */
const characters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.')).join('')

function rowsOf(bytes: Uint8Array, width: number): { readonly at: number; readonly row: Uint8Array }[] {
  return Array.from({ length: Math.ceil(bytes.length / width) }, (_, nth) => ({
    at: nth * width,
    row: bytes.subarray(nth * width, (nth + 1) * width),
  }))
}

/** Groups of a row; those of `little` are numbers, least byte first, the last filled up with zeros. */
function groupsOf(row: Uint8Array, size: number, little: boolean): string[] {
  return rowsOf(row, size).map(({ row: group }) => {
    const whole = little ? Uint8Array.from({ length: size }, (_, at) => group[at] ?? 0) : group
    return pairs(little ? whole.toReversed() : whole).join('')
  })
}

interface XxdOptions {
  readonly columns?: number
  readonly group?: number
  readonly upper?: boolean
  readonly start?: number
}

function xxd(
  bytes: Uint8Array,
  { columns = 16, group = 2, upper = false, start = 0 }: XxdOptions = {},
): string {
  const width = groupsOf(new Uint8Array(columns), group, false).join(' ').length
  return lines(
    rowsOf(bytes, columns).map(({ at, row }) => {
      const digits = groupsOf(row, group, false).join(' ').padEnd(width)
      return `${hex(start + at, 8)}: ${upper ? digits.toUpperCase() : digits}  ${characters(row)}`
    }),
  )
}

/** Rows as those before become one asterisk; the end has a line of its own. */
function squeezed(
  bytes: Uint8Array,
  address: (at: number) => string,
  rowText: (row: Uint8Array) => string,
): string {
  const text: string[] = []
  let before = ''
  for (const { at, row } of rowsOf(bytes, 16)) {
    const now = row.length === 16 ? pairs(row).join('') : ''
    if (now !== '' && now === before) {
      if (text.at(-1) !== '*') text.push('*')
    } else text.push(address(at) + rowText(row))
    before = now
  }
  return lines([...text, address(bytes.length)])
}

const hexdumpC = (bytes: Uint8Array): string =>
  squeezed(
    bytes,
    (at) => hex(at, 8),
    (row) => {
      const [left, right] = [pairs(row.subarray(0, 8)).join(' '), pairs(row.subarray(8)).join(' ')]
      return `  ${`${left}  ${right}`.padEnd(48)}  |${characters(row)}|`
    },
  )

const wordsOf =
  (size: number, radix: 8 | 16, digits: number) =>
  (bytes: Uint8Array): string =>
    squeezed(
      bytes,
      (at) => at.toString(radix).padStart(digits, '0'),
      (row) => groupsOf(row, size, size > 1).reduce((text, group) => `${text} ${group}`, ''),
    )

function odWithCharacters(bytes: Uint8Array): string {
  const rowText = (row: Uint8Array): string =>
    `${` ${pairs(row).join(' ')}`.padEnd(48)}  >${characters(row)}<`
  return squeezed(bytes, (at) => hex(at, 6), rowText)
}

/** NuttX reads 1,024 bytes at a time and counts from 0 in each. */
function nuttx(bytes: Uint8Array): string {
  const parts = rowsOf(bytes, 1024).flatMap(({ at, row: part }) => [
    `/tmp/gmon.out at ${hex(at, 8)}:`,
    ...rowsOf(part, 16).map(
      ({ at: here, row }) => `${hex(here, 4)}: ${`${pairs(row).join(' ')} `.padEnd(48)}${characters(row)}`,
    ),
  ])
  return ['nsh> hexdump /tmp/gmon.out', ...parts, 'nsh> '].join('\r\n')
}

/** U-Boot's md.b, and md on a machine of either order; the last word is whole. */
const uBoot =
  (size: 1 | 2 | 4, little: boolean) =>
  (bytes: Uint8Array): string =>
    lines([
      '=> md 80000000',
      ...rowsOf(bytes, 16).map(({ at, row }) => {
        const width = (2 * size + 1) * (16 / size) - 1
        const groups = groupsOf(row, size, little && size > 1).map((group) => group.padEnd(2 * size, '0'))
        return `${hex(0x80000000 + at, 8)}: ${groups.join(' ').padEnd(width)}    ${characters(row)}`
      }),
      '=> ',
    ])

const gdb =
  (size: 1 | 4, little: boolean) =>
  (bytes: Uint8Array): string =>
    lines([
      `(gdb) x/${bytes.length}x buffer`,
      ...rowsOf(bytes, size === 1 ? 8 : 16).map(({ at, row }) => {
        const label = `0x${hex(0x20000400 + at, 0)} <buffer${at > 0 ? `+${at}` : ''}>:`
        return [
          label,
          ...groupsOf(row, size, little).map((group) => `0x${group.padEnd(2 * size, '0')}`),
        ].join('\t')
      }),
      '(gdb) ',
    ])

const sumOf = (bytes: readonly number[]): number => bytes.reduce((sum, byte) => sum + byte, 0) & 255

function intelHex(bytes: Uint8Array, start = 0x2000fff0): string {
  const record = (content: readonly number[]): string =>
    `:${pairs(Uint8Array.from([...content, (256 - sumOf(content)) & 255]))
      .join('')
      .toUpperCase()}`
  let high = -1
  const rows = rowsOf(bytes, 16).flatMap(({ at, row }) => {
    const address = start + at
    const data = record([row.length, (address >> 8) & 255, address & 255, 0, ...row])
    if (address >>> 16 === high) return [data]
    high = address >>> 16
    return [record([2, 0, 0, 4, high >> 8, high & 255]), data]
  })
  return lines([...rows, ':00000001FF'])
}

function sRecords(bytes: Uint8Array, start = 0x20000400): string {
  const record = (type: number, content: readonly number[]): string => {
    const counted = [content.length + 1, ...content]
    return `S${type}${pairs(Uint8Array.from([...counted, 255 - sumOf(counted)]))
      .join('')
      .toUpperCase()}`
  }
  const at4 = (address: number): number[] => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255)
  const rows = rowsOf(bytes, 16).map(({ at, row }) => record(3, [...at4(start + at), ...row]))
  return lines([record(0, [0, 0, 0x67]), ...rows, record(7, at4(start))])
}

const xxdI = (bytes: Uint8Array): string =>
  `unsigned char gmon_out[] = {\n${rowsOf(bytes, 12)
    .map(
      ({ row }) =>
        `  ${pairs(row)
          .map((pair) => `0x${pair}`)
          .join(', ')}`,
    )
    .join(',\n')}\n};\nunsigned int gmon_out_len = ${bytes.length};\n`

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n').trimEnd() + '\n'

function uuencode(bytes: Uint8Array): string {
  const digit = (value: number): string => String.fromCharCode(value === 0 ? 96 : 32 + value)
  const rows = rowsOf(bytes, 45).map(({ row }) => {
    const threes = rowsOf(row, 3).map(({ row: [a = 0, b = 0, c = 0] }) =>
      [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63].map(digit).join(''),
    )
    return digit(row.length) + threes.join('')
  })
  return lines(['begin 644 gmon.out', ...rows, '`', 'end'])
}

const plainDigits = (bytes: Uint8Array): string =>
  lines(rowsOf(bytes, 30).map(({ row }) => pairs(row).join('')))

/** By the words that the file is described with. */
export const HEX_DUMPS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  xxd,
  'xxd -u': (bytes) => xxd(bytes, { upper: true }),
  'xxd -c 20 -g 5': (bytes) => xxd(bytes, { columns: 20, group: 5 }),
  'xxd -c 4': (bytes) => xxd(bytes, { columns: 4 }),
  'xxd -c 200 -g 1': (bytes) => xxd(bytes, { columns: 200, group: 1 }),
  'hexdump -C': hexdumpC,
  hexdump: wordsOf(2, 16, 7),
  'od -t x1': wordsOf(1, 8, 7),
  'od -x': wordsOf(2, 8, 7),
  'od -t x4': wordsOf(4, 8, 7),
  'od -A x -t x1z': odWithCharacters,
  NuttX: nuttx,
  'md.b': uBoot(1, true),
  'gdb x/xb': gdb(1, true),
  'J-Link mem8': (bytes) =>
    lines([
      'J-Link>mem8 20000400',
      ...rowsOf(bytes, 16).map(({ at, row }) => {
        const digits = pairs(row).map((pair) => `${pair.toUpperCase()} `)
        return `${hex(0x20000400 + at, 8).toUpperCase()} = ${digits.join('').padEnd(49)} ${characters(row)}`
      }),
      'J-Link>',
    ]),
  'OpenOCD mdb': (bytes) =>
    lines([
      '> mdb 0x20000400',
      ...rowsOf(bytes, 32).map(({ at, row }) => `0x${hex(0x20000400 + at, 8)}: ${pairs(row).join(' ')} `),
      '> ',
    ]),
  Zephyr: (bytes) =>
    lines([
      'uart:~$ fs read /gmon.out',
      ...rowsOf(bytes, 16).map(({ at, row }) => {
        const halves = [row.subarray(0, 8), row.subarray(8)]
        const digits = halves.map((half) => pairs(half).join(' ').padEnd(23)).join('  ')
        return `${hex(at, 8).toUpperCase()}: ${digits} |${halves.map(characters).join(' ')}|`
      }),
      'uart:~$ ',
    ]),
}

/** Each word whole: there may be bytes behind the last. */
export const WORD_DUMPS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  'md, little-endian': uBoot(4, true),
  'md, big-endian': uBoot(4, false),
  'md.w': uBoot(2, true),
  'gdb x/xw, little-endian': gdb(4, true),
  'gdb x/xw, big-endian': gdb(4, false),
}

export const OTHER_DUMPS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  'hex digits': plainDigits,
  'hex digits, one line': (bytes) => pairs(bytes).join(''),
  'hex digits, od -An -t x1': (bytes) =>
    lines(rowsOf(bytes, 16).map(({ row }) => ` ${pairs(row).join(' ')}`)),
  'a C array': xxdI,
  base64,
  'base64, one line': (bytes) => Buffer.from(bytes).toString('base64'),
  'base64, begin-base64': (bytes) => `begin-base64 644 gmon.out\n${base64(bytes)}====\n`,
  'base64, PEM': (bytes) =>
    `-----BEGIN GMON-----\r\n${base64(bytes).replaceAll('\n', '\r\n')}-----END GMON-----\r\n`,
  uuencode,
  'Intel hex': (bytes) => intelHex(bytes),
  'S-records': (bytes) => sRecords(bytes),
}
