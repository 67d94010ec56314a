// Before there is a profile: how a person hands files to the page, and what it says about them.
import type { Locator, Page } from '@playwright/test'

export class Landing {
  readonly page: Page
  readonly files: Locator
  readonly sample: Locator
  readonly withoutNames: Locator
  readonly alert: Locator
  readonly offered: Locator

  constructor(page: Page) {
    this.page = page
    this.files = page.getByLabel('Open profile files')
    this.sample = page.getByRole('button', { name: 'Try a sample' })
    this.withoutNames = page.getByRole('button', { name: 'Continue without names' })
    this.alert = page.getByRole('alert')
    this.offered = page.getByRole('list', { name: 'Files offered' }).getByRole('listitem')
  }

  /** Until the page takes what it is given: before that, nobody listens. */
  async started(): Promise<void> {
    await this.page.locator('#not-started').waitFor({ state: 'detached' })
  }

  /** Through the button's file chooser. */
  async choose(...paths: readonly string[]): Promise<void> {
    await this.files.setInputFiles([...paths])
  }

  /** From the desktop onto the window, folders included, as the browser itself would hand it over. */
  async drop(...paths: readonly string[]): Promise<void> {
    await this.dropAfter(null, ...paths)
  }

  /** So that this happens while they are held over the window; `move` tells the page again that they are, as browsers do. */
  async dropAfter(
    happens: ((move: () => Promise<unknown>) => Promise<void>) | null,
    ...paths: readonly string[]
  ): Promise<void> {
    await this.started()
    const session = await this.page.context().newCDPSession(this.page)
    const event = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      session.send('Input.dispatchDragEvent', {
        type,
        x: 300,
        y: 300,
        data: { items: [], files: [...paths], dragOperationsMask: 1 },
      })
    await event('dragEnter')
    await event('dragOver')
    await happens?.(() => event('dragOver'))
    await event('drop')
    await session.detach()
  }
}
