// What was copied. The page writes it a moment after the key or the click: ask again, or wait until the page says so.
import type { Page } from '@playwright/test'

/** Needs the permission `clipboard-read`. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
