// Golden tests: files of every version ever written still open, with the same listing. A new
// version adds a file; none is changed or removed.
//
// Version 1 was made from public/sample by save and write('gprof'), version 2 from that listing,
// opened and saved with a cut. islands-lines comes from public/sample by `gmonscope save` and
// `lines --of`.
import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { writeListedText } from '../listing-round-trip.ts'
import { openBytes } from '../saved-files.ts'
import { writtenText } from '../gprof/written-text.ts'
import { VERSION } from '../../core/formats/saved-profile/types.ts'
import { functionLinesReport } from '../../core/reports/lines/lines-report.ts'
import { rawName } from '../../core/names/names.ts'
import type { CallGraphProfile, FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { linesOfFunction } from '../../core/profile/lines/all-lines.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import { writeFlatProfile } from '../../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../../core/reports/text/graph-text.ts'

const FOLDER = new URL('../golden-saved/', import.meta.url)
const LINES = 'islands-lines-v1'
const files = (await readdir(FOLDER))
  .filter((name) => name.endsWith('.gmonscope') && !name.startsWith(LINES))
  .toSorted()

describe('saved profiles of the past', () => {
  it('are there for every version', () => {
    expect(files).toEqual(Array.from({ length: VERSION }, (_, at) => `islands-v${at + 1}.gmonscope`))
  })

  it.each(files)('%s opens with the listing it had', async (name) => {
    const result = await openBytes({ [name]: await readFile(new URL(name, FOLDER)) })
    if (!result.ok) throw new Error(JSON.stringify(result.problem))
    const written = result.value.listed ? writeListedText(result.value) : tablesOf(result.value)
    const expected = await readFile(new URL(name.replace(/\.gmonscope$/, '.txt'), FOLDER), 'latin1')
    expect(written).toBe(expected)
    expect(result.value.name).toMatch(/^islands/)
    if (!result.value.listed) {
      expect(result.value.contents.plain.sources?.files.length).toBe(2)
      expect(result.value.contents.possible?.length).toBeGreaterThan(0)
    }
    expect(result.value.saved?.view).toBe('view=call-graph&fn=evaluate')
    expect(result.value.saved?.scenario.cutArcs).toHaveLength(1)
    expect(result.value.saved?.scenario.faster).toEqual([])
  })

  it('have the lines that they had', async () => {
    const bytes = await readFile(new URL(`${LINES}.gmonscope`, FOLDER))
    const result = await openBytes({ [LINES]: bytes })
    if (!result.ok) throw new Error(JSON.stringify(result.problem))
    const {
      analyzed,
      contents: { knownLines, plain },
    } = result.value
    if (!knownLines) throw new Error('there are none')
    const written = ['evaluate', 'call_function', 'main'].flatMap((name) => {
      const f = rowOfName(plain, name)
      return [...functionLinesReport(analyzed, f, linesOfFunction(knownLines, f, name), [])]
    })
    expect(`${written.join('\n')}\n`).toBe(await readFile(new URL(`${LINES}.txt`, FOLDER), 'utf8'))
  })
})

function rowOfName({ functions }: CallGraphProfile, name: string): FunctionIndex {
  for (let f = 0; f < functions.length; f++)
    if (rawName(functions, f as FunctionIndex) === name) return f as FunctionIndex
  throw new Error(`there is no ${name}`)
}

function tablesOf(opened: Opened): string {
  return writtenText((out) => {
    writeFlatProfile(opened, out)
    writeCallGraph(opened, out)
  })
}
