// What axe finds wrong with what is on screen, a line for each rule.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated rather than added as a script: the page's policy lets in none but its own.
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations: found } = await axe.run(document)
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
  })
}
