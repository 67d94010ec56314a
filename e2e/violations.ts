// Accessibility violations and overflow of the current screen, in each look.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Look {
  readonly colorScheme: 'light' | 'dark'
  readonly width: number
}

/**
 * The looks, each with words for a test's name: each theme and each width once. contrast.spec.ts has
 * the colours of both themes.
 */
export const LOOKS: readonly (readonly [words: string, look: Look])[] = [
  ['light, 1280 pixels wide', { colorScheme: 'light', width: 1280 }],
  ['dark, 390 pixels wide', { colorScheme: 'dark', width: 390 }],
]

/**
 * Sets a look; call it before the page is opened. Without motion, because axe samples colours
 * during transitions.
 */
export async function dress(page: Page, { colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 780 })
}

/** Returns the pixels by which the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}

/** Returns axe's findings, one line for each rule. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated, not added as a script: the page's policy only allows its own scripts.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations: found } = await axe.run(document)
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  })
}
