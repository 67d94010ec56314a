// The cost of opening, scrolling, sorting and searching Source and Compare with a large profile.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildLargeCase, LONGEST, type LargeCaseSpec } from '../../../workers/testing/large-case.ts'
import { withPage } from './chromium.ts'
import { startTrace } from './trace.ts'
import { measured, scrollThrough, watchOpening, watchRows } from './watch.ts'

/** A case for these views. */
export interface ViewsCase {
  readonly title: string
  readonly spec: LargeCaseSpec
  /** `gprof -l` takes time quadratic in the number of lines. */
  readonly hasPeer: boolean
}

const plain = { cycles: 'some', names: 'c++', seed: 1, lines: { each: 12, longest: 10_000 } } as const

/** The measured cases. */
export const VIEWS: readonly ViewsCase[] = [
  {
    title: '50,000, 250,000, C++ names',
    spec: { ...plain, functions: 50_000, arcs: 250_000 },
    hasPeer: true,
  },
  {
    title: '200,000, 1,000,000, C++ names',
    spec: { ...plain, functions: 200_000, arcs: 1_000_000 },
    hasPeer: false,
  },
]

/** Enough to check that all of it can still be measured. */
export const SMALL_VIEWS: ViewsCase = {
  title: '500, 3,000',
  spec: { ...plain, functions: 500, arcs: 3_000, lines: { each: 12, longest: 500 } },
  hasPeer: true,
}

/** The files of a case. */
export interface ViewsFiles {
  readonly executable: string
  readonly profile: string
  /** Another build, with one of twenty functions renamed, and a run of it. */
  readonly before: readonly [executable: string, profile: string]
}

/** Writes the files of a case into a folder. */
export function writeViewsCase({ spec }: ViewsCase, folder: string, at: number): ViewsFiles {
  const write = (name: string, of: LargeCaseSpec): readonly [string, string] => {
    const { executable, profile } = buildLargeCase(of)
    const paths = [join(folder, `${at}-${name}`), join(folder, `${at}-${name}.gmon`)] as const
    writeFileSync(paths[0], executable)
    writeFileSync(paths[1], profile)
    return paths
  }
  const [executable, profile] = write('lines', spec)
  return { executable, profile, before: write('before', { ...spec, run: 1, renamed: 20 }) }
}

/** The columns of Compare that are sorted. */
export const COMPARED = ['Change', 'Ratio', 'Calls', 'Name'] as const

/** The cost of using these views. */
export interface ViewsUse {
  /** Milliseconds from the user's action to the painted answer. */
  readonly took: {
    readonly hottest: number
    readonly longestFunction: number
    readonly compared: number
    readonly sorted: ReadonlyMap<string, number>
    readonly found: number
  }
  /** Milliseconds: processor time of the hardest task of the main thread meanwhile, from a trace. */
  readonly longest: {
    readonly source: number
    readonly sourceScrolled: number
    readonly compare: number
    readonly compareScrolled: number
    readonly sorting: number
    readonly searching: number
  }
}

const SCROLLED_FRAMES = 180
/** Milliseconds in which the worker prepares searches and the order by name. */
const REST_MS = 4000
const rowsOf = (label: string) => ({ selector: `[role=grid][aria-label^="${label}"] [data-row]` })

/** Opens the files of a case, uses both views, and measures them. */
export async function handleViews(address: string, files: ViewsFiles, folder: string): Promise<ViewsUse> {
  return withPage(address, async ({ browser, page }) => {
    await page.getByRole('button', { name: 'Try a sample' }).waitFor()
    await page.getByLabel('Open profile files').setInputFiles([files.executable, files.profile])
    await page.locator('[role=grid] [data-row]:not([inert] *)').first().waitFor()
    await page.waitForTimeout(REST_MS)
    const stop = await startTrace(browser, page, join(folder, 'trace.json'))

    await watchOpening(page, rowsOf('Hottest lines'), 'hottest', ['click'])
    await page.getByRole('tab', { name: 'Source' }).click()
    const hottest = await measured(page, 'hottest', 120_000)
    await scrollThrough(page, SCROLLED_FRAMES, 'scrolled-hottest')
    const search = page.getByRole('searchbox', { name: 'Search functions' })
    await search.fill(LONGEST)
    await page.getByRole('status').filter({ hasText: '1 match' }).first().waitFor()
    await watchOpening(page, rowsOf(`Source of ${LONGEST}`), 'function', ['keydown'])
    await search.press('Enter')
    const longestFunction = await measured(page, 'function')
    await scrollThrough(page, SCROLLED_FRAMES, 'scrolled-function')
    await search.fill('')

    await page.getByRole('tab', { name: 'Diff' }).click()
    await watchOpening(page, rowsOf('Diff'), 'compared')
    await page.getByLabel('Choose files to compare with').setInputFiles([...files.before])
    const compared = await measured(page, 'compared')
    await scrollThrough(page, SCROLLED_FRAMES, 'scrolled-compare')
    const sorted = new Map<string, number>()
    for (const column of COMPARED) {
      // The change is detected in the first rows.
      await page.evaluate(() => document.querySelector('[role=grid]')?.parentElement?.scrollTo(0, 0))
      await page.waitForTimeout(300)
      await watchRows(page, `sorted-${column}`)
      const heading = page.getByRole('columnheader').filter({ hasText: new RegExp(`^${column}`) })
      await heading.first().getByRole('button').click()
      sorted.set(column, await measured(page, `sorted-${column}`))
    }
    await watchRows(page, 'found-compared')
    await search.fill('77')
    const found = await measured(page, 'found-compared')
    const tracing = await stop()
    const longestOf = (...names: readonly string[]): number =>
      Math.max(...names.map((name) => tracing.hardestTask(name)))
    return {
      took: { hottest, longestFunction, compared, sorted, found },
      longest: {
        source: longestOf('hottest', 'function'),
        sourceScrolled: longestOf('scrolled-hottest', 'scrolled-function'),
        compare: longestOf('compared'),
        compareScrolled: longestOf('scrolled-compare'),
        sorting: longestOf(...COMPARED.map((column) => `sorted-${column}`)),
        searching: longestOf('found-compared'),
      },
    }
  })
}
