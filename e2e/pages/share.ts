// Page object of the share dialog.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { clipboardOf } from './clipboard.ts'

/** The share dialog. */
export class ShareDialog {
  readonly page: Page
  readonly dialog: Locator
  readonly preview: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: 'Share' })
    this.preview = this.dialog.getByRole('region', { name: 'What will be in it' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Share', exact: true }).click()
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** Saves a file to this path, and returns its bytes. */
  async save(name: 'Save profile' | 'Save HTML file', to: string): Promise<Uint8Array> {
    const download = this.page.waitForEvent('download')
    await this.button(name).click()
    await (await download).saveAs(to)
    return readFile(to)
  }

  async copy(name: 'Copy view link' | 'Copy profile link'): Promise<string> {
    await this.button(name).click()
    await this.dialog.getByText(/^Copied/).waitFor()
    return clipboardOf(this.page)
  }
}
