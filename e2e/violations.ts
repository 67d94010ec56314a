// What is wrong with what is on screen for those who see or use it otherwise, in each look that it has.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
}

/** Words for a test's name, and the look. */
export const LOOKS: readonly (readonly [words: string, look: Look])[] = (['light', 'dark'] as const).flatMap(
  (colorScheme) =>
    [1280, 390].map((width) => [`${colorScheme}, ${width} pixels wide`, { colorScheme, width }] as const),
)

/** To be called before the page is opened. Without motion, as axe looks at colours while they change. */
export async function dress(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 780 })
}

/** Pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** What axe finds, a line for each rule. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated rather than added as a script: the page's policy lets in none but its own.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations: found } = await axe.run(document)
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  })
}
