// The counts of the house: what they count, and that none of them rises.
import { describe, expect, it } from 'vitest'
import { censusOf, readHouse } from './house.ts'

describe('the census of the house', () => {
  const file = (path: string, ...lines: readonly string[]) => ({ path, text: `${lines.join('\n')}\n` })

  it('counts comments that begin a second subject, not the head of a file or what explains a line', () => {
    const text = [
      '// Head.',
      'import x',
      '',
      '// Second subject.',
      '',
      'const a = 1',
      '',
      '// Why.',
      'const b = 2',
    ]
    expect(censusOf([file('src/a.ts', ...text)]).sections).toEqual(['src/a.ts:4'])
  })

  it('counts long files with their lines', () => {
    const census = censusOf([file('src/a.ts', ...Array<string>(401).fill('x')), file('src/b.ts', 'x')])
    expect([census.longFiles, census.linesOfLongFiles]).toEqual([['src/a.ts: 401'], 401])
  })

  it('counts tests that do not import the file of their name', () => {
    const files = [
      file('src/a.ts', ''),
      file('src/a.test.ts', "import { a } from './a.ts'"),
      file('src/a.parity.test.ts', "import { a } from './a.ts'"),
      file('src/a.damage.test.ts', "import { a } from './a.ts'"),
      file('src/b.test.ts', "import { a } from './a.ts'"),
      file('src/types.types.ts', ''),
    ]
    expect(censusOf(files).homelessTests).toEqual(['src/b.test.ts'])
  })

  it('counts variables of modules, and maps that are filled while the program runs', () => {
    const text = ['let at = 0', 'const known = new Map<string, number>()', 'const fixed = new Set([1])']
    const census = censusOf([file('src/a.ts', ...text)])
    expect([census.moduleVariables, census.moduleCaches]).toEqual([['src/a.ts: at'], ['src/a.ts: known']])
  })

  it('counts what is assigned into the file of a candidate, not into an own field', () => {
    const census = censusOf([file('src/a.ts', 'candidate.file = read', 'this.file = name', 'x.file === y')])
    expect(census.stageAssignments).toEqual(['src/a.ts: candidate.file'])
  })
})

/** What the tree had when it was cut at its seams. A count that falls is lowered here. */
const MOST = {
  sections: 0,
  longFiles: 2,
  linesOfLongFiles: 2316,
  homelessTests: 37,
  moduleVariables: 3,
  moduleCaches: 4,
  stageAssignments: 0,
}

it('no count rises', () => {
  const { productLines: _, linesOfLongFiles, ...lists } = censusOf(readHouse())
  const more = Object.entries(lists).filter(
    ([count, items]) => items.length > MOST[count as keyof typeof lists],
  )
  expect(more).toEqual([])
  expect(linesOfLongFiles).toBeLessThanOrEqual(MOST.linesOfLongFiles)
})
