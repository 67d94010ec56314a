// The page's texts: what counts as one, and the style guide's rules for all of them.
import { describe, expect, it } from 'vitest'
import { findPrivateLanguage } from '../private-language.mjs'
import { pageTexts, readPageFiles, type PageText } from './texts.ts'

const textsOf = (source: string) => pageTexts('a.tsx', source).map(({ kind, text }) => `${kind}: ${text}`)

describe('texts of a file', () => {
  it('are the words of elements, each value as "…"', () => {
    expect(textsOf("const a = <p>Only <b>{n}</b> samples{isFew && ' and few calls'}</p>")).toEqual([
      'sentence: Only … samples…',
      'sentence: and few calls',
    ])
  })

  it('are labels on buttons and columns, and names in attributes', () => {
    const source =
      '<th title="Time of its own code" className="wide cell"><button aria-label="Close">Cut it</button></th>'
    expect(textsOf(source)).toEqual(['sentence: Time of its own code', 'name: Close', 'label: Cut it'])
  })

  it('are strings that read like prose, in code as well', () => {
    const source = `
      import { x } from './some words here'
      const note = \`\${n} samples fell outside\` + ' of the program'
      const title = { title: 'Self time', key: 'self-time', unit: 'ms' }
      if (kind === 'two words') throw new Error('not for the page')
    `
    expect(textsOf(source)).toEqual([
      'sentence: … samples fell outside of the program',
      'sentence: Self time',
    ])
  })
})

describe('all texts of the page', () => {
  const all = readPageFiles().flatMap(([path, source]) =>
    pageTexts(path, source).map((text) => ({ ...text, place: `${path}:${text.line}` })),
  )
  const broken = (isBroken: (text: PageText) => boolean) =>
    all.filter(isBroken).map(({ place, text }) => `${place}: ${text}`)
  const words = (text: string) => text.split(/\s+/).filter((word) => /\w/.test(word)).length

  it('are found', () => expect(all.length).toBeGreaterThan(1000))

  it('have no word of a private language', () =>
    expect(broken(({ text }) => findPrivateLanguage(text).length > 0)).toEqual([]))

  it('have labels of at most 3 words, headings of 6 and names of 8', () =>
    expect(
      broken(({ kind, text }) => {
        const most = { label: 3, heading: 6, name: 8, sentence: Infinity }[kind]
        return words(text) > most
      }),
    ).toEqual([]))

  it('have sentences of at most 25 words', () =>
    expect(
      broken(({ text }) => text.split(/(?<=[.?!:;…])\s+/).some((sentence) => words(sentence) > 25)),
    ).toEqual([]))

  it('have no blank before a percent sign', () =>
    expect(broken(({ text }) => /[\d…] %/.test(text))).toEqual([]))
})
