// The clipboard's text. The page writes it shortly after the key or click: poll it, or wait for the
// page's message.
import type { Page } from '@playwright/test'

/** Returns the clipboard's text. Needs the permission `clipboard-read`. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
