// Tests of lines saved with a profile: they open as they were read, less what a person removes, and
// inconsistent ones are refused.
import { finish } from '../base/yielder.ts'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openedWithLines } from '../../testing/random/opened-with-lines.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { EVERYTHING, openBytes, packed } from '../../testing/saved-files.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { stringAt, stringTableOf, type StringIndex } from '../base/string-table.ts'
import type { StringTable } from '../base/packed-strings.ts'
import { MAGIC } from '../formats/saved-profile/types.ts'
import { linesOfFunction, sampledLines, type AllLines } from '../profile/lines/all-lines.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { rawName } from '../names/names.ts'
import { factsOfLines } from '../reports/lines/line-facts.ts'
import { readAllLines } from '../pipeline/read-all-lines.ts'
import { choose } from './redact.ts'
import { contentOf, type SavedContent } from './content.ts'
import { shrinkToSize } from './shrink-to-size.ts'
import { saveProfile } from './save.ts'
import { effort } from '../../testing/effort.ts'

const contents = contentsWithLines()

async function contentsWithLines(): Promise<readonly SavedContent[]> {
  const found: SavedContent[] = []
  for (const { opened, profiles, input } of await openedWithLines()) {
    const lines = await readAllLines(profiles, opened.contents.plain.arcs, input, () => true)
    found.push(contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' }, lines))
  }
  return found
}

async function reopened(content: SavedContent): Promise<AllLines | null> {
  const result = await openBytes({ 'a.gmonscope': await saveProfile(content) })
  if (!result.ok) throw new Error(result.problem.problem.code)
  const {
    contents: { knownLines },
    saved,
  } = result.value
  expect(saved?.hasLines).toBe(knownLines !== null)
  return knownLines
}

/** Content of the largest one. */
async function largest(): Promise<SavedContent & { readonly lines: AllLines }> {
  let found: (SavedContent & { readonly lines: AllLines }) | null = null
  for (const content of await contents) {
    const { lines } = content
    if (lines?.calls && (found?.lines.line.length ?? 0) < lines.line.length) found = { ...content, lines }
  }
  if (!found) throw new Error('none has lines')
  return found
}

const textsOf = (table: StringTable): readonly string[] =>
  Array.from({ length: table.length }, (_, row) => stringAt(table, row as StringIndex))

function requireWhole(lines: AllLines, functions: FunctionTable): void {
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    const { sections, calls } = linesOfFunction(lines, f, rawName(functions, f))
    for (let at = 0; calls && at < calls.length; at++) {
      if (calls.section[at] < 0) continue
      const section = sections[calls.section[at]]
      expect(calls.row[at]).toBeLessThan(section?.length ?? 0)
    }
  }
  sampledLines(lines)
}

describe('lines of a saved profile', () => {
  it('open as they were, and leave again', async () => {
    let lines = 0
    for (const content of await contents) {
      const again = await reopened(content)
      expect(again).toEqual(content.lines)
      lines += again?.line.length ?? 0
    }
    expect(lines).toBeGreaterThan(100)
  })

  it('stay where they are not wanted', async () => {
    const content = await largest()
    for (const change of [{ withoutLines: true }, { withoutSources: true }, { names: 'replaced' }] as const)
      expect(await reopened(choose(content, { ...EVERYTHING, ...change }))).toBeNull()
  })

  it('lose the directories of their files with all others', async () => {
    const content = await largest()
    const files = stringTableOf(
      Array.from({ length: content.lines.files.length }, (_, at) => `/secret/${at}/same.c`),
    )
    const chosen = choose(
      { ...content, lines: { ...content.lines, files } },
      { ...EVERYTHING, withoutDirectories: true },
    )
    const again = await reopened(chosen)
    expect(again && textsOf(again.files)).toEqual(['same.c'])
    expect(again?.line).toEqual(content.lines.line)
  })

  it('have short names of what was inlined where names are short', async () => {
    const content = await largest()
    const { sections } = content.lines
    const names = stringTableOf(['_ZN6secret5inner3runIiEEvT_', 'plain'])
    const name = sections.name.map((_, at) => (at % 3) - 1)
    const lines = { ...content.lines, names, sections: { ...sections, name } }
    const again = await reopened(choose({ ...content, lines }, { ...EVERYTHING, names: 'shortened' }))
    expect(again && textsOf(again.names)).toEqual(['void secret::inner::run', 'plain'])
    expect(again?.sections.name).toEqual(name)
  })

  it('are left out before functions are', async () => {
    const content = await largest()
    const bare = await saveProfile({ ...content, sum: null, possible: null, lines: null })
    const fitted = await shrinkToSize(content, bare.length)
    expect(fitted?.cut).toMatchObject({ lines: true, joined: 0, unused: 0 })
    expect(fitted?.content.lines).toBeNull()
    const roomy = await shrinkToSize(content, Infinity)
    expect(roomy?.cut.lines).toBe(false)
  })

  it('with bytes changed are told to be damaged, or fit together', async () => {
    const content = await largest()
    const bytes = gunzipSync((await saveProfile(content)).subarray(MAGIC.length))
    const columns = columnsOf(bytes)
    const random = randomFrom(11)
    const seen = new Set<string>()
    for (let round = 0; round < effort(500); round++) {
      const changed = Uint8Array.from(bytes)
      const { from, length } = random.pick(columns)
      for (let times = random.between(1, 2); times > 0; times--)
        changed[from + random.below(length)] = random.below(256)
      const result = await openBytes({ x: packed(changed) })
      seen.add(result.ok ? 'opened' : result.problem.problem.code)
      if (!result.ok) continue
      const { knownLines, plain } = result.value.contents
      if (!knownLines) throw new Error('the lines are gone')
      requireWhole(knownLines, plain.functions)
      const analyzed = analyzeProfile(plain, EMPTY_SCENARIO)
      for (let f = 0; f < plain.functions.length; f++)
        finish(
          factsOfLines(analyzed, f as FunctionIndex, linesOfFunction(knownLines, f as FunctionIndex, '')),
        )
    }
    expect([...seen].toSorted()).toEqual(['opened', 'saved/damaged'])
  })
})

/** Positions of the nonempty columns of lines. */
function columnsOf(bytes: Uint8Array): readonly { readonly from: number; readonly length: number }[] {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const header = JSON.parse(Buffer.from(bytes.subarray(4, 4 + size)).toString()) as {
    readonly columns: readonly { readonly name: string; readonly bytes: number }[]
  }
  const found: { from: number; length: number }[] = []
  let at = 4 + size
  for (const { name, bytes: length } of header.columns) {
    if (name.startsWith('lines.') && length > 0) found.push({ from: at, length })
    at += length
  }
  return found
}
