// axe finds nothing, in light and dark, wide and narrow, on every screen.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Axe from 'axe-core'
import { expect, test, type Page } from '@playwright/test'
import { Landing } from './pages/landing.ts'
import { ProfilePage } from './pages/profile.ts'
import { PROFILE, PROGRAM } from './sample.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated rather than added as a script: the page's policy lets in none but its own.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations: found } = await axe.run(document)
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390]) {
    test(`no violations, ${colorScheme}, ${width} pixels wide`, async ({ browser, baseURL }, info) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width, height: 780 },
      })
      const page = await context.newPage()
      const landing = new Landing(page)
      const profile = new ProfilePage(page)
      const bad = info.outputPath('notes.txt')
      writeFileSync(bad, 'remember the milk\n')

      await page.goto('./')
      await landing.sample.waitFor()
      expect(await violations(page), 'landing').toEqual([])
      await landing.choose(bad)
      await landing.alert.first().waitFor()
      expect(await violations(page), 'failed').toEqual([])
      await landing.choose(PROFILE)
      await landing.withoutNames.waitFor()
      expect(await violations(page), 'executable missing').toEqual([])
      await landing.choose(PROGRAM)
      await profile.row('sine').click()
      await profile.details('sine').waitFor()
      expect(await violations(page), 'flat profile').toEqual([])
      await profile.search.fill('/(/')
      await expect(profile.search).toHaveAttribute('aria-invalid', 'true')
      expect(await violations(page), 'bad search').toEqual([])
      await profile.search.fill('e')
      await profile.tab('Call graph').click()
      await profile.lines('Children', 'sine').first().waitFor()
      expect(await violations(page), 'call graph').toEqual([])
      await page.getByRole('button', { name: 'Export' }).click()
      expect(await violations(page), 'export').toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Help' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await violations(page), 'help').toEqual([])
      await page.keyboard.press('Escape')
      await profile.tab('Graph').last().click()
      await page.getByRole('figure').first().waitFor()
      await page.waitForTimeout(500)
      expect(await violations(page), 'graph').toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, 'pixels beyond the window').toBeLessThanOrEqual(0)
      await context.close()
    })
  }
}
