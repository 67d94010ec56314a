// Tests of dumps behind the prefixes of consoles, logs and tools.
import { describe, expect, it } from 'vitest'
import { buildGmon } from '../builders/build-gmon.ts'
import { HEX_DUMPS, OTHER_DUMPS } from '../builders/dump-texts.ts'
import { foundIn } from '../dumped.ts'

const BYTES = buildGmon({
  records: [
    { kind: 'histogram', low: 0x401000, high: 0x401200, bins: Array.from({ length: 128 }, (_, bin) => bin) },
    { kind: 'arc', from: 0x401008, self: 0x401100, count: 7 },
  ],
})

const PREFIXES: Readonly<Record<string, (line: number) => string>> = {
  'of ESP-IDF': (line) => `I (${990 + line}) gprof: `,
  'of ESP-IDF, coloured': (line) => `\x1b[0;32mI (${990 + line}) gprof: `,
  'of ESP-IDF, with the time': (line) => `I (12:30:00.${100 + line}) gprof: `,
  'of PlatformIO': (line) => `12:30:00.${String(line).padStart(3, '0')} > `,
  'of Zephyr': (line) => `[00:00:01.${200 + line},${300 + line}] <inf> gprof: `,
  'of RTT': () => '00> ',
  'of a syslog': (line) => `Nov 26 12:30:${10 + (line % 50)} board app[42]: `,
  'of logcat': (line) => `11-26 12:30:00.${100 + line}  1234  1234 I gprof   : `,
  'a tag': () => 'gprof: ',
  'a quotation': () => '> ',
}

describe.each(Object.entries(PREFIXES))('behind a prefix %s', (_, prefix) => {
  it.each(Object.entries({ ...HEX_DUMPS, ...OTHER_DUMPS }))('%s: the same bytes', async (form, textOf) => {
    const text = textOf(BYTES)
    // These forms state the position or number of bytes in lines of their own.
    if (/uuencode|xxd -i|C array/i.test(form)) return
    const lines = text.trimEnd().split('\n')
    const [found] = await foundIn(`boot\n${lines.map((line, at) => prefix(at) + line).join('\n')}\n`)
    expect(found?.file.kind).toBe('profile')
    expect(found?.file.damage).toBeUndefined()
    expect(Buffer.from(found?.bytes ?? []).equals(BYTES)).toBe(true)
  })
})
