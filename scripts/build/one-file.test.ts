import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { assemble } from './one-file.ts'

const PARTS = {
  program: 'console.log(1)',
  styles: 'p { color: red }',
  icon: '<svg/>',
  licences: 'a 1.0.0 (MIT)\n\nPermission is granted.\n',
}

it('the policy allows the program that stands in the document, and nothing else', () => {
  const html = assemble(PARTS)
  const program = /<script data-own="" type="module">([^]*?)<\/script>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(program).digest('base64')
  expect(html).toContain(`script-src 'sha256-${hash}'`)
  expect(html).toContain("connect-src 'none'")
})

it('a program cannot end its element', () => {
  const html = assemble({ ...PARTS, program: 'const a = "</script><!--<script>"' })
  expect(html).toContain(String.raw`"\x3C/script>\x3C!--\x3Cscript>"`)
})

it('a text that looks like a placeholder or a replacement stays as it is', () => {
  expect(assemble({ ...PARTS, program: 'const a = "{{styles}}$&$1"' })).toContain('"{{styles}}$&$1"')
})

it('styles that would end their element are refused', () => {
  expect(() => assemble({ ...PARTS, styles: 'p::after { content: "</style>" }' })).toThrow()
})

it('licences stand in a comment, which they cannot end', () => {
  expect(assemble(PARTS)).toContain('<!-- a 1.0.0 (MIT)\n\nPermission is granted. -->')
  expect(() => assemble({ ...PARTS, licences: 'a --> b' })).toThrow()
})

it('nothing stands after the end, where a browser would move it inside', () => {
  expect(assemble(PARTS)).toMatch(/<\/script><\/body><\/html>$/)
})
