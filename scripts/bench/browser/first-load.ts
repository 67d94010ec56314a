// What the page fetches before its first paint, and what of it could read a profile.
import { withPage } from './chromium.ts'

export interface FirstLoad {
  /** Milliseconds from the navigation to the first content on screen. */
  readonly painted: number
  /** Scripts asked for before that paint; file names. */
  readonly scripts: readonly string[]
  /** All scripts asked for until files are handed over. */
  readonly later: readonly string[]
}

export async function loadFirst(address: string): Promise<FirstLoad> {
  return withPage('about:blank', async ({ page }) => {
    await page.goto(address)
    await page.getByRole('button', { name: 'Try a sample' }).waitFor()
    await page.waitForTimeout(2500)
    const { painted, requests } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      requests: performance.getEntriesByType('resource').map(({ name, startTime }) => ({ name, startTime })),
    }))
    const scripts = requests
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime }) => ({ name: name.split('/').at(-1) ?? name, isLate: startTime > painted }))
    const named = (isLate: boolean): readonly string[] =>
      scripts.filter((script) => script.isLate === isLate).map(({ name }) => name)
    return { painted, scripts: named(false), later: named(true) }
  })
}

/** The parts of the build that read a profile, or show one. */
const PROFILE_CODE =
  /^(profile\.worker|layout\.worker|cuts\.worker|client|Workspace|FlatProfile|Arrangements|ForceGraph|Cycles)-/

export function readersAmong(scripts: readonly string[]): readonly string[] {
  return scripts.filter((name) => PROFILE_CODE.test(name))
}
