// Tests of opened listings: their own numbers, from one part or both, of old and new gprofs.
import { describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../../testing/builders/byte-writer.ts'
import { openText, writtenAgain } from '../../testing/listing-round-trip.ts'
import { BSD, checkOpened, EARLY_GNU, flatTexts, GNU, graphTexts } from '../../testing/small-listings.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { checkAnalysis } from '../../testing/check-analysis.ts'
import { cutAlso, EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { openProfile } from './open-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { flatRow } from '../reports/flat-rows.ts'
import { explainNoArcs } from '../reports/graph/drawing-text.ts'
import { hottest, longest } from '../reports/highlights.ts'
import { listProfile } from '../reports/listing/listing.ts'
import { displayName } from '../names/names.ts'

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
    checkOpened(opened)
    expect(flatTexts(opened)).toEqual([
      '75.00|0.03|0.03|2|15.00|15.00|0.03|weigh(std::map<int, char> const&, int)',
      '25.00|0.04|0.01||||0.04|main',
    ])
    expect(graphTexts(opened)).toEqual([
      '|||||<spontaneous>||',
      '[1]|100.0%|0.01|0.03||main||',
      '||0.03|0.00|2/2|weigh(std::map<int, char> const&, int)||[2]',
      '||0.03|0.00|2/2|main||[1]',
      '[2]|75.0%|0.03|0.00|2|weigh(std::map<int, char> const&, int)||',
    ])
    expect(opened.notices).toEqual([{ code: 'listing-opened', file: 'listing.txt', parts: 'both' }])
  })

  it('of BSD opens, with cycles, self calls and numbers behind names', async () => {
    const opened = await openText(BSD)
    checkOpened(opened)
    expect(opened.raw.style).toMatchObject({ traditional: true, explained: true })
    expect(opened.raw.unread.lines).toBe(0)
    expect(flatTexts(opened)[0]).toBe('50.00|0.40|0.40|6|66.67|91.67|0.55|_sail')
    const graph = graphTexts(opened)
    expect(graph).toContain('[3]|75.0%|0.45|0.15|3+7|cycle 1 as a whole||')
    expect(graph).toContain('[5]|37.5%|0.20|0.10|30+2|_moor||')
    expect(graph).toContain('||||4|_tack|cycle 1|[6]')
    expect(opened.analyzed.profile.rate).toBe(100)
  })

  it('of an early GNU gprof opens, and says that its index is missing', async () => {
    const opened = await openText(EARLY_GNU)
    checkOpened(opened)
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
    const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
    const two = [memorySource('a', bytesOfBinary(GNU)), memorySource('b', bytesOfBinary(BSD))]
    const result = await openProfile(two, options, () => {})
    expect(result).toMatchObject({ ok: false, problem: { problem: { code: 'input/several-listings' } } })
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
})

it('shares at a glance are those that the listing prints, not worked out again from its rounded times', async () => {
  const { analyzed, listing } = await openText(GNU)
  const row = (f: FunctionIndex) => flatRow(analyzed, listing.flat, f).text
  const glances = hottest(analyzed, listing, 20)
  expect(glances.length).toBeGreaterThan(1)
  for (const { f, percent } of glances) {
    expect(Number.parseFloat(percent)).toBeCloseTo(Number(row(f).percent), 1)
    expect(Number.parseFloat(percent)).toBeCloseTo(Number(row(f).selfPercent), 1)
  }
  for (const { f, percent } of longest(analyzed, listing, 20)) {
    expect(Number.parseFloat(percent)).toBeCloseTo(Number(row(f).totalPercent), 1)
  }
})
