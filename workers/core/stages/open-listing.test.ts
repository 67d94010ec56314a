import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openText, writtenAgain } from '../../testing/listing-round-trip.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { checkAnalysis, analyzeProfile } from '../analysis/analyze-profile.ts'
import { cutAlso, EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { memorySource } from '../bytes/memory-source.ts'
import type { OpenedListing } from './open-listing.ts'
import { identifyOne } from '../offered/identify-files.ts'
import { openProfile } from '../pipeline.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { checkProfile } from '../profile/build-profile.ts'
import type { FunctionIndex } from '../profile/tables.ts'
import { entryLineText } from '../reports/call-graph/entry-line-text.ts'
import { entryRows, lineAt } from '../reports/call-graph/entry-rows.ts'
import type { EntryIndex } from '../reports/listing/entries.ts'
import { flatRow } from '../reports/flat-profile/flat-rows.ts'
import { explainNoArcs } from '../reports/node-link/drawing-text.ts'
import { hottest, longest } from '../reports/details/highlights.ts'
import { listProfile } from '../reports/listing/listing.ts'
import { displayName } from '../reports/names/names.ts'
import { processorTime } from '../../testing/processor-time.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../testing/listings/${name}`, import.meta.url), 'latin1')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const BSD = read('bsd.txt')
const MAILED = read('mailed.txt')
const GNU = MAILED.slice(MAILED.indexOf('> Flat'))
  .replaceAll(/^> ?/gm, '')
  .replace('\nIndex by', '\f\nIndex by')
  .replace('\n\t\t\tCall', '\n\f\n\t\t\tCall')

function flatTexts({ analyzed, listing }: OpenedListing): string[] {
  return Array.from(listing.flat.printed, (f) => {
    const { text } = flatRow(analyzed, listing.flat, f as FunctionIndex)
    const { percent, cumulative, self, calls, selfPerCall, totalPerCall, total, name } = text
    return [percent, cumulative, self, calls, selfPerCall, totalPerCall, total, name].join('|')
  })
}

function graphTexts({ analyzed, listing }: OpenedListing): string[] {
  const unfolded = new Set(Array.from(listing.entries.printed, (entry) => entry as EntryIndex))
  const rows = entryRows(listing, unfolded)
  return Array.from({ length: rows.length }, (_, row) => {
    const text = entryLineText(analyzed, listing, lineAt(analyzed, listing, rows, row))
    const { index, percent, self, children, called, name, cycle, reference } = text
    return [index, percent, self, children, called, name, cycle, reference].join('|')
  })
}

const eachLine = (text: string, before: (line: number) => string): string =>
  text
    .split('\n')
    .map((line, at) => before(at + 1) + line)
    .join('\n')

const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const check = ({ analyzed }: OpenedListing): void => {
  checkProfile(analyzed.profile)
  checkAnalysis({ ...analyzed, printedTicks: 0 })
}

describe('a listing', () => {
  it('without a call graph leaves blank what only that would tell', async () => {
    const opened = await openText(GNU.slice(0, GNU.indexOf('\f\n\t\t\tCall')))
    const rows = graphTexts(opened)
    expect(rows).toContain('[1]||0.03||2|weigh(std::map<int, char> const&, int)||')
    expect(rows.join()).not.toContain('nan')
    expect(flatTexts(opened)[0]?.split('|')[6]).toBe('')
    expect(longest(opened.analyzed, opened.listing, 6)).toEqual([])
    expect(explainNoArcs(opened.analyzed)).toContain('listing has no call graph')
  })

  it('of a machine whose calls by a pointer -c lists, too, has those lines read', async () => {
    const line = '                0.00    0.00       0/0           <indirect child>\n'
    const opened = await openText(GNU.replace(/^\[2\].*\n/m, `$&${line}`))
    expect(opened.notices.map(({ code }) => code)).toEqual(['listing-opened'])
    expect(opened.raw.style.staticCalls).toBe(true)
    expect(graphTexts(opened)).toEqual(graphTexts(await openText(GNU)))
  })

  it('shows its own numbers', async () => {
    const opened = await openText(GNU)
    check(opened)
    expect(flatTexts(opened)).toEqual([
      '75.00|0.03|0.03|2|15.00|15.00|0.03|weigh(std::map<int, char> const&, int)',
      '25.00|0.04|0.01||||0.04|main',
    ])
    expect(graphTexts(opened)).toEqual([
      '|||||<spontaneous>||',
      '[1]|100.0|0.01|0.03||main||',
      '||0.03|0.00|2/2|weigh(std::map<int, char> const&, int)||[2]',
      '||0.03|0.00|2/2|main||[1]',
      '[2]|75.0|0.03|0.00|2|weigh(std::map<int, char> const&, int)||',
    ])
    expect(opened.notices).toEqual([{ code: 'listing-opened', file: 'listing.txt', parts: 'both' }])
  })

  it('is known below a letter, quoted, indented, numbered, coloured, in a log or a comment, as HTML, with other blanks and line ends, in UTF-16', async () => {
    const whole = await openText(GNU)
    const wide = bytesOf(`\u00ff\u00fe${GNU.replaceAll(/./gs, (character) => `${character}\0`)}`)
    const forms = {
      quoted: bytesOf(MAILED),
      'quoted twice': bytesOf(MAILED.replaceAll(/^> ?/gm, '> > ')),
      indented: bytesOf(GNU.replaceAll(/^/gm, '    ')),
      'indented by tabs': bytesOf(GNU.replaceAll(/^/gm, '\t')),
      'of Windows': bytesOf(GNU.replaceAll('\n', '\r\n')),
      'with a blank line behind each': bytesOf(GNU.replaceAll('\n', '\n\n')),
      'in a log of GitHub': bytesOf(GNU.replaceAll(/^/gm, '2024-05-06T07:08:09.1234567Z ')),
      'in a log of GitLab': bytesOf(GNU.replaceAll(/^/gm, '2024-05-06T07:08:09.123456Z 00O ')),
      'in a log of Jenkins': bytesOf(GNU.replaceAll(/^/gm, '[2024-05-06T07:08:09.123Z] ')),
      'in a log with the time': bytesOf(GNU.replaceAll(/^/gm, '[07:08:09] ')),
      'with blanks at the ends': bytesOf(GNU.replaceAll('\n', '   \n')),
      'with a comma': bytesOf(GNU.replaceAll(/(\d)\.(\d)/g, '$1,$2')),
      'marked as UTF-8': bytesOf(`\u00ef\u00bb\u00bf${GNU}`),
      'of old Macs': bytesOf(GNU.replaceAll('\n', '\r')),
      'in UTF-16': wide,
      'in UTF-16 without a mark': wide.subarray(2),
      'in big-endian UTF-16 without a mark': bytesOf(GNU.replaceAll(/./gs, (character) => `\0${character}`)),
      coloured: bytesOf(GNU.replaceAll(/^.+$/gm, '\x1b[01;31m\x1b[K$&\x1b[m\x1b[K')),
      'coloured within names': bytesOf(GNU.replaceAll('int', '\x1b[1;32mint\x1b[0m')),
      'as HTML': bytesOf(asHtml(GNU)),
      'as HTML with blanks that do not break': bytesOf(asHtml(GNU).replaceAll('  ', '&nbsp;&#160;')),
      'as a whole page of HTML': bytesOf(`<html><pre>\n${asHtml(GNU).trimEnd()}</pre></html>`),
      'as HTML with marks at line ends': bytesOf(asHtml(GNU).replaceAll('\n', '<br>\n')),
      'with blanks that do not break': bytesOf(GNU.replaceAll(' ', '\xc2\xa0')),
      'with some blanks that do not break': bytesOf(GNU.replaceAll('  ', ' \xc2\xa0')),
      'with blanks that do not break, in Latin-1': bytesOf(GNU.replaceAll(' ', '\xa0')),
      'without blanks before lines': bytesOf(GNU.replaceAll(/^[ \t]+/gm, '')),
      'numbered by cat': bytesOf(eachLine(GNU, (n) => `${String(n).padStart(6)}\t`)),
      'numbered by grep': bytesOf(eachLine(GNU, (n) => `${n}:`)),
      'numbered by grep with the file': bytesOf(eachLine(GNU, (n) => `out/gprof-2.txt:${n}:`)),
      'numbered by less': bytesOf(eachLine(GNU, (n) => `${String(n).padStart(7)} `)),
      'of a rank': bytesOf(eachLine(GNU, () => '[1,0]<stdout>:')),
      'of a container': bytesOf(eachLine(GNU, () => 'app-1  | ')),
      'of the system’s log': bytesOf(eachLine(GNU, (n) => `Nov 25 10:${10 + (n % 50)}:00 host prog[123]: `)),
      'in a comment': bytesOf(`/*\n${eachLine(GNU, () => ' * ')}\n */`),
      'in a comment of a script': bytesOf(eachLine(GNU, () => '# ').replaceAll(/ +$/gm, '')),
      'in a change': bytesOf(`+++ b/gprof.txt\n@@ -0,0 +1,40 @@\n${eachLine(GNU, () => '+')}`),
      'in quotation marks': bytesOf(eachLine(GNU, () => '"').replaceAll(/$/gm, '"')),
      'with a mark at line ends': bytesOf(GNU.replaceAll(/$/gm, '$$')),
      'quoted with initials': bytesOf(eachLine(GNU, () => 'JD> ')),
      'in UTF-16 and of old Macs': Uint8Array.from(wide, (byte) => (byte === 10 ? 13 : byte)),
    }
    for (const [form, bytes] of Object.entries(forms)) {
      const source = memorySource('text', bytes)
      expect(await identifyOne(source), form).toMatchObject({ kind: 'listing' })
      const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0, strict: false }
      const opened = await openProfile([source], options, () => {})
      if (!opened.ok) throw new ProblemError(opened.problem.problem)
      const { analyzed, listing } = opened.value
      const shown = { analyzed, listing } as OpenedListing
      expect([...flatTexts(shown), ...graphTexts(shown)], form).toEqual([
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
    expect(await identifyOne(memorySource('text', bytesOf(foreign)))).toMatchObject({ kind: 'listing' })
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
      const { kind } = await identifyOne(memorySource('text', bytesOf(text)))
      expect(kind, text).not.toBe('listing')
    }
  })

  it('of BSD opens, with cycles, self calls and numbers behind names', async () => {
    const opened = await openText(BSD)
    check(opened)
    expect(opened.raw.style).toMatchObject({ traditional: true, explained: true })
    expect(opened.raw.unread.lines).toBe(0)
    expect(flatTexts(opened)[0]).toBe('50.00|0.40|0.40|6|66.67|91.67|0.55|_sail')
    const graph = graphTexts(opened)
    expect(graph).toContain('[3]|75.0|0.45|0.15|3+7|<cycle 1 as a whole>||')
    expect(graph).toContain('[5]|37.5|0.20|0.10|30+2|_moor||')
    expect(graph).toContain('||||4|_tack|<cycle 1>|[6]')
    expect(opened.analyzed.profile.rate).toBe(100)
  })

  it('of an early GNU gprof opens, and says that its index is missing', async () => {
    const opened = await openText(read('early-gnu.txt'))
    check(opened)
    expect(opened.analyzed.profile.rate).toBe(60)
    expect(flatTexts(opened)[1]).toBe('40.00|1.00|0.40||||1.00|main')
    expect(graphTexts(opened)).toContain('||0.60|0.00|300/300|weigh||[2]')
    expect(opened.notices.map(({ code }) => code)).toEqual(['listing-cut', 'listing-opened'])
  })

  it.each([
    ['0.33% of 1.00', 300],
    ['1.67% of 0.60', 100],
    ['0.20% of 1.00', 500],
    ['0.00% of 0.00', 100],
  ])('of which a sample is %s seconds was sampled %i times a second', async (share, rate) => {
    const graph = GNU.slice(GNU.indexOf('\t\t\tCall')).replace(/[\d.]+% of [\d.]+/, share)
    expect((await openText(graph)).analyzed.profile.rate).toBe(rate)
  })

  it('cut in the numbers of a row has no function of that name, and says that it could not read it', async () => {
    const before = GNU.slice(0, GNU.indexOf('\n', GNU.indexOf('  main')) + 1)
    const row = '  0.00      0.04     0.00 46827360     0.01     0.02  between'
    expect(flatTexts(await openText(before + row)).at(-1)).toContain('between')
    const opened = flatTexts(await openText(before))
    for (let end = row.indexOf('46') + 1; end <= row.lastIndexOf('0.') + 2; end++) {
      const cut = await openText(before + row.slice(0, end))
      expect(flatTexts(cut), row.slice(0, end)).toEqual(opened)
      expect(cut.raw.unread.lines).toBe(1)
    }
  })

  it('keeps a name of digits where the calls are blank', async () => {
    const named = GNU.replace(/(25\.00 .*)main$/m, '$142')
    expect(flatTexts(await openText(named)).at(-1)).toContain('|42')
  })

  it('opens with one part only, and what it does not tell is not known', async () => {
    const flat = await openText(GNU.slice(0, GNU.indexOf('\f')))
    expect(flat.analyzed.profile.hasArcs).toBe(false)
    expect(flatTexts(flat)[0]).toBe('75.00|0.03|0.03|2|15.00|15.00||weigh(std::map<int, char> const&, int)')
    const graph = await openText(GNU.slice(GNU.indexOf('\f') + 2))
    expect(flatTexts(graph)[0]).toBe('||0.03|2|||0.03|weigh(std::map<int, char> const&, int)')
    expect(flat.notices).toMatchObject([{ code: 'listing-opened', parts: 'flat' }])
    expect(graph.notices).toMatchObject([{ code: 'listing-opened', parts: 'graph' }])
  })

  it('keeps functions of one name apart', async () => {
    const text = GNU.replaceAll(/weigh\([^)]*\)/g, 'main')
    const opened = await openText(text)
    const { functions } = opened.analyzed.profile
    expect(functions.length).toBe(2)
    expect(flatTexts(opened)).toEqual([
      '75.00|0.03|0.03|2|15.00|15.00|0.03|main',
      '25.00|0.04|0.01||||0.04|main',
    ])
    const again = await writtenAgain(text)
    expect(await writtenAgain(again)).toBe(again)
  })

  it('reads names that look like other parts of a line', async () => {
    for (const name of [
      'f <cycle 3> g',
      'operator()(int) const',
      'a [7] b',
      '3d',
      'x (4)',
      '<spontaneous>?',
    ]) {
      const opened = await openText(GNU.replaceAll(/weigh\([^)]*\)/g, name))
      const { functions } = opened.analyzed.profile
      const names = Array.from({ length: functions.length }, (_, f) =>
        displayName(functions, f as FunctionIndex),
      )
      expect(names, name).toContain(name)
    }
  })

  it('answers what-ifs from its rounded numbers', async () => {
    const { analyzed } = await openText(BSD)
    const scenario = cutAlso(EMPTY_SCENARIO, [{ parent: '_tack', child: '_sail' }])
    const cut = analyzeProfile(analyzed.profile, scenario)
    checkAnalysis(cut)
    expect(cut.cycles.length).toBe(0)
    expect(cut.asPrinted).toBeUndefined()
    expect(listProfile(cut).entries.printed.length).toBe(6)
  })

  it('beside its profile is set aside; two are one too many', async () => {
    const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0, strict: false }
    const two = [memorySource('a', bytesOf(GNU)), memorySource('b', bytesOf(BSD))]
    const result = await openProfile(two, options, () => {})
    expect(result).toMatchObject({ ok: false, problem: { problem: { code: 'input/several-listings' } } })
  })
})

describe('a damaged listing', () => {
  const orProblem = async (text: string): Promise<OpenedListing | null> => {
    try {
      return await openText(text)
    } catch (error) {
      if (error instanceof ProblemError) return null
      throw error
    }
  }

  it('cut at every length opens as far as it goes, or is refused', async () => {
    for (const text of [GNU, BSD]) {
      let open = 0
      for (let length = 0; length < text.length; length++) {
        const opened = await orProblem(text.slice(0, length))
        if (!opened) continue
        open++
        check(opened)
      }
      expect(open).toBeGreaterThan(text.length / 2)
    }
  })

  it('whose beginning is missing says so, in either part', async () => {
    const codes = async (text: string): Promise<string[]> =>
      (await openText(text)).notices.map(({ code }) => code)
    const told = ['listing-headless', 'listing-opened']
    const row = GNU.indexOf(' 75.00')
    const entry = GNU.indexOf('---', GNU.indexOf('[1]  '))
    expect(await codes(GNU.slice(row))).toEqual(['listing-opened'])
    expect(await codes(GNU.slice(row + 9))).toEqual(told)
    expect(await codes(GNU.slice(0, row) + GNU.slice(GNU.indexOf('\n', row) + 1))).toEqual(told)
    expect(await codes(GNU.slice(entry))).toEqual(told)
    expect(await codes(`The profile:\n\n${GNU.slice(entry)}`)).toEqual(told)
    expect(await codes(GNU)).toEqual(['listing-opened'])
    // What is left of an entry's line can look like a row.
    for (const text of [GNU, GNU.replaceAll(/^(-{30,})$/gm, '\n$1\n')]) {
      const cut = await openText(text.slice(text.indexOf('100.0 ')))
      expect(cut.raw).toMatchObject({ flat: null, unread: { lines: 0 } })
      expect(cut.notices.map(({ code }) => code)).toEqual(told)
    }
    // In another order the time so far says nothing.
    const lines = GNU.split('\n')
    const at = lines.findIndex((line) => line.includes(' main') && line.startsWith(' 25.00'))
    lines.splice(at - 1, 2, lines[at] ?? '', lines[at - 1] ?? '')
    expect(await codes(lines.join('\n'))).toEqual(['listing-opened'])
  })

  it('changed at random neither crashes nor breaks what holds of every profile', async () => {
    const random = randomFrom(7)
    const alphabet = '0123456789[]()<>+/. \n\f-cycle'
    for (let round = 0; round < 600; round++) {
      const characters = (round % 2 === 0 ? GNU : BSD).split('')
      for (let change = random.between(1, 40); change > 0; change--) {
        const at = random.between(0, characters.length - 1)
        characters[at] = random.pick(alphabet.split(''))
        if (random.chance(0.2)) characters.splice(at, random.between(1, 60))
      }
      const opened = await orProblem(characters.join(''))
      if (!opened) continue
      check(opened)
      flatTexts(opened)
      graphTexts(opened)
      analyzeProfile(opened.analyzed.profile, { ...EMPTY_SCENARIO, leftOut: ['main'] })
    }
  })

  it('with numbers beyond all measure takes no more memory than its size justifies', async () => {
    const hostile = GNU.replaceAll('[2]', '[999999999]').replaceAll('2/2', '99999999999999999999/2')
    const opened = await openText(hostile)
    check(opened)
    expect(opened.listing.entries.length).toBeLessThan(10)
  })

  it('with one endless line is read in no time', async () => {
    const worked = processorTime()
    for (const line of [' '.repeat(3e6), '[1] '.repeat(3e5), '0.00 '.repeat(3e5), 'a ('.repeat(3e5)]) {
      await orProblem(`${GNU}${line}\n${GNU.slice(0, 200)}${line}`)
    }
    expect(worked()).toBeLessThan(30_000)
  })

  it('of 30,000 functions of one name gives each its own row, in no time', async () => {
    const of = (line: (at: number) => string): string =>
      Array.from({ length: 30_000 }, (_, at) => line(at)).join('')
    const flat = of((at) => `  0.00      0.00     0.00 ${`${at}`.padStart(8)}     0.00     0.00  same\n`)
    const entries = of(
      (at) =>
        `[${at + 1}]      0.0    0.00    0.00 ${`${at}`.padStart(7)}         same [${at + 1}]\n---------------------\n`,
    )
    const heading = `${GNU.slice(0, GNU.indexOf('name'))}name\n`
    const graph = 'index % time    self  children    called     name\n'
    const worked = processorTime()
    const { analyzed, listing } = await openText(`${heading}${flat}\f\n${graph}${entries}`)
    expect(worked()).toBeLessThan(8_000)
    expect(listing.flat.printed.length).toBe(30_000)
    expect(
      listing.flat.printed.every((f, row) => analyzed.profile.functions.calls[f as FunctionIndex] === row),
    ).toBe(true)
  })

  it('of two in one text opens the first, and tells where the second begins', async () => {
    const alone = await openText(GNU)
    const [flat, graph] = [GNU.slice(0, GNU.indexOf('\f')), GNU.slice(GNU.indexOf('\f'))]
    const line = (text: string, what: string): number => text.slice(0, text.indexOf(what)).split('\n').length
    const both = `${GNU}\nanother run\n`
    for (const text of [`${both}${GNU}`, `${both}\f${GNU}`, `${both}${graph}`, `${flat}\n${flat}${graph}`]) {
      const opened = await openText(text)
      expect(flatTexts(opened)).toEqual(flatTexts(alone))
      expect(graphTexts(opened)).toEqual(graphTexts(alone))
      expect(opened.notices.map(({ code }) => code)).toEqual(['listing-again', 'listing-opened'])
    }
    const told = (await openText(`${both}${GNU}`)).notices[0]
    const second = both.split('\n').length + line(GNU, ' time   seconds') - 1
    expect(told).toEqual({ code: 'listing-again', file: expect.any(String) as string, line: second })
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

  it('without an entry that could be read says so', async () => {
    const opened = await openText(GNU.replaceAll(/(\[\d\])$/gm, '$1 #').replaceAll(/^Index.*$/gm, ''))
    expect(opened.raw.graph?.entries).toEqual([])
    expect(opened.notices[0]).toMatchObject({
      code: 'listing-unread',
      text: expect.stringContaining('[1]    100.0'),
    })
  })

  it('of whose entries only the first could be read says so, and takes no explanation for one', async () => {
    const [first = '', ...others] = GNU.split(/^(?=-----)/m)
    const opened = await openText(first + others.join('').replaceAll(/ \[\d\]$/gm, ''))
    expect(opened.raw.graph?.entries).toHaveLength(1)
    expect(opened.notices[0]).toMatchObject({ code: 'listing-unread' })
    const explained = await openText(
      GNU.replace('\fIndex', ' This table describes …\n[1] 3 of 4 were read.\n\fIndex'),
    )
    expect(explained.notices.map(({ code }) => code)).toEqual(['listing-opened'])
  })

  it('tells which lines could not be read', async () => {
    const opened = await openText(GNU.replace('[2]     75.0', 'wrapped\n[2]     75.0'))
    expect(opened.notices[0]).toMatchObject({ code: 'listing-unread', lines: 1, text: 'wrapped' })
    const between = await openText(GNU.replace('-\n', '-\nwrapped\n'))
    expect(between.notices[0]).toMatchObject({ code: 'listing-unread', lines: 1, text: 'wrapped' })
    expect(graphTexts(between)).toEqual(graphTexts(await openText(GNU)))
  })
})

it('shares at a glance are those the listing prints, not worked out again from its rounded times', async () => {
  const { analyzed, listing } = await openText(GNU)
  const row = (f: FunctionIndex) => flatRow(analyzed, listing.flat, f)
  const glances = hottest(analyzed, listing, 20)
  expect(glances.length).toBeGreaterThan(1)
  for (const { f, percent, totalFraction } of glances) {
    expect(Number.parseFloat(percent)).toBeCloseTo(Number(row(f).text.percent), 1)
    expect(totalFraction).toBeCloseTo(row(f).selfFraction, 9)
  }
  for (const { f, percent } of longest(analyzed, listing, 20)) {
    expect(Number.parseFloat(percent)).toBeCloseTo(100 * row(f).totalFraction, 1)
  }
})
