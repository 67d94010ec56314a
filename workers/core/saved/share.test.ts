// Tests that a profile's preview before sharing matches what is shared.
import { describe, expect, it } from 'vitest'
import { EVERYTHING, openBytes, openLargeCase } from '../../testing/saved-files.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { NONE } from '../base/columns.ts'
import { stringTableOf } from '../base/string-table.ts'
import type { FunctionIndex, SourceTable } from '../profile/call-graph-profile.ts'
import { displayName } from '../names/names.ts'
import type { ShareChoice } from './redact.ts'
import { contentOf, type SavedContent } from './content.ts'
import { shareProfile, type SharedProfile } from './share.ts'

const FILES = ['/builds/ada/main.c', '/builds/ada/a/util.c', '/builds/ada/b/util.c']

async function content(): Promise<SavedContent> {
  const { opened } = await openLargeCase({ functions: 40, arcs: 60, cycles: 'some', names: 'c++', seed: 8 })
  const whole = contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' })
  const { length } = whole.plain.functions
  const column = (valueOf: (f: number) => number): Int32Array =>
    Int32Array.from({ length }, (_, f) => valueOf(f))
  // The second one has no known source.
  const unknown = bySamples(whole)[1]
  const sources = {
    fileOf: column((f) => (f === unknown ? NONE : f % 3)),
    lineOf: column((f) => (f === unknown ? NONE : f)),
    files: stringTableOf(FILES),
  } as unknown as SourceTable
  return { ...whole, plain: { ...whole.plain, sources } }
}

async function shared(whole: SavedContent, change: Partial<ShareChoice> = {}): Promise<SharedProfile> {
  const choice = { ...EVERYTHING, ...change }
  const made = await shareProfile(whole, { choice, limit: null, scenario: EMPTY_SCENARIO, view: '' })
  if (!made) throw new Error('does not fit')
  return made
}

/** Functions by samples; equal ones in table order. */
function bySamples({ plain: { functions } }: SavedContent): readonly FunctionIndex[] {
  const all = Array.from({ length: functions.length }, (_, f) => f as FunctionIndex)
  return all.toSorted((a, b) => functions.selfTicks[b] - functions.selfTicks[a])
}

describe('what is shown before a profile leaves', () => {
  it.each<Partial<ShareChoice>>([
    {},
    { names: 'shortened' },
    { names: 'replaced' },
    { withoutDirectories: true },
    { withoutSources: true, withoutNotices: true },
  ])('is what is in it: %j', async (choice) => {
    const whole = await content()
    const made = await shared(whole, choice)
    const opened = await openBytes({ 'a.gmonscope': made.bytes })
    if (!opened.ok) throw new Error('cannot be opened')
    const { contents, notices } = opened.value
    const { plain } = contents
    expect(made.functions).toBe(plain.functions.length)
    expect(made.arcs).toBe(plain.arcs.length)
    expect(made.notices).toBe(notices.length)
    expect(made.sourceFiles).toBe(plain.sources?.files.length ?? 0)
    const first = bySamples(whole).slice(0, 4)
    expect(made.nameSamples).toEqual(
      first.map((f) => ({
        before: displayName(whole.plain.functions, f),
        after: displayName(plain.functions, f),
      })),
    )
  })

  it('has of each source file of the functions with the most samples what it becomes', async () => {
    const whole = await content()
    const first = bySamples(whole).slice(0, 4).toSpliced(1, 1)
    const files = [...new Set(first.flatMap((f) => FILES[f % 3] ?? []))]
    expect(files.length).toBeGreaterThan(1)
    const becoming = (path: (file: string) => string) =>
      files.map((before) => ({ before, after: path(before) }))
    expect((await shared(whole)).pathSamples).toEqual(becoming((file) => file))
    expect((await shared(whole, { withoutDirectories: true })).pathSamples).toEqual(
      becoming((file) => file.slice(file.lastIndexOf('/') + 1)),
    )
    expect((await shared(whole, { withoutSources: true })).pathSamples).toEqual(becoming(() => ''))
    const bare = { ...whole, plain: { ...whole.plain, sources: null } }
    expect((await shared(bare)).pathSamples).toEqual([])
  })
})
