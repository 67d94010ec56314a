// Page object of the first screen: how files are opened, and the messages about them.
import type { Locator, Page } from '@playwright/test'

/** The first screen. */
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

  /** Waits until the page accepts files. */
  async started(): Promise<void> {
    await this.page.locator('#not-started').waitFor({ state: 'detached' })
  }

  /** Reloads the page without the profile that was open, which would open again by itself. */
  async reload(): Promise<void> {
    // Keeping it may still be under way, and would name it again.
    await this.page.evaluate(() => {
      Storage.prototype.setItem = () => {}
      sessionStorage.clear()
    })
    await this.page.reload()
  }

  /** Opens files with the button's file chooser. */
  async choose(...paths: readonly string[]): Promise<void> {
    await this.files.setInputFiles([...paths])
  }

  /** Drops files from the desktop, folders included, as the browser would. */
  async drop(...paths: readonly string[]): Promise<void> {
    await this.dropAfter(null, ...paths)
  }

  /**
   * Runs an action while files are held over the window; `move` repeats the drag event, as browsers
   * do.
   */
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
