// Listings of C++ programs as they come out of a mail program: the numbers of the original, or a notice of what was lost.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawIndex, RawListing } from '../../core/formats/gprof-listing/types.ts'
import { requireTools, runGprof } from '../gprof/live-gprof.ts'
import { openText } from '../listing-round-trip.ts'
import { PROGRAMS } from '../programs/table.ts'
import { profileProgram } from '../run-program.ts'

const OPTIONS: readonly (readonly string[])[] = [
  ['-b'],
  [],
  ['-b', '-p'],
  ['-b', '-q'],
  ['-b', '-z'],
  ['-b', '-T'],
]
const NARROWEST = 60
const WIDEST = 100

interface Printed {
  readonly what: string
  readonly text: string
}

let folder = ''
const listings: Printed[] = []

beforeAll(async () => {
  await requireTools(['g++', 'gprof'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-wrapped-'))
  const programs = PROGRAMS.filter(({ compiler, name }) => compiler === 'g++' && !name.includes('static'))
  for (const [at, program] of programs.entries()) {
    const { executable, profiles } = await profileProgram(program, join(folder, String(at)))
    for (const options of OPTIONS) {
      const { status, stdout } = await runGprof([...options, executable, ...profiles])
      if (status === 0) listings.push({ what: `${program.name}, ${options.join(' ')}`, text: stdout })
    }
  }
}, 240_000)

afterAll(async () => {
  if (folder !== '') await rm(folder, { recursive: true })
})

interface Wrapping {
  readonly width: number
  /** Blanks at which a line was broken stay at its end. */
  readonly keepsBlank: boolean
  /** There must be room for that blank, too. */
  readonly countsBlank: boolean
  readonly mark: '' | '> ' | '>' | '> > '
  /** Lines were quoted before they were wrapped: what was torn off has no mark. */
  readonly quotedFirst: boolean
  /** All lines were quoted once more after that. */
  readonly quotedAgain: boolean
}

/** As many words in a line as have room; a word that has none stays whole. */
function wrapped(
  text: string,
  { width, keepsBlank, countsBlank, mark, quotedFirst, quotedAgain }: Wrapping,
): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    let rest = line
    let before: string = mark
    while (rest.length > width - before.length) {
      const room = width - before.length
      let end = rest.lastIndexOf(' ', room - Number(countsBlank))
      // Not within what a line is set in by.
      if (end <= 0 || rest.slice(0, end).trim() === '') end = rest.indexOf(' ', rest.search(/\S/))
      if (end < 0) break
      const begins = end + rest.slice(end).search(/[^ ]|$/)
      if (begins === rest.length) break
      lines.push(before + (keepsBlank ? rest.slice(0, begins) : rest.slice(0, end).trimEnd()))
      if (quotedFirst) before = ''
      rest = rest.slice(begins)
    }
    lines.push(before + (keepsBlank ? rest : rest.trimEnd()))
  }
  return (quotedAgain ? lines.map((line) => (mark === '>' ? `>${line}` : `> ${line}`)) : lines).join('\n')
}

/** Items are those of the whole index, in another order, or fewer. */
function lostIndex({ index }: RawListing, whole: RawIndex | null): boolean {
  const known = new Map(whole?.items.map((item) => [item.number, item]))
  return (
    (index?.items.length ?? 0) < known.size ||
    (index?.items ?? []).some(({ number, name }) => known.get(number)?.name !== name)
  )
}

/** All that both tables say. */
const numbersOf = ({ flat, graph }: RawListing): unknown => ({
  flat: flat && { ...flat, rows: flat.rows },
  graph: graph && { ...graph, names: [...graph.names] },
})

test('wrapped at any width, quoted or not, a listing has the numbers and names of the whole one', async () => {
  expect(listings.length).toBeGreaterThan(30)
  const raws = await Promise.all(listings.map(async ({ text }) => (await openText(text)).raw))
  let torn = 0
  await fc.assert(
    fc.asyncProperty(
      fc.nat(listings.length - 1),
      fc.record({
        width: fc.integer({ min: NARROWEST, max: WIDEST }),
        keepsBlank: fc.boolean(),
        countsBlank: fc.boolean(),
        quotedFirst: fc.boolean(),
        quotedAgain: fc.boolean(),
        mark: fc.constantFrom('' as const, '> ' as const, '>' as const, '> > ' as const),
      }),
      async (at, wrapping) => {
        const text = wrapped(listings[at]?.text ?? '', wrapping)
        const { raw, notices } = await openText(text)
        // The index alone may have lost something; then the page says so.
        if (lostIndex(raw, raws[at]?.index ?? null))
          expect(notices.map(({ code }) => code)).toContain('listing-unread')
        torn += Number(text.split('\n').length > (listings[at]?.text.split('\n').length ?? 0))
        expect(numbersOf(raw), listings[at]?.what).toEqual(numbersOf(raws[at] ?? raw))
      },
    ),
    { numRuns: 400 },
  )
  expect(torn).toBeGreaterThan(100)
})

/** As programs that number, log or comment put before each line; no digit touches the line. */
const MARKS = fc
  .tuple(
    fc.constantFrom('', ' ', '  ', '\t', '> '),
    fc.stringMatching(/^[#*+/|:[\]()A-Za-z.-]{0,12}$/),
    fc.boolean(),
    fc.constantFrom(': ', '\t', ' | ', '| ', '>', '] ', ' '),
  )
  .map(
    ([before, word, isNumbered, behind]) =>
      (line: number) =>
        `${before}${word}${isNumbered ? String(line).padStart(5) : ''}${behind}`,
  )

test('with the same before each line, numbered or not, a listing has the numbers and names of the whole one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(listings.length - 1), MARKS, fc.boolean(), async (at, mark, isTrimmed) => {
      const text = listings[at]?.text ?? ''
      const marked = text.split('\n').map((line, above) => mark(above + 1) + line)
      const { raw } = await openText((isTrimmed ? marked.map((line) => line.trimEnd()) : marked).join('\n'))
      expect(numbersOf(raw), listings[at]?.what).toEqual(numbersOf((await openText(text)).raw))
    }),
    { numRuns: 300 },
  )
})
