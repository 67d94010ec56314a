// Tests of redaction: what is chosen to stay is unchanged, and the rest is gone.
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { buildCase, randomCase } from '../../testing/random/random-case.ts'
import { randomScenario } from '../../testing/random/random-scenario.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { EVERYTHING, openBytes, openLargeCase } from '../../testing/saved-files.ts'
import { processorTime } from '../../testing/processor-time.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { NONE } from '../base/columns.ts'
import { stringTableOf } from '../base/string-table.ts'
import { MAGIC } from '../formats/saved-profile/types.ts'
import { checkProfile } from '../../testing/check-profile.ts'
import type { FunctionIndex, SourceTable } from '../profile/call-graph-profile.ts'
import { rawName } from '../names/names.ts'
import { choose, type ShareChoice } from './redact.ts'
import { contentOf, type SavedContent } from './content.ts'
import { saveProfile } from './save.ts'
import { effort } from '../../testing/effort.ts'

const DIRECTORY = '/builds/ada/secret-project'

const TEXT = { address: 0x401000, size: 0x100 }
const BUILD_ID = {
  name: '.note.gnu.build-id',
  kind: 'data',
  address: 0x400200,
  // Four bytes of name, "GNU", and eight bytes of build id, which is type 3.
  bytes: Uint8Array.from([4, 0, 0, 0, 8, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4e, 0x55, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
} as const

/**
 * Content of a program whose names are in a separate file, and of a run that can no longer be read.
 */
async function contentOfParts(): Promise<SavedContent> {
  const symbols = [
    { name: 'main', address: 0x401000 },
    { name: 'work', address: 0x401080 },
  ]
  const arc = { kind: 'arc', from: 0x401010, self: 0x401084, count: 7 } as const
  const result = await openBytes({
    'build/secret-program': buildElf({ text: TEXT, sections: [BUILD_ID], symbols: null }),
    'names.debug': buildElf({ text: TEXT, sections: [BUILD_ID], symbols }),
    'gmon.out': buildGmon({ records: [arc] }),
  })
  if (!result.ok) throw new Error(result.problem.problem.code)
  const content = contentOf(result.value, { scenario: EMPTY_SCENARIO, view: '' })
  const reason = 'the disk of ada answers with an error'
  const gone = { code: 'bytes/unreadable', file: 'other.out', reason } as const
  const run = { name: 'other.out', size: 10, kind: 'profile', detail: 'GNU gmon.out', problem: gone } as const
  const opened = { code: 'listing-opened', file: 'gmon.out', parts: 'both' } as const
  return { ...content, files: [...content.files, run], notices: [...content.notices, opened] }
}

/** Random profiles with sources, in random scenarios. */
async function* contents(count: number): AsyncGenerator<SavedContent> {
  let made = 0
  for (let seed = 1; made < count; seed++) {
    const { executable, profiles } = buildCase(randomCase(seed))
    const named = profiles.map((bytes, at) => [`/data/customer/run-${at}.out`, bytes])
    const opened = await openBytes({ 'secret-program': executable, ...Object.fromEntries(named) })
    if (!opened.ok) continue
    made++
    const {
      contents: { plain },
    } = opened.value
    const scenario = randomScenario(randomFrom(seed), plain)
    const view = 'view=call-graph&fn=confidential&q=confidential&call-graph.root=confidential'
    yield {
      ...contentOf(opened.value, { scenario, view }),
      plain: { ...plain, sources: sources(plain.functions.length) },
    }
  }
}

function sources(length: number): SourceTable {
  const column = (valueOf: (f: number) => number): Int32Array =>
    Int32Array.from({ length }, (_, f) => valueOf(f))
  return {
    fileOf: column((f) => (f % 3) - 1),
    lineOf: column((f) => (f % 3 === 0 ? NONE : f)),
    files: stringTableOf([`${DIRECTORY}/a/util.c`, `${DIRECTORY}/b/util.c`]),
  } as unknown as SourceTable
}

async function textIn(content: SavedContent): Promise<string> {
  return gunzipSync((await saveProfile(content)).subarray(MAGIC.length)).toString('latin1')
}

const names = ({ plain }: SavedContent): string[] =>
  Array.from({ length: plain.functions.length }, (_, f) => rawName(plain.functions, f as FunctionIndex))

/** All counts and computed numbers, without names and places. */
function numbers({ plain, scenario }: SavedContent) {
  const { functions, totals } = plain
  const { times, cycles, printedTicks } = analyzeProfile(plain, scenario)
  const { selfTicks, calls, selfCalls } = functions
  return { selfTicks, calls, selfCalls, totals, times, members: cycles.members, printedTicks }
}

describe('what leaves', () => {
  it('is everything unless something else is chosen', async () => {
    for await (const content of contents(5)) expect(choose(content, EVERYTHING)).toBe(content)
  })

  it.each<ShareChoice['names']>(['shortened', 'replaced'])(
    'keeps every number with names %s',
    async (style) => {
      for await (const content of contents(50)) {
        const chosen = choose(content, { ...EVERYTHING, names: style })
        checkProfile(chosen.plain)
        expect(numbers(chosen)).toEqual(numbers(content))
        const pairs = new Map(names(content).map((name, row) => [name, names(chosen)[row]]))
        expect(names(chosen)).toEqual(names(content).map((name) => pairs.get(name)))
        expect(new Set(pairs.values()).size).toBe(pairs.size)
      }
    },
    60_000,
  )

  it('holds no name, path or file of anybody once they are replaced', async () => {
    for await (const content of contents(60)) {
      const text = await textIn(choose(content, { ...EVERYTHING, names: 'replaced' }))
      for (const name of names(content)) if (name.length > 5) expect(text).not.toContain(name)
      for (const word of ['secret', 'customer', 'run-', 'util.c', 'confidential', 'ada'])
        expect(text).not.toContain(word)
      const { address } = content.plain.functions
      const places = choose(content, { ...EVERYTHING, names: 'replaced' }).plain.functions.address
      expect(Array.from(places as unknown as Float64Array).every((place, f) => place === 16 * (f + 1))).toBe(
        true,
      )
      expect(address.length).toBe(places.length)
    }
  })

  it('has the last part of each path without directories', async () => {
    for await (const content of contents(8)) {
      const chosen = choose(content, { ...EVERYTHING, withoutDirectories: true })
      const text = await textIn(chosen)
      for (const word of [DIRECTORY, 'customer', '/data']) expect(text).not.toContain(word)
      expect(text).toContain('util.c')
      expect(chosen.plain.sources?.files.length).toBe(1)
      expect(chosen.plain.sources?.lineOf).toEqual(content.plain.sources?.lineOf)
      expect(numbers(chosen)).toEqual(numbers(content))
    }
  })

  it('names no file in what is said of another one', async () => {
    const content = await contentOfParts()
    expect(await textIn(content)).toContain('of build/secret-program')
    const short = await textIn(choose(content, { ...EVERYTHING, withoutDirectories: true }))
    expect(short).toContain('of secret-program')
    expect(short).not.toContain('build/')
    const replaced = choose(content, { ...EVERYTHING, names: 'replaced' })
    expect(replaced.files.map(({ detail }) => detail)[1]).toMatch(/^ELF.* · of program$/)
    expect(replaced.files.map(({ kind, problem }) => [kind, problem])[3]).toEqual(['unknown', null])
    const text = await textIn(replaced)
    for (const word of ['secret', 'names.debug', 'ada', 'other']) expect(text).not.toContain(word)
    expect(replaced.notices).toContainEqual({ code: 'listing-opened', file: 'gmon.out', parts: 'both' })
  })

  it('says what is missing, also when it is passed on', async () => {
    const choice = { ...EVERYTHING, withoutSources: true, withoutNotices: true }
    for await (const content of contents(8)) {
      const chosen = choose(content, choice)
      expect(chosen.notices).toMatchObject([{ code: 'shared-in-part', sources: true, names: 'kept' }])
      expect(choose(chosen, choice).notices).toEqual(chosen.notices)
    }
  })

  it.each<readonly [Partial<ShareChoice>, object]>([
    [{ withoutDirectories: true }, { directories: true, names: 'kept' }],
    [{ withoutSources: true }, { sources: true, names: 'kept' }],
    [{ names: 'shortened' }, { names: 'shortened' }],
    [{ names: 'replaced' }, { names: 'replaced', sources: true }],
  ])('says no more than what is missing: %j', async (choice, expected) => {
    for await (const content of contents(2)) {
      const { notices } = choose(content, { ...EVERYTHING, ...choice })
      const told = notices.filter(({ code }) => code === 'shared-in-part')
      const nothing = {
        directories: false,
        sources: false,
        notices: false,
        unused: 0,
        functions: 0,
        ticks: 0,
      }
      expect(told).toMatchObject([{ ...nothing, ...expected, notices: expect.any(Boolean) }])
    }
  })

  it('counts functions and files from one, and leaves out of a scenario what no function is called', async () => {
    for await (const content of contents(4)) {
      const [first = ''] = names(content)
      const cutArcs = [
        { parent: first, child: first },
        { parent: 'nobody', child: first },
        { parent: first, child: 'nobody' },
      ]
      const faster = [
        { name: 'nobody', factor: 2 },
        { name: first, factor: Infinity },
      ]
      const scenario = { ...EMPTY_SCENARIO, cutArcs, leftOut: ['nobody', first], faster }
      const chosen = choose({ ...content, scenario }, { ...EVERYTHING, names: 'replaced' })
      expect(names(chosen)[0]).toBe('f1')
      const { size } = new Set(names(content))
      expect(new Set(names(chosen))).toEqual(new Set(Array.from({ length: size }, (_, nth) => `f${nth + 1}`)))
      expect(chosen.scenario).toEqual({
        ...EMPTY_SCENARIO,
        cutArcs: [{ parent: 'f1', child: 'f1' }],
        leftOut: ['f1'],
        faster: [{ name: 'f1', factor: Infinity }],
      })
      const runs = chosen.files.flatMap(({ name, kind }) => (kind === 'profile' ? [name] : []))
      expect(runs).toEqual(runs.map((_, nth) => (nth === 0 ? 'gmon.out' : `gmon.out ${nth + 1}`)))
      expect(chosen.files.find(({ kind }) => kind === 'executable')?.name).toBe('program')
    }
  })

  it.each<ShareChoice['names']>(['shortened', 'replaced'])(
    'has the same name for a function of two profiles that are compared, and for no other: %s',
    async (style) => {
      const open = async (seed: number) => {
        const { opened } = await openLargeCase({
          functions: 60,
          arcs: 40,
          cycles: 'none',
          names: 'c++',
          seed,
        })
        return contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' })
      }
      const [first, whole] = [await open(2), await open(2)]
      const { functions } = whole.plain
      // Some have another name, and all another order.
      const raw = names(first)
        .map((name, f) => (f % 3 === 0 ? `_Z5other${f}v` : name))
        .toReversed()
      const plain = { ...whole.plain, functions: { ...functions, names: stringTableOf(raw) } }
      const second = { ...whole, plain }
      const choice = { ...EVERYTHING, names: style }
      const [one, other] = [choose(first, choice), choose(second, choice, first.plain.functions)]
      const was = new Map(names(one).map((name, f) => [name, names(first)[f]]))
      const isIn = new Set(names(first))
      names(other).forEach((name, f) =>
        expect(was.get(name)).toBe(isIn.has(raw[f] ?? '') ? raw[f] : undefined),
      )
      expect(new Set(names(other)).size).toBe(new Set(raw).size)
    },
  )

  it('keeps how two profiles are compared, and no name that stands there', async () => {
    for await (const content of contents(1)) {
      const view =
        'v=1&view=compare&compare.by=total&compare.unit=share&compare.sort=-after&compare.only=secret'
      const chosen = choose({ ...content, view }, { ...EVERYTHING, names: 'replaced' })
      expect(chosen.view).toBe(view.replace('&compare.only=secret', ''))
    }
  })

  it('has short names for C++', async () => {
    const { opened } = await openLargeCase({ functions: 30, arcs: 40, cycles: 'none', names: 'c++', seed: 2 })
    const content = contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' })
    for (const name of names(choose(content, { ...EVERYTHING, names: 'shortened' })))
      expect(name.replace(/ \(\d+\)$/, '')).toMatch(/^[\w:~]+$/)
  })

  it('has short names in what is told of functions, too', async () => {
    const { opened } = await openLargeCase({ functions: 30, arcs: 40, cycles: 'none', names: 'c++', seed: 2 })
    const hidden = {
      code: 'functions-hidden',
      functions: 1,
      names: ['void ns::scan<int>(int) [clone .part.0]'],
      neighbours: ['ns::parse(char const*) const'],
      ticks: 3,
    } as const
    const content = { ...contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' }), notices: [hidden] }
    expect(choose(content, { ...EVERYTHING, names: 'shortened' }).notices[0]).toEqual({
      ...hidden,
      names: ['void ns::scan'],
      neighbours: ['ns::parse'],
    })
  })

  it('numbers thousands of instances of one template in no time', async () => {
    const { opened } = await openLargeCase({ functions: effort(20_000), arcs: 10, cycles: 'none', seed: 3 })
    const content = contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' })
    const { functions } = content.plain
    const instances = stringTableOf(
      Array.from({ length: functions.length }, (_, f) => `_Z4workI6${String(f).padStart(6, 'T')}Evv`),
    )
    const plain = { ...content.plain, functions: { ...functions, names: instances } }
    const worked = processorTime()
    const chosen = names(choose({ ...content, plain }, { ...EVERYTHING, names: 'shortened' }))
    expect(worked()).toBeLessThan(4_000)
    expect(chosen.slice(0, 3)).toEqual(['void work', 'void work (2)', 'void work (3)'])
    expect(chosen.at(-1)).toBe(`void work (${functions.length})`)
  })
})
