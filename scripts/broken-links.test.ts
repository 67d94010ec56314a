// Links of documents inside a package.
import { expect, it } from 'vitest'
import { findBrokenLinks } from './broken-links.mjs'

const PATHS = ['README.md', 'docs/a.md', 'docs/b.md', 'docs/images/p.png']

const broken = (path: string, text: string): readonly string[] =>
  findBrokenLinks(new Map([[path, text]]), PATHS)

it.each([
  ['README.md', '![p](docs/images/p.png) [a](docs/a.md#part) [b](<docs/b.md> "title")'],
  ['docs/a.md', '[b](b.md), [home](../README.md), [here](#part), [there](https://example.com/x.md)'],
  ['docs/a.md', '`[code](x.md)`\n\n```sh\n[a](x.md)\n```\n<img src="images/p.png">'],
])('those of %s lead somewhere: %s', (path, text) => {
  expect(broken(path, text)).toEqual([])
})

it.each([
  ['README.md', '[a](docs/c.md)', 'docs/c.md'],
  ['README.md', '[![p](p.png)](docs/a.md)', 'p.png'],
  ['docs/a.md', '[a](docs/a.md)', 'docs/a.md'],
  ['docs/a.md', '[up](../../README.md)', '../../README.md'],
  ['docs/a.md', '<a href="c.html">', 'c.html'],
])('that of %s leads nowhere: %s', (path, text, target) => {
  expect(broken(path, text)).toEqual([`${path}: ${target}`])
})
