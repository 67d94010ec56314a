import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withPartsAtHand } from './parts-at-hand.ts'

it('a part that is fetched later is imported at once', () => {
  const code = `const { a } = await import('./a.ts')\nconst b = () => import('../b.ts')\n`
  expect(withPartsAtHand(code)).toBe(
    `import * as PartAtHand0 from './a.ts'
import * as PartAtHand1 from '../b.ts'
const { a } = await Promise.resolve(PartAtHand0)\nconst b = () => Promise.resolve(PartAtHand1)
`,
  )
})

it('types, packages and what is imported at once stay as they are', () => {
  for (const code of [
    `import { a } from './a.ts'`,
    `let a: typeof import('./a.ts') | null`,
    `let a: import('./a.ts').A<1>`,
    `const a = await import('node:fs')`,
  ])
    expect(withPartsAtHand(code)).toBeNull()
})

it('none of our sources asks for a part in another way', () => {
  const sources = ['src', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path))
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
  )
  const left = sources.flatMap(
    (code) => (withPartsAtHand(code) ?? code).match(/\bimport\((?!'node:)[^)]*\).*/g) ?? [],
  )
  expect(left.filter((line) => !/^import\('[^']+'\)\.\w+/.test(line))).toEqual([])
})
