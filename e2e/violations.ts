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

/** The width at which `violations` looks at both themes. */
const WIDE = 1280

/** The looks, each with words for a test's name. `violations` adds the dark theme to the wide one. */
export const LOOKS: readonly (readonly [words: string, look: Look])[] = [
  ['1280 pixels wide', { colorScheme: 'light', width: WIDE }],
  ['390 pixels wide', { colorScheme: 'dark', width: 390 }],
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

/**
 * Returns axe's findings, one line for each rule: WCAG 2.2, A and AA, and good practice. With a wide
 * window also findings about colours in the other theme.
 */
export async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated, not added as a script: the page's policy only allows its own scripts.
  await page.evaluate(AXE)
  const found = await run(page, {})
  if ((page.viewportSize()?.width ?? 0) < WIDE) return found
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [shown, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other })
  const inOther = await run(page, { runOnly: OF_COLOURS })
  await page.emulateMedia({ colorScheme: shown })
  return [...found, ...inOther.map((line) => `${other}: ${line}`)]
}

/** The rules whose findings depend on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

function run(page: Page, options: Axe.RunOptions): Promise<readonly string[]> {
  return page.evaluate(async (chosen) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    // Off by default: WCAG 2.2's least size of targets.
    const rules = chosen.runOnly ? {} : { rules: { 'target-size': { enabled: true } } }
    const { violations: found } = await axe.run(document, { ...chosen, ...rules })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  }, options)
}
