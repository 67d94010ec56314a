// Tests of listings with missing, unreadable or hostile parts.
import { describe, expect, it } from 'vitest'
import { openText } from '../listing-round-trip.ts'
import { processorTime } from '../processor-time.ts'
import { randomFrom } from '../random/random.ts'
import { BSD, checkOpened, flatTexts, GNU, graphTexts } from '../small-listings.ts'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import type { OpenedListing } from '../../core/pipeline/open-listing.ts'
import { effort } from '../effort.ts'

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
      for (let length = 0; length < text.length; length += effort(1, 10)) {
        const opened = await orProblem(text.slice(0, length))
        if (!opened) continue
        open++
        checkOpened(opened)
      }
      expect(open).toBeGreaterThan(text.length / effort(2, 20))
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
    // The rest of an entry's line can look like a row.
    for (const text of [GNU, GNU.replaceAll(/^(-{30,})$/gm, '\n$1\n')]) {
      const cut = await openText(text.slice(text.indexOf('100.0 ')))
      expect(cut.raw).toMatchObject({ flat: null, unread: { lines: 0 } })
      expect(cut.notices.map(({ code }) => code)).toEqual(told)
    }
    // In another order, the cumulative time proves nothing.
    const lines = GNU.split('\n')
    const at = lines.findIndex((line) => line.includes(' main') && line.startsWith(' 25.00'))
    lines.splice(at - 1, 2, lines[at] ?? '', lines[at - 1] ?? '')
    expect(await codes(lines.join('\n'))).toEqual(['listing-opened'])
  })

  it('changed at random neither crashes nor breaks what holds of every profile', async () => {
    const random = randomFrom(7)
    const alphabet = '0123456789[]()<>+/. \n\f-cycle'
    for (let round = 0; round < effort(600); round++) {
      const characters = (round % 2 === 0 ? GNU : BSD).split('')
      for (let change = random.between(1, 40); change > 0; change--) {
        const at = random.between(0, characters.length - 1)
        characters[at] = random.pick(alphabet.split(''))
        if (random.chance(0.2)) characters.splice(at, random.between(1, 60))
      }
      const opened = await orProblem(characters.join(''))
      if (!opened) continue
      checkOpened(opened)
      flatTexts(opened)
      graphTexts(opened)
      analyzeProfile(opened.analyzed.profile, { ...EMPTY_SCENARIO, leftOut: ['main'] })
    }
  })

  it('with numbers beyond all measure takes no more memory than its size justifies', async () => {
    const hostile = GNU.replaceAll('[2]', '[999999999]').replaceAll('2/2', '99999999999999999999/2')
    const opened = await openText(hostile)
    checkOpened(opened)
    expect(opened.listing.entries.length).toBeLessThan(10)
  })

  it('with one endless line is read in no time', async () => {
    const worked = processorTime()
    for (const line of [' '.repeat(3e6), '[1] '.repeat(3e5), '0.00 '.repeat(3e5), 'a ('.repeat(3e5)]) {
      await orProblem(`${GNU}${line}\n${GNU.slice(0, 200)}${line}`)
    }
    expect(worked()).toBeLessThan(30_000)
  })

  it('of very many functions of one name gives each its own row, in no time', async () => {
    const length = effort(30_000)
    const of = (line: (at: number) => string): string => Array.from({ length }, (_, at) => line(at)).join('')
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
    expect(listing.flat.printed.length).toBe(length)
    expect(
      listing.flat.printed.every((f, row) => analyzed.profile.functions.calls[f as FunctionIndex] === row),
    ).toBe(true)
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
