// Tests of profiles as text: each form yields the profile's bytes; damage is reported and never
// yields other bytes.
import { describe, expect, it } from 'vitest'
import { buildGmon } from '../builders/build-gmon.ts'
import { HEX_DUMPS, OTHER_DUMPS, WORD_DUMPS } from '../builders/dump-texts.ts'
import { foundIn } from '../dumped.ts'
import { randomCase } from '../random/random-case.ts'
import { randomFrom } from '../random/random.ts'
import { effort } from '../effort.ts'

/** The name of a form as the file's description shows it. */
const wordsOf = (form: string): string =>
  form in HEX_DUMPS || form in WORD_DUMPS ? 'a hex dump' : (form.split(',')[0] ?? '')

/** Random profiles of each dialect, word size and byte order, long enough for several rows. */
function profiles(count: number): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let seed = 1; found.length < count; seed++) {
    for (const profile of randomCase(seed).profiles) {
      const bytes = buildGmon(profile)
      if (bytes.length > 100 && bytes.length < 200_000) found.push(bytes)
    }
  }
  return found.slice(0, count)
}

const isStart = (start: Uint8Array, of: Uint8Array): boolean =>
  start.length <= of.length && Buffer.from(start).equals(of.subarray(0, start.length))

describe('a profile as text', () => {
  it.each(Object.entries({ ...HEX_DUMPS, ...OTHER_DUMPS }))('%s: the same bytes', async (form, textOf) => {
    for (const bytes of profiles(effort(40, 5))) {
      const found = await foundIn(textOf(bytes))
      const [{ file, bytes: read }] = found
      expect(found).toHaveLength(1)
      expect(file.kind).toBe('profile')
      expect(file.detail).toMatch(new RegExp(`^(GNU|BSD) gmon.out(, .*)?, as ${wordsOf(form)}$`))
      expect(file.damage).toBeUndefined()
      expect(Buffer.from(read).equals(bytes)).toBe(true)
    }
  })

  it.each(Object.entries(WORD_DUMPS))(
    '%s: the same bytes, to the end of the last word',
    async (form, textOf) => {
      for (const bytes of profiles(effort(40, 5))) {
        // Without characters, the byte order of a header of three such words is undecidable.
        if (form === 'gdb x/xw, big-endian' && bytes[0] !== 0x67) continue
        const [{ file, bytes: read }] = await foundIn(textOf(bytes))
        expect(file).toMatchObject({ kind: 'profile', problem: null })
        expect(isStart(bytes, read)).toBe(true)
        expect(read.length - bytes.length).toBeLessThan(4)
      }
    },
  )

  it('is found among what else a console printed', async () => {
    const [bytes] = profiles(1)
    const log = (line: number): string => `[   ${line}.123456] usb 1-1: new device number ${line}`
    for (const [form, textOf] of Object.entries({ ...HEX_DUMPS, ...OTHER_DUMPS })) {
      const boot = Array.from({ length: 500 }, (_, at) => log(at)).join('\r\n')
      const text = `\x1b[32mU-Boot 2024\x1b[0m\r\n${boot}\r\nroot@board:~# dump\r\n${textOf(bytes).replaceAll('\n', '\r\n')}\r\nroot@board:~# \r\n${boot}`
      const [{ file, bytes: read }] = await foundIn(text)
      expect(file, form).toMatchObject({ kind: 'profile', problem: null })
      expect(file.damage, form).toBeUndefined()
      expect(Buffer.from(read).equals(bytes), form).toBe(true)
    }
  })

  it.each([
    ['uptime', (row: number) => `[${(12 + row / 100).toFixed(6).padStart(12)}] `],
    ['time of day', (row: number) => `[09:15:02.${String(row % 1000).padStart(3, '0')}] `],
    ['date', (row: number) => `2026-11-25 09:15:02.${String(row % 1000).padStart(3, '0')} `],
    ['colours', () => '\x1b[0;32m'],
  ])('lines may begin with: %s', async (_what, before) => {
    const [bytes] = profiles(1)
    for (const [form, textOf] of Object.entries({ ...HEX_DUMPS, ...OTHER_DUMPS })) {
      if (form.endsWith('one line')) continue
      const text = textOf(bytes)
        .split('\n')
        .map((line, row) => before(row) + line)
        .join('\n')
      const [{ file, bytes: read }] = await foundIn(text)
      expect(file.damage, form).toBeUndefined()
      expect(Buffer.from(read).equals(bytes), form).toBe(true)
    }
  })

  it('messages between the rows change nothing where addresses prove it', async () => {
    const [bytes] = profiles(1)
    const records = { 'Intel hex': OTHER_DUMPS['Intel hex'], 'S-records': OTHER_DUMPS['S-records'] }
    for (const [form, textOf] of Object.entries({ ...HEX_DUMPS, ...records })) {
      const rows = textOf(bytes).split('\n')
      const noisy = rows.flatMap((row, at) => (at % 5 === 4 ? ['random: crng init done', row, ''] : [row]))
      const [{ file, bytes: read }] = await foundIn(noisy.join('\n'))
      expect(file.damage, form).toBeUndefined()
      expect(Buffer.from(read).equals(bytes), form).toBe(true)
    }
  })

  it('may be one of several in a log', async () => {
    const all = profiles(3)
    for (const [form, textOf] of Object.entries({ ...HEX_DUMPS, ...OTHER_DUMPS })) {
      const text = all.map((bytes) => `$ dump\n${textOf(bytes)}\n$ \n`).join('')
      const found = await foundIn(text)
      expect(
        found.map(({ bytes }) => Buffer.from(bytes).toString('hex')),
        form,
      ).toEqual(all.map((bytes) => Buffer.from(bytes).toString('hex')))
      expect(
        found.filter(({ file }) => file.damage),
        form,
      ).toEqual([])
    }
  })

  it('may be UTF-16, as a shell of Windows writes it', async () => {
    const [bytes] = profiles(1)
    const text = HEX_DUMPS.xxd(bytes).replaceAll('\n', '\r\n')
    const [{ bytes: read }] = await foundIn(Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(Buffer.from(read).equals(bytes)).toBe(true)
  })
})

const CHANGES: Readonly<Record<string, (text: string, at: number, random: number) => string>> = {
  'a character lost': (text, at) => text.slice(0, at) + text.slice(at + 1),
  'a character more': (text, at) => text.slice(0, at) + '7' + text.slice(at),
  'a character that is no digit': (text, at) => text.slice(0, at) + '~' + text.slice(at + 1),
  cut: (text, at) => text.slice(0, at),
  'two lines one': (text, at) => {
    const end = text.indexOf('\n', at)
    return end < 0 ? text : text.slice(0, end) + text.slice(end + 1)
  },
}

const WITH_ADDRESSES: typeof CHANGES = {
  ...CHANGES,
  'a line twice': (text, at) => {
    const [start, end] = [text.lastIndexOf('\n', at - 1) + 1, text.indexOf('\n', at)]
    return end < 0 ? text : text.slice(0, end + 1) + text.slice(start)
  },
  'a message within a line': (text, at) =>
    `${text.slice(0, at)}\n[   12.345678] usb 1-1: reset\n${text.slice(at)}`,
  'a line lost': (text, at) => {
    const end = text.indexOf('\n', at)
    return end < 0 ? text : text.slice(0, text.lastIndexOf('\n', at) + 1) + text.slice(end + 1)
  },
  'some lost': (text, at, random) => text.slice(0, at) + text.slice(at + random),
}

const CHECKED: typeof CHANGES = {
  ...WITH_ADDRESSES,
  'a character changed': (text, at) =>
    text.slice(0, at) + (text[at] === '3' ? '5' : '3') + text.slice(at + 1),
}

describe('a damaged text', () => {
  const proven: Record<string, typeof CHANGES> = {}
  for (const form of ['hex digits', 'base64', 'base64, PEM', 'uuencode', 'a C array']) proven[form] = CHANGES
  for (const form of Object.keys(HEX_DUMPS)) proven[form] = WITH_ADDRESSES
  for (const form of ['Intel hex', 'S-records']) proven[form] = CHECKED
  it.each(Object.entries(proven))(
    '%s: what is read is the beginning, and that it is not all is told',
    async (form, changes) => {
      const textOf = { ...HEX_DUMPS, ...OTHER_DUMPS }[form]
      const random = randomFrom(7)
      const wrong: string[] = []
      for (const bytes of profiles(effort(60, 10)).filter(({ length }) => length > 1000)) {
        const text = textOf(bytes)
        // Nothing shows which row is repeated.
        if (text.includes('\n*\n')) continue
        for (const [what, change] of Object.entries(changes)) {
          const at = random.below(text.length)
          const damaged = change(text, at, random.between(2, 300))
          const [{ file, bytes: read }] = await foundIn(damaged)
          if (file.kind !== 'profile') continue
          const isAll = read.length >= bytes.length
          const mayBeShort = what === 'cut' || at > text.length - 800 || file.damage?.code === 'dump/damaged'
          if (!isStart(read, bytes) || !(isAll || mayBeShort))
            wrong.push(
              `${what} at ${at} of ${text.length}: ${read.length} of ${bytes.length}, ${isStart(read, bytes)} ${file.detail} ${JSON.stringify(file.damage)}\n${text.slice(at - 80, at)}>>>${text.slice(at, at + 80)}`,
            )
        }
      }
      expect(wrong).toEqual([])
    },
  )
})
