// Malicious shares: saved files and links that lie, are truncated, or contain markup. The test
// detects any script of theirs.
import { writeFileSync, readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { bomb, lengthOf, putTogether, takeApart } from '../workers/testing/saved-files.ts'
import { guardPage } from './page-guard.ts'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'

const GOLDEN = readFileSync(new URL('../workers/testing/golden-saved/islands-v1.gmonscope', import.meta.url))
const MARKUP = '<img src=x onerror=trap()><script>trap()</script>'

const linkOf = (bytes: Uint8Array): string =>
  `./#v=1&profile=data:${Buffer.from(bytes).toString('base64url')}`

let problems: readonly string[] = []
test.beforeEach(async ({ page, baseURL }) => {
  ;({ problems } = await guardPage(page, new URL(baseURL ?? '').origin))
  await page.addInitScript(() => {
    const caught = globalThis as unknown as { trap: () => void; isTrapped: boolean }
    caught.isTrapped = false
    caught.trap = () => {
      caught.isTrapped = true
    }
  })
})

async function expectCalm(page: Page): Promise<void> {
  expect(await page.evaluate(() => (globalThis as unknown as { isTrapped: boolean }).isTrapped)).toBe(false)
  expect(await page.locator('img, #root script, iframe').count()).toBe(0)
  expect(problems).toEqual([])
}

/** Returns the golden file with other names in every place that can hold one. */
function withMarkup(): Uint8Array {
  const { header, columns } = takeApart(GOLDEN)
  const entries = header['columns'] as { name: string; length: number; bytes: number; encoding: string }[]
  const names = Array.from(
    { length: (header['profile'] as { functions: number }).functions },
    (_, f) => `${MARKUP}${f}`,
  )
  const lengths = Uint8Array.from(names, (name) => name.length)
  const replaced: Record<string, Buffer> = {
    'functions.names.length': Buffer.from(lengths),
    'functions.names.bytes': Buffer.from(names.join('')),
  }
  const pieces: Buffer[] = []
  let at = 0
  const changed = entries.map((entry) => {
    const piece = replaced[entry.name] ?? Buffer.from(columns.subarray(at, at + entry.bytes))
    at += entry.bytes
    pieces.push(piece)
    const length = entry.encoding === 'bytes' && entry.name in replaced ? piece.length : entry.length
    return { ...entry, bytes: piece.length, length }
  })
  const evil = {
    ...header,
    name: MARKUP,
    files: [{ name: MARKUP, size: 1, kind: 'executable', detail: MARKUP, problem: null }],
    notices: [
      { code: 'symbols-from-list', file: MARKUP },
      { code: 'file-skipped', problem: { code: 'bytes/unreadable', file: MARKUP, reason: MARKUP } },
      { code: 'symbols-from-list', file: { $$typeof: 'Symbol(react.element)', type: 'script' } },
    ],
    view: `view=${encodeURIComponent(MARKUP)}&q=${encodeURIComponent(MARKUP)}&call-graph.root=${encodeURIComponent(MARKUP)}`,
    columns: changed,
  }
  return putTogether({ header: evil, columns: Buffer.concat(pieces) })
}

test('markup in names, files and notices is text', async ({ page }, info) => {
  const path = info.outputPath('evil.gmonscope')
  writeFileSync(path, withMarkup())
  await page.goto('./')
  await new Landing(page).drop(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKUP)
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(MARKUP)
  const profile = new ProfilePage(page)
  await profile.search.fill('')
  for (const [tab, shown] of [
    ['Call graph', profile.graph.getByText('<img')],
    ['Graph', page.getByRole('figure').locator('[data-node]')],
    ['Cycles', page.getByRole('list', { name: 'Cycles', exact: true })],
    ['Flat profile', profile.flat.getByText('<img')],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(shown.first()).toBeVisible()
  }
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('region', { name: 'What will be in it' })).toContainText('<img')
  await expectCalm(page)
})

test('markup in a link is text', async ({ page }) => {
  await page.goto(linkOf(withMarkup()))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKUP)
  await expectCalm(page)
})

const json = (() => {
  const text = Buffer.from(JSON.stringify(takeApart(GOLDEN).header))
  return Buffer.concat([lengthOf(text), text])
})()

const BAD: readonly { readonly what: string; readonly bytes: () => Uint8Array; readonly says: RegExp }[] = [
  {
    what: 'inflates to a gigabyte behind its columns',
    bytes: () => bomb(json),
    says: /damaged.*holds more than its header announces/,
  },
  {
    what: 'inflates to a gigabyte of header',
    bytes: () => bomb(lengthOf({ length: 0xfffffff0 })),
    says: /damaged.*header is too long/,
  },
  {
    what: 'announces gigabytes',
    bytes: () => {
      const { header, columns } = takeApart(GOLDEN)
      const [first, ...rest] = header['columns'] as object[]
      return putTogether({ header: { ...header, columns: [{ ...first, bytes: 2 ** 27 }, ...rest] }, columns })
    },
    says: /too much memory/,
  },
  {
    what: 'lies about how many functions it has',
    bytes: () => {
      const { header, columns } = takeApart(GOLDEN)
      const profile = { ...(header['profile'] as object), functions: 4_000_000 }
      return putTogether({ header: { ...header, profile }, columns })
    },
    says: /damaged.*column arcs|damaged.*column functions/,
  },
  { what: 'is cut in its first bytes', bytes: () => GOLDEN.subarray(0, 20), says: /damaged/ },
  {
    what: 'is cut in the middle',
    bytes: () => GOLDEN.subarray(0, 1000),
    says: /damaged.*cut short or changed/,
  },
  { what: 'lacks its last byte', bytes: () => GOLDEN.subarray(0, -1), says: /damaged/ },
]

for (const { what, bytes, says } of BAD) {
  test(`a saved profile that ${what}`, async ({ page }, info) => {
    const path = info.outputPath('bad.gmonscope')
    writeFileSync(path, bytes())
    await page.goto('./')
    await new Landing(page).drop(path)
    await expect(new Landing(page).alert.first()).toContainText(says)
    await expectCalm(page)
  })
}

for (const { what, bytes, says } of BAD.filter((bad) => !bad.what.startsWith('inflates'))) {
  test(`a link whose profile ${what}`, async ({ page }) => {
    await page.goto(linkOf(bytes()))
    await expect(new Landing(page).alert.first()).toContainText(says)
    await expectCalm(page)
  })
}

test('a link that inflates to a gigabyte, and others that are no links at all', async ({ page }) => {
  await page.goto(linkOf(bomb(json)))
  await expect(new Landing(page).alert.first()).toContainText(/holds more than its header announces/)
  for (const text of [
    'data:',
    'data:%3Cscript%3Etrap()%3C/script%3E',
    'data:AAAA',
    'data:A',
    `data:${'A'.repeat(100_000)}`,
  ]) {
    await page.goto('about:blank')
    await page.goto(`./#v=1&profile=${text}`)
    await expect(new Landing(page).alert.first()).toContainText(/in the link/)
  }
  await expectCalm(page)
})
