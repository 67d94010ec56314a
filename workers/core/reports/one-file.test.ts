// Enclosing files in the HTML document, and reading them back.
import { describe, expect, it } from 'vitest'
import { enclose, parseEnclosed, PROFILE_SLOT, type Enclosed } from './one-file.ts'

const empty = `<!doctype html><html><body>${PROFILE_SLOT}<script>"${PROFILE_SLOT.slice(0, 20)}"</script></body></html>`
const START = PROFILE_SLOT.slice(0, -'</script>'.length)

function slotOf(html: string): string {
  const start = html.indexOf(START) + START.length
  return html.slice(start, html.indexOf('</script>', start))
}

describe('the slot of one HTML file', () => {
  it('gives back what was put in', () => {
    const enclosed: Enclosed = {
      version: 1,
      state: '#v=1&q=a<b',
      files: [
        { name: 'islands', bytes: 'AAEC' },
        { name: 'gmon "out"', bytes: '' },
      ],
    }
    expect(parseEnclosed(slotOf(enclose(empty, enclosed).join('')))).toEqual(enclosed)
  })

  it('returns source files that are enclosed', () => {
    const enclosed: Enclosed = {
      version: 1,
      state: '',
      files: [{ name: 'prog', bytes: 'AAEC' }],
      sources: [
        { name: '/src/a<b>.c', bytes: 'AA==' },
        { name: 'b.c', bytes: '' },
      ],
    }
    expect(parseEnclosed(slotOf(enclose(empty, enclosed).join('')))).toEqual(enclosed)
  })

  it('holds a profile beside, and without it the first one all the same if that is damaged', () => {
    const files = [{ name: 'a</script>', bytes: 'AAEC' }]
    const enclosed: Enclosed = { version: 1, state: '', files, beside: { isEarlier: true, files } }
    const slot = slotOf(enclose(empty, enclosed).join(''))
    expect(parseEnclosed(slot)).toEqual(enclosed)
    expect(slot).not.toContain('<')
    for (const beside of [7, null, {}, { isEarlier: true, files: [] }, { isEarlier: 1, files }])
      expect(parseEnclosed(JSON.stringify({ ...enclosed, beside }))).toEqual({ ...enclosed, beside: null })
  })

  it('holds no markup, whatever the names are', () => {
    const name = '</script><script>alert(1)</script><!--<script>'
    const html = enclose(empty, { version: 1, state: '', files: [{ name, bytes: '' }] }).join('')
    expect(slotOf(html)).not.toContain('<')
    expect(parseEnclosed(slotOf(html))?.files[0]?.name).toBe(name)
    expect(html.split('<script').length).toBe(empty.split('<script').length)
  })

  it('is empty in a document without a profile', () => {
    expect(parseEnclosed(slotOf(empty))).toBeNull()
  })

  it.each([
    '{}',
    '[]',
    'null',
    '{"version":2,"state":"","files":[]}',
    '{"version":1,"state":"","files":[{}]}',
    '{"version":1,"state":"","files":[],"sources":[{}]}',
    '{',
  ])('with something else in it is an error: %s', (text) => expect(() => parseEnclosed(text)).toThrow())

  it('is not there in another document', () => {
    expect(() => enclose('<!doctype html>', { version: 1, state: '', files: [] })).toThrow('no slot')
  })
})
