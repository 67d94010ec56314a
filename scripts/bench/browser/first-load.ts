// The files that the page loads before its first paint, and those among them that could read a
// profile.
import { withPage } from './chromium.ts'

/** The first load of the page. */
export interface FirstLoad {
  /** Milliseconds from the navigation to the first contentful paint. */
  readonly painted: number
  /** File names of the scripts requested before that paint. */
  readonly scripts: readonly string[]
  /** All scripts requested before files are opened. */
  readonly later: readonly string[]
}

/** Loads the page, and returns what it requested. */
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

/** The parts of the build that read or show a profile. */
const PROFILE_CODE =
  /^(profile\.worker|layout\.worker|cuts\.worker|client|Workspace|FlatProfile|Arrangements|ForceGraph|Cycles)-/

/** Returns the scripts that can read a profile. */
export function readersAmong(scripts: readonly string[]): readonly string[] {
  return scripts.filter((name) => PROFILE_CODE.test(name))
}
