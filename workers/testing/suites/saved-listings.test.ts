// Tests of saved listings: the same rows, and so the same text and numbers.
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../builders/byte-writer.ts'
import { writeListedText } from '../listing-round-trip.ts'
import { buildCase, randomCase } from '../random/random-case.ts'
import { EVERYTHING, openBytes, savedBytes, takeApart } from '../saved-files.ts'
import { writtenText } from '../gprof/written-text.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { textOfBinary } from '../../core/base/string-table.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import { writeJson } from '../../core/reports/exports/json.ts'
import { writeWhole } from '../../core/reports/text/whole-text.ts'
import { choose } from '../../core/saved/redact.ts'
import { contentOf } from '../../core/saved/content.ts'
import { saveProfile } from '../../core/saved/save.ts'
import { shareProfile } from '../../core/saved/share.ts'
import { effort } from '../effort.ts'

const FOLDER = new URL('../', import.meta.url)
const STATE = { scenario: EMPTY_SCENARIO, view: 'view=call-graph' }
const fileOf = (name: string): Promise<Uint8Array> => readFile(new URL(name, FOLDER))

async function open(text: Uint8Array, name = 'listing.txt', scenario = EMPTY_SCENARIO): Promise<Opened> {
  const result = await openBytes({ [name]: text }, scenario)
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.value
}

async function reopened(opened: Opened, state = STATE): Promise<Opened> {
  return open(await savedBytes(opened, state), 'a.gmonscope', state.scenario)
}

const jsonOf = (opened: Opened): string => writtenText((out) => writeJson(opened, (text) => out.text(text)))

function expectSame(again: Opened, original: Opened): void {
  expect(again.analyzed).toEqual(original.analyzed)
  expect(again.listing).toEqual(original.listing)
  expect(again.files).toEqual(original.files)
  expect(again.notices).toEqual(original.notices)
  expect(writeListedText(again)).toBe(writeListedText(original))
  expect(jsonOf(again)).toBe(jsonOf(original))
}

/** Listings of random profiles, as gprof prints them. */
async function randomListings(seeds: number): Promise<readonly Uint8Array[]> {
  const texts: Uint8Array[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    const { executable, profiles } = buildCase(randomCase(seed))
    const gmons = profiles.map((bytes, at): [string, Uint8Array] => [`${at}.out`, bytes])
    const profile = await openBytes({ prog: executable, ...Object.fromEntries(gmons) })
    if (!profile.ok) continue
    const { hasHistogram, hasArcs } = profile.value.contents.plain
    const text = writtenText((out) =>
      writeWhole(profile.value, { flat: hasHistogram, graph: hasArcs, width: 80 }, out),
    )
    texts.push(bytesOfBinary(text))
  }
  return texts
}

describe('a listing saved as a profile', () => {
  it('opens again, however long the words for its unit', async () => {
    const text = Buffer.from(await fileOf('golden-saved/islands-v1.txt')).toString('latin1')
    const unit = 'units of sixteen bytes and more'
    const original = await open(bytesOfBinary(text.replace(/ seconds\.$/m, ` ${unit}.`)))
    expect(original.contents.plain.dimension).toBe(unit)
    expectSame(await reopened(original), original)
  })

  it.each([
    'listings/bsd.txt',
    'listings/early-gnu.txt',
    'listings/mailed.txt',
    'golden-saved/islands-v1.txt',
  ])('%s shows the printed numbers again', async (name) => {
    const original = await open(await fileOf(name))
    const again = await reopened(original)
    expectSame(again, original)
    expect(again.saved).toEqual({ ...STATE, hasPossible: false, hasLines: false })
    expect(() => again.contents.sum()).toThrow()
    // Once more, from the saved one.
    expectSame(await reopened(again), original)
  })

  it('is the same for random ones, in their scenarios, too', async () => {
    let compared = 0
    for (const text of await randomListings(effort(120))) {
      const opened = await openBytes({ 'listing.txt': text })
      if (!opened.ok) continue
      compared++
      expectSame(await reopened(opened.value), opened.value)
      const { parent, child } = firstArc(opened.value)
      if (parent === undefined || child === undefined) continue
      const scenario = { ...EMPTY_SCENARIO, cutArcs: [{ parent, child }] }
      const original = await open(text, 'listing.txt', scenario)
      const again = await reopened(original, { scenario, view: '' })
      expect(again.analyzed).toEqual(original.analyzed)
      expect(again.contents.printed?.measured.analyzed).toEqual(opened.value.analyzed)
    }
    expect(compared).toBeGreaterThan(effort(60))
  })

  it('is of version 2, that an earlier reader does not work its numbers out anew', async () => {
    const { header } = takeApart(await savedBytes(await open(await fileOf('listings/bsd.txt'))))
    expect(header['version']).toBe(2)
  })

  it('fits whole, or does not fit at all', async () => {
    const opened = await open(await fileOf('golden-saved/islands-v1.txt'))
    const content = contentOf(opened, STATE)
    const bytes = await saveProfile(content)
    const request = { choice: EVERYTHING, ...STATE }
    expect((await shareProfile(content, { ...request, limit: bytes.length }))?.bytes).toEqual(bytes)
    expect(await shareProfile(content, { ...request, limit: bytes.length - 1 })).toBeNull()
  })

  it('holds no name of a function or file when names are replaced, and the same numbers', async () => {
    const opened = await open(await fileOf('golden-saved/islands-v1.txt'))
    const chosen = choose(contentOf(opened, STATE), { ...EVERYTHING, names: 'replaced' })
    const bytes = await saveProfile(chosen)
    const { header, columns } = takeApart(bytes)
    const whole = JSON.stringify(header) + textOfBinary(Buffer.from(columns).toString('latin1'))
    const { functions } = opened.contents.plain
    for (const name of ['evaluate', 'mutate', 'islands', 'listing.txt']) expect(whole).not.toContain(name)
    const again = await open(bytes, 'a.gmonscope')
    expect(again.contents.plain.functions.length).toBe(functions.length)
    expect(again.contents.plain.functions.selfTicks).toEqual(functions.selfTicks)
    expect(again.analyzed.times).toEqual(opened.analyzed.times)
    expect(again.analyzed.asPrinted?.flatPercent).toEqual(opened.analyzed.asPrinted?.flatPercent)
  })

  it('leaves out the sources that -l puts behind names', async () => {
    const text = [
      'Flat profile:',
      '',
      'Each sample counts as 0.01 seconds.',
      '  %   cumulative   self              self     total           ',
      ' time   seconds   seconds    calls  Ts/call  Ts/call  name    ',
      ' 50.00      0.02     0.02                             main (src/deep/one.c:12 @ 1139)',
      ' 50.00      0.04     0.02                             main (src/deep/one.c:14 @ 1149)',
      '',
    ].join('\n')
    const opened = await open(new TextEncoder().encode(text))
    const content = contentOf(opened, STATE)
    const bare = await saveProfile(choose(content, { ...EVERYTHING, withoutSources: true }))
    expect(Buffer.from(takeApart(bare).columns).toString('latin1')).not.toContain('one.c')
    expect((await open(bare, 'a.gmonscope')).contents.plain.functions.length).toBe(2)
    const short = await saveProfile(choose(content, { ...EVERYTHING, withoutDirectories: true }))
    const columns = Buffer.from(takeApart(short).columns).toString('latin1')
    expect(columns).toContain('(one.c:12')
    expect(columns).not.toContain('deep')
  })
})

function firstArc({ contents: { plain } }: Opened): { readonly parent?: string; readonly child?: string } {
  if (plain.arcs.length === 0) return {}
  const { bytes, start } = plain.functions.names
  const nameOf = (f: number): string => Buffer.from(bytes.subarray(start[f], start[f + 1])).toString('latin1')
  const [parent = 0] = plain.arcs.parent as unknown as number[]
  const [child = 0] = plain.arcs.child as unknown as number[]
  return { parent: nameOf(parent), child: nameOf(child) }
}
