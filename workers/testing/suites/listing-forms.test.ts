// Tests of listings in all their forms: mailed, logged, coloured, numbered, wrapped. Each is
// recognised and opens with the same numbers.
import { describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../builders/byte-writer.ts'
import { openText } from '../listing-round-trip.ts'
import { flatTexts, GNU, graphTexts, MAILED } from '../small-listings.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { identifyOne } from '../../core/inputs/identify-files.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'

const eachLine = (text: string, before: (line: number) => string): string =>
  text
    .split('\n')
    .map((line, at) => before(at + 1) + line)
    .join('\n')

const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

describe('a listing', () => {
  it('is known below a letter, quoted, indented, numbered, coloured, in a log or a comment, as HTML, with other blanks and line ends, in UTF-16', async () => {
    const whole = await openText(GNU)
    const wide = bytesOfBinary(`\u00ff\u00fe${GNU.replaceAll(/./gs, (character) => `${character}\0`)}`)
    const forms = {
      quoted: bytesOfBinary(MAILED),
      'quoted twice': bytesOfBinary(MAILED.replaceAll(/^> ?/gm, '> > ')),
      indented: bytesOfBinary(GNU.replaceAll(/^/gm, '    ')),
      'indented by tabs': bytesOfBinary(GNU.replaceAll(/^/gm, '\t')),
      'of Windows': bytesOfBinary(GNU.replaceAll('\n', '\r\n')),
      'with a blank line behind each': bytesOfBinary(GNU.replaceAll('\n', '\n\n')),
      'in a log of GitHub': bytesOfBinary(GNU.replaceAll(/^/gm, '2024-05-06T07:08:09.1234567Z ')),
      'in a log of GitLab': bytesOfBinary(GNU.replaceAll(/^/gm, '2024-05-06T07:08:09.123456Z 00O ')),
      'in a log of Jenkins': bytesOfBinary(GNU.replaceAll(/^/gm, '[2024-05-06T07:08:09.123Z] ')),
      'in a log with the time': bytesOfBinary(GNU.replaceAll(/^/gm, '[07:08:09] ')),
      'with blanks at the ends': bytesOfBinary(GNU.replaceAll('\n', '   \n')),
      'with a comma': bytesOfBinary(GNU.replaceAll(/(\d)\.(\d)/g, '$1,$2')),
      'marked as UTF-8': bytesOfBinary(`\u00ef\u00bb\u00bf${GNU}`),
      'of old Macs': bytesOfBinary(GNU.replaceAll('\n', '\r')),
      'in UTF-16': wide,
      'in UTF-16 without a mark': wide.subarray(2),
      'in big-endian UTF-16 without a mark': bytesOfBinary(
        GNU.replaceAll(/./gs, (character) => `\0${character}`),
      ),
      coloured: bytesOfBinary(GNU.replaceAll(/^.+$/gm, '\x1b[01;31m\x1b[K$&\x1b[m\x1b[K')),
      'coloured within names': bytesOfBinary(GNU.replaceAll('int', '\x1b[1;32mint\x1b[0m')),
      'as HTML': bytesOfBinary(asHtml(GNU)),
      'as HTML with blanks that do not break': bytesOfBinary(asHtml(GNU).replaceAll('  ', '&nbsp;&#160;')),
      'as a whole page of HTML': bytesOfBinary(`<html><pre>\n${asHtml(GNU).trimEnd()}</pre></html>`),
      'as HTML with marks at line ends': bytesOfBinary(asHtml(GNU).replaceAll('\n', '<br>\n')),
      'with blanks that do not break': bytesOfBinary(GNU.replaceAll(' ', '\xc2\xa0')),
      'with some blanks that do not break': bytesOfBinary(GNU.replaceAll('  ', ' \xc2\xa0')),
      'with blanks that do not break, in Latin-1': bytesOfBinary(GNU.replaceAll(' ', '\xa0')),
      'without blanks before lines': bytesOfBinary(GNU.replaceAll(/^[ \t]+/gm, '')),
      'numbered by cat': bytesOfBinary(eachLine(GNU, (n) => `${String(n).padStart(6)}\t`)),
      'numbered by grep': bytesOfBinary(eachLine(GNU, (n) => `${n}:`)),
      'numbered by grep with the file': bytesOfBinary(eachLine(GNU, (n) => `out/gprof-2.txt:${n}:`)),
      'numbered by less': bytesOfBinary(eachLine(GNU, (n) => `${String(n).padStart(7)} `)),
      'of a rank': bytesOfBinary(eachLine(GNU, () => '[1,0]<stdout>:')),
      'of a container': bytesOfBinary(eachLine(GNU, () => 'app-1  | ')),
      'of the system’s log': bytesOfBinary(
        eachLine(GNU, (n) => `Nov 25 10:${10 + (n % 50)}:00 host prog[123]: `),
      ),
      'in a comment': bytesOfBinary(`/*\n${eachLine(GNU, () => ' * ')}\n */`),
      'in a comment of a script': bytesOfBinary(eachLine(GNU, () => '# ').replaceAll(/ +$/gm, '')),
      'in a change': bytesOfBinary(`+++ b/gprof.txt\n@@ -0,0 +1,40 @@\n${eachLine(GNU, () => '+')}`),
      'in quotation marks': bytesOfBinary(eachLine(GNU, () => '"').replaceAll(/$/gm, '"')),
      'with a mark at line ends': bytesOfBinary(GNU.replaceAll(/$/gm, '$$')),
      'quoted with initials': bytesOfBinary(eachLine(GNU, () => 'JD> ')),
      'in UTF-16 and of old Macs': Uint8Array.from(wide, (byte) => (byte === 10 ? 13 : byte)),
    }
    for (const [form, bytes] of Object.entries(forms)) {
      const source = memorySource('text', bytes)
      expect(await identifyOne(source), form).toMatchObject({ kind: 'listing' })
      const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
      const opened = await openProfile([source], options, () => {})
      if (!opened.ok) throw new ProblemError(opened.problem.problem)
      expect([...flatTexts(opened.value), ...graphTexts(opened.value)], form).toEqual([
        ...flatTexts(whole),
        ...graphTexts(whole),
      ])
      expect(
        opened.value.notices.map(({ code }) => code),
        form,
      ).toEqual(['listing-opened'])
    }
  })

  it('is known by its rows where the headings are in another language', async () => {
    const foreign = GNU.replace('Flat profile:', 'Flaches Profil:')
      .replace(/Each sample counts.*/, 'Ein Takt ist 0,01.')
      .replace(/^.*cumulative.*\n.*calls.*$/m, ' Zeit\n und so weiter')
      .replace('Call graph', 'Aufrufe')
      .replace(/^granularity.*$/m, '')
      .replace(/^index %.*$/m, 'Nummer')
      .replace('Index by function name', 'Namen')
    expect(await identifyOne(memorySource('text', bytesOfBinary(foreign)))).toMatchObject({ kind: 'listing' })
    const opened = await openText(foreign)
    expect(graphTexts(opened)).toEqual(graphTexts(await openText(GNU)))
  })

  it('is not taken for one: tables of numbers, source, other tools', async () => {
    const others = [
      'Call graph theory\nis a branch of mathematics\n',
      'flat profile tyres\n 1.0 2.0 3.0\n',
      ' 1.00 2.00 3.00 4.00 5.00\n'.repeat(2),
      '0000000000401000 T main\n0000000000401010 T f\n',
      'index,name\n1,2\n',
      '# callgrind format\nversion: 1\nevents: Ir\n',
    ]
    for (const text of others) {
      const { kind } = await identifyOne(memorySource('text', bytesOfBinary(text)))
      expect(kind, text).not.toBe('listing')
    }
  })

  it.each([
    ['before their names', / (?=[a-z])/],
    ['before the numbers of entries', / (?=\[\d+\]$)/],
    ['at both places', / (?=\[\d+\]$)| (?<=^[^a-z]*)(?=[a-z])/g],
  ])('reads rows that a mail program wrapped %s', async (_, where) => {
    const index = GNU.indexOf('\f\nIndex')
    const whole = GNU.slice(0, index)
    const rows = whole.replaceAll(/^ *(?:\d|\[\d).*$/gm, (row) => row.replace(where, ' \n'))
    const alone = await openText(GNU)
    for (const text of [rows, rows.replaceAll(/ +$/gm, ''), rows.replaceAll(/^/gm, '> ')]) {
      expect(text.split('\n').length).toBeGreaterThan(whole.split('\n').length + 3)
      const opened = await openText(text + GNU.slice(index))
      expect(opened.notices.map(({ code }) => code)).toEqual(['listing-opened'])
      expect(flatTexts(opened)).toEqual(flatTexts(alone))
      expect(graphTexts(opened)).toEqual(graphTexts(alone))
    }
  })
})
