// Tests of listings from other gprofs and in other languages, and of damaged ones: each opens as
// printed, or reports what is unreadable.
import { finish } from '../../core/base/yielder.ts'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openText, writtenAgain } from '../listing-round-trip.ts'
import { checkOpened, flatTexts, GNU, graphTexts } from '../small-listings.ts'
import { entryLineText } from '../../core/reports/entry-line-text.ts'
import { entryRows, lineAt } from '../../core/reports/entry-rows.ts'
import type { EntryIndex } from '../../core/reports/listing/entries.ts'
import { displayName } from '../../core/names/names.ts'
import { DEFAULT_CHOICE } from '../../core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../core/reports/graph/node-link.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import type { ArcIndex } from '../../core/profile/call-graph-profile.ts'
import type { OpenedListing } from '../../core/pipeline/open-listing.ts'

const read = (name: string): string =>
  readFileSync(new URL(`../../testing/cases/listings/${name}`, import.meta.url), 'latin1')

const codes = ({ notices }: OpenedListing): string[] => notices.map(({ code }) => code)
const textsOf = (opened: OpenedListing): string[] => [...flatTexts(opened), ...graphTexts(opened)]
const CYCLIC = read('english.txt')

async function expectSame(text: string, as: string, told: readonly string[] = ['listing-opened']) {
  const opened = await openText(text)
  checkOpened(opened)
  expect(textsOf(opened)).toEqual(textsOf(await openText(as)))
  expect(codes(opened)).toEqual(told)
}

describe('tabs', () => {
  it('before the number of a cycle as a whole, as old gprofs print them', async () => {
    const text = read('cycle-with-a-tab.txt')
    const opened = await openText(text)
    checkOpened(opened)
    expect(opened.analyzed.cycles.length).toBe(1)
    expect(opened.raw.graph?.entries.map(({ number, wholeCycle }) => [number, wholeCycle])).toContainEqual([
      2, 1,
    ])
    expect(flatTexts(opened).map((row) => row.split('|').at(-1))).toEqual(['work', 'ping', 'pong'])
    await expectSame(text, text.replace('\t[2]', ' [2]'))
  })

  it.each([8, 4, 2])('in place of blanks up to each column of %i', async (width) => {
    const tabbed = (text: string): string =>
      text.replaceAll(/^.*$/gm, (line) =>
        line.replaceAll(new RegExp(`.{${width}}`, 'g'), (piece) => piece.replace(/ {2,}$/, '\t')),
      )
    for (const text of [GNU, CYCLIC]) await expectSame(tabbed(text), text)
  })

  it('in place of all blanks between columns', async () => {
    for (const text of [GNU, CYCLIC]) await expectSame(text.replaceAll(/ {2,}/g, '\t'), text)
  })
})

it('numbers of the index that were cut at six characters are read', async () => {
  const large = CYCLIC.replaceAll(/\[(\d)\]/g, (_, digit: string) => `[1000${digit}]`)
  const cut = large.replaceAll(
    /^( +)(.*\[\d{5}\].*\[.*)$/gm,
    (_, before: string, items: string) => before + items.replaceAll(/\[(\d{5})\]/g, '[$1'),
  )
  expect(cut).toContain('[10003 a_step')
  const opened = await openText(cut.replaceAll(/^\[(\d{5})\]/gm, '[$1'))
  expect(opened.raw.index?.items).toEqual((await openText(large)).raw.index?.items)
  expect(codes(opened)).toEqual(['listing-opened'])
})

describe('a run without samples and calls', () => {
  const empty = read('without-samples-and-calls.txt')

  it.each([
    ['', empty],
    ['with explanations', `${empty}\n %         the percentage of the total\ntime       program used.\n`],
    [
      'by an old gprof',
      empty
        .replace(/^.*no time.*$/m, '')
        .replace(/^Each.*$/m, '\ngranularity: each sample hit covers 2 byte(s) no time accumulated'),
    ],
    [
      'in another language',
      empty
        .replace('Each sample counts as', 'Jedes Muster zählt als')
        .replace(' no time accumulated', ' keine Zeit gemessen')
        .replace(' time ', ' Zeit ')
        .replace('calls', 'Aufr.'),
    ],
  ])('opens and says so %s', async (_, text) => {
    const opened = await openText(text)
    checkOpened(opened)
    expect(opened.analyzed.profile.functions.length).toBe(0)
    expect(codes(opened)).toEqual(['empty-profile', 'listing-opened'])
    expect(opened.raw.flat?.period).toBe(/as 0.01|als 0.01/.test(text) ? '0.01' : '')
    await writtenAgain(text)
  })

  it('that says nothing of it may be cut', async () => {
    const cut = empty.replace(' no time accumulated', '')
    await expect(openText(cut)).rejects.toThrow(ProblemError)
  })
})

describe('lines of other programs', () => {
  it.each([
    'Error: cannot open display',
    'Segmentation fault (core dumped)',
    'warning: unused variable [-Wunused]',
    '/usr/bin/time: command terminated',
    'Gtk-CRITICAL **: gtk_main: assertion failed',
    'real    0m1.234s',
    'make: *** [all] Error 2',
    'foo.c:12: note: declared here',
  ])('are no part of a name: %s', async (message) => {
    const text = read('message-between-rows.txt')
    const opened = await openText(text.replace('Error: cannot open display', message))
    const without = await openText(text.replace('Error: cannot open display\n', ''))
    expect(textsOf(opened)).toEqual(textsOf(without))
    expect(opened.notices[0]).toMatchObject({ code: 'listing-unread', lines: 1, line: 7, text: message })
  })

  it('are told as they were written', async () => {
    const opened = await openText(read('message-between-rows.txt').replace('display', '\xc3\xa9cran'))
    expect(opened.notices[0]).toMatchObject({ text: 'Error: cannot open écran' })
  })
})

describe('a merge conflict', () => {
  // A file with real conflict marks may not be in the tree.
  const text = read('two-sides.txt')
    .replace('{'.repeat(7), '<'.repeat(7))
    .replace('}'.repeat(7), '>'.repeat(7))
  const ours = text.replace(/^<.*\n/m, '').replace(/^=======[^]*>>>>>>> .*\n/m, '')

  it.each([
    ['of git', text],
    ['with the base', text.replace(/^=======$/m, '||||||| base\n  1.00  9.00  9.00   old\n=======')],
    ['quoted', text.replaceAll(/^/gm, '> ')],
  ])('%s is named, and its first side read', async (_, conflict) => {
    await expectSame(conflict, ours, ['listing-conflict', 'listing-opened'])
    expect((await openText(conflict)).notices[0]).toMatchObject({
      line: 6,
      mark: conflict.startsWith('> ') ? '> <<<<<<< HEAD' : '<<<<<<< HEAD',
    })
  })

  it('in both parts is left out of both', async () => {
    const both = GNU.replace(
      /^ 75.*\n/m,
      '<<<<<<< a b\n$&=======\n 99.00  1.00 1.00  other\n>>>>>>> c\n',
    ).replace(/^\[1\].*\n/m, '<<<<<<< a b\n$&=======\n[1] 50.0 9.00 9.00    other [1]\n>>>>>>> c\n')
    await expectSame(both, GNU, ['listing-conflict', 'listing-opened'])
  })
})

describe('rules between entries', () => {
  it('of which one is damaged keep them apart', async () => {
    const text = read('damaged-rule.txt')
    const whole = text.replace('4711', '----')
    await expectSame(text, whole, ['listing-cut', 'listing-opened'])
  })

  it.each([
    ['shorter', '---'],
    ['of other characters', '='.repeat(40)],
    ['of lines', '\xe2\x94\x80'.repeat(40)],
    ['of dashes', '\xe2\x80\x94'.repeat(10)],
    ['apart', '- - - - - - - - - - -'],
    ['of a table', '+-----------+------------+'],
    ['with a comment', '-------------------- page 2 ---------'],
    ['that are blank', ''],
    ['of something else', '########'],
  ])('%s', async (_, rule) => {
    const told = rule.startsWith('#') ? ['listing-unread', 'listing-opened'] : ['listing-opened']
    await expectSame(CYCLIC.replaceAll(/^-{30,}$/gm, rule), CYCLIC, told)
  })

  it('that are missing join no entries: what is not known is told', async () => {
    const opened = await openText(CYCLIC.replaceAll(/^-{30,}\n/gm, ''))
    checkOpened(opened)
    expect(codes(opened)).toContain('listing-unread')
    expect(opened.raw.graph?.entries.length).toBe(4)
    const { arcs } = opened.analyzed.profile
    expect(
      Array.from(
        { length: arcs.length },
        (_, arc) => arcs.parent[arc as ArcIndex] === arcs.child[arc as ArcIndex],
      ),
    ).not.toContain(true)
  })

  it('names of dashes are names', async () => {
    const name = '_'.repeat(60)
    const opened = await openText(CYCLIC.replaceAll('a_step', name))
    expect(opened.raw.graph?.entries.length).toBe(4)
    expect(codes(opened)).toEqual(['listing-opened'])
  })
})

it('an entry that stands twice counts once, and that is told', async () => {
  const entry = /^\[2\][^-]*-+\n/m.exec(GNU)?.[0] ?? ''
  const opened = await openText(GNU.replace(entry, entry + entry))
  expect(graphTexts(opened)).toEqual(graphTexts(await openText(GNU)))
  expect(codes(opened)).toEqual(['listing-unread', 'listing-opened'])
})

describe('marks of Markdown', () => {
  it.each([
    ['brackets', (text: string) => text.replaceAll(/[[\]]/g, String.raw`\$&`)],
    ['all', (text: string) => text.replaceAll(/[[\]()<>_*#+-]/g, String.raw`\$&`)],
  ])('%s that stand for themselves are read', async (_, escaped) => {
    for (const text of [GNU, CYCLIC]) await expectSame(escaped(text), text)
    const text = read('escaped-brackets.txt')
    await expectSame(text, text.replaceAll('\\', ''))
  })

  it('a call graph of which no line can be read is told', async () => {
    const opened = await openText(GNU.replaceAll(/\[(\d)\]/g, '{$1}'))
    expect(opened.notices[0]).toMatchObject({ code: 'listing-unread' })
  })
})

describe('HTML', () => {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

  it('around numbers is taken off', async () => {
    const text = read('in-html-tags.html')
    await expectSame(text, text.replaceAll(/<[^>]*>/g, ''))
  })

  it.each([
    [
      'of a highlighter',
      (text: string) => escaped(text).replaceAll(/\d+\.\d+/g, '<span class="mf">$&</span>'),
    ],
    [
      'with bare tags',
      (text: string) =>
        escaped(text)
          .replaceAll(/\d+\.\d+/g, '<b>$&</b>')
          .replaceAll(/ (\[\d\])$/gm, ' <code>$1</code>'),
    ],
    ['with links', (text: string) => escaped(text).replaceAll(/(\[\d\])/g, '<a href="#$1">$1</a>')],
    ['with rules', (text: string) => `<pre>\n${escaped(text).replaceAll(/^-{30,}$/gm, '<hr>')}</pre>`],
    [
      'of a table',
      (text: string) =>
        `<table>\n${escaped(text).replaceAll(/(?<=\S) (?= *(?:\d|\[))/g, '</td><td>')}</table>`,
    ],
  ])('%s', async (_, marked) => {
    for (const text of [GNU, CYCLIC]) await expectSame(marked(text), text)
  })

  it('is none in names of C++', async () => {
    const name = 'f<span>(std::set<code> const&, std::map<b, i>)'
    const opened = await openText(GNU.replaceAll(/weigh\([^)]*\)/g, name))
    expect(flatTexts(opened)[0]).toContain(name)
  })
})

describe('a listing in another language', () => {
  it.each(['german.txt', 'spanish.txt'])('of %s is as in English', async (name) => {
    await expectSame(read(name), CYCLIC)
    const { raw } = await openText(read(name))
    const english = (await openText(CYCLIC)).raw
    expect(raw).toMatchObject({ flat: english.flat, style: english.style })
    expect(raw.graph?.granularity).toEqual(english.graph?.granularity)
  })

  it('has its index known by its items', async () => {
    const french = await openText(read('french.txt'))
    expect(codes(french)).toEqual(['listing-opened'])
    const english = (await openText(read('english-without-cycle.txt'))).raw
    expect(french.raw.graph?.entries).toEqual(english.graph?.entries)
    expect(french.raw.index).toEqual(english.index)
    expect(french.raw.style.explained).toBe(false)
  })

  it('of which every word is another', async () => {
    const other = CYCLIC.replace('Flat profile', 'X y')
      .replace('Each sample counts as', 'Hver pr\xc3\xb8ve t\xc3\xa6ller som')
      .replace(/^.*cumulative.*$/m, '  %   kumulativ  selv              selv     total')
      .replace(/time( +seconds +seconds +)calls(.*)name/, 'tid$1kald$2navn')
      .replaceAll('ms/call', 'ms/kald')
      .replace('Call graph', 'Kaldgraf')
      .replace(
        'granularity: each sample hit covers 2 byte(s) for',
        'finkornethed: hver pr\xc3\xb8ve d\xc3\xa6kker 2 byte for',
      )
      .replace('% of ', '% af ')
      .replace(
        'index % time    self  children    called     name',
        'indeks % tid   selv  efterk.    kaldt      navn',
      )
      .replaceAll('<cycle 1 as a whole>', '<cyklus 1 som helhed>')
      .replaceAll('<cycle 1>', '<cyklus 1>')
      .replaceAll('<spontaneous>', '<af sig selv>')
      .replace('Index by function name', 'Indeks efter funktionsnavn')
    await expectSame(other, CYCLIC)
    const { raw } = await openText(other)
    const english = (await openText(CYCLIC)).raw
    expect({ ...raw, file: '' }).toEqual({ ...english, file: '' })
  })
})

it('printed shares are those of every view', async () => {
  const { analyzed, listing } = await openText(read('small-times.txt'))
  const drawn = finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0.1 }))
  const shares = drawn.nodes.map((node) => [
    displayName(analyzed.profile.functions, node.function),
    node.totalShare,
  ])
  expect(Object.fromEntries(shares)).toEqual({ main: 1, work: 1, late: 0.75, early: 0.25 })
  const rows = entryRows(
    listing,
    new Set(Array.from(listing.entries.printed, (entry) => entry as EntryIndex)),
  )
  const fractions = Array.from({ length: rows.length }, (_, row) =>
    entryLineText(analyzed, listing, lineAt(analyzed, listing, rows, row)),
  ).flatMap(({ index, percent }) => (index === '' ? [] : [percent]))
  expect(fractions).toEqual(['100.0%', '100.0%', '75.0%', '25.0%'])

  const cyclic = await openText(CYCLIC.replace('[1]    100.0    0.96', '[1]     87.5    0.96'))
  const [cycle] = finish(listNodeLink(cyclic.analyzed, { ...DEFAULT_CHOICE, threshold: 0 })).cycles
  expect(cycle?.totalShare).toBe(0.875)
})
