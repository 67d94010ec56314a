// The stages of `npm test` and `npm run test:full`, in order, each with its name, its command and
// its result.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, findBrowser } from './browser.mjs'
import { FUZZ, buildAll, buildFuzz, buildPageIfStale, buildProgram, runProgram } from './build.mjs'
import { reasonOf, runNode } from './child.mjs'
import { NO_COUNTS, countPlaywright, countVitest } from './counts.mjs'
import { filesWithEffort, mainParityFiles, otherParityFiles } from './test-files.mjs'

/**
 * @typedef {import('./counts.mjs').Counts} Counts
 * @typedef {{ code: number, counts?: Counts }} Outcome `code` is an exit code; `counts` if tests were run
 * @typedef {{ name: string, title: string, needs?: string, rest?: true, run: (args: readonly string[]) => Promise<Outcome> }} Stage
 *   `needs`: a stage whose failure makes this one pointless, if both are requested; `rest`: not part of
 *   `npm test`
 */

/** Mark in the title of the browser tests that `npm test` runs. */
const MAIN_WALKS = '@main'

/**
 * All stages, in order.
 *
 * @type {readonly Stage[]}
 */
export const STAGES = [
  { name: 'types', title: 'Types', run: tool('typescript/bin/tsc', ['-b']) },
  { name: 'lint', title: 'Lint', run: tool('oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'format', title: 'Format', run: tool('prettier/bin/prettier.cjs', ['--check', '--cache', '.']) },
  { name: 'hygiene', title: 'Hygiene', run: script('hygiene.mjs') },
  { name: 'build', title: 'Build', run: async () => ({ code: await buildAll() }) },
  {
    name: 'unit',
    title: 'Unit tests',
    run: (args) => runVitest(['--project', 'unit*', ...args]),
  },
  {
    name: 'parity',
    title: 'Comparisons with other programs, a sample',
    run: (args) => runVitest(['--project', 'parity', ...(args.length > 0 ? args : mainParityFiles())]),
  },
  {
    name: 'e2e',
    title: 'Browser tests, the main ones',
    needs: 'build',
    run: (args) => runBrowserTests(args.length > 0 ? args : ['--grep', MAIN_WALKS]),
  },
  { name: 'sizes', title: 'Sizes', needs: 'build', rest: true, run: script('sizes.mjs') },
  { name: 'pack', title: 'Packed and installed', needs: 'build', rest: true, run: script('pack.mjs') },
  {
    name: 'same-bytes',
    title: 'Two builds of the same bytes',
    needs: 'build',
    rest: true,
    run: script('same-bytes.mjs'),
  },
  {
    name: 'bench',
    title: 'Same bytes as gprof, large profiles, also in the page',
    needs: 'build',
    rest: true,
    run: benchSmall,
  },
  {
    name: 'effort',
    title: 'Unit tests and comparisons that do less in npm test, in full',
    rest: true,
    run: (args) => runVitest([...filesWithEffort(), ...args], { TEST_EFFORT: 'full' }),
  },
  {
    name: 'fuzz',
    title: 'Every reader on inputs that the fuzzer learns to make',
    rest: true,
    run: runFuzz,
  },
  {
    name: 'parity-rest',
    title: 'Comparisons with other programs, all others',
    rest: true,
    run: (args) => runVitest([...otherParityFiles(), ...args]),
  },
  {
    name: 'e2e-rest',
    title: 'Browser tests, all others',
    needs: 'build',
    rest: true,
    // By project: Playwright cannot filter a project that another one depends on.
    run: (args) => runBrowserTests(['--project=page', '--grep-invert', MAIN_WALKS, ...args]),
  },
  {
    name: 'e2e-large',
    title: 'Browser tests that measure time',
    needs: 'build',
    rest: true,
    run: (args) => runBrowserTests(['--project=measured', '--no-deps', ...args]),
  },
  {
    name: 'engines',
    title: 'Round trips in Firefox and WebKit',
    needs: 'build',
    rest: true,
    run: runEngines,
  },
]

/**
 * @param {string} program path below node_modules
 * @param {readonly string[]} fixed
 * @returns {Stage['run']}
 */
function tool(program, fixed) {
  return async (args) => ({ code: await runNode(`node_modules/${program}`, [...fixed, ...args]) })
}

/**
 * @param {string} name file in this folder
 * @returns {Stage['run']}
 */
function script(name) {
  return async (args) => ({ code: await runNode(`scripts/${name}`, args) })
}

/** @type {Stage['run']} */
async function benchSmall(args) {
  const code = (await buildProgram('bench')) || (await runProgram('bench', ['--small', ...args]))
  if (code !== 0) return { code }
  const env = { CHROMIUM_PATH: findBrowser() ?? (await ensureBrowser()) }
  return {
    code: (await buildProgram('bench-page')) || (await runProgram('bench-page', ['--small'], { env })),
  }
}

/** @type {Stage['run']} */
async function runFuzz(args) {
  return { code: (await buildFuzz()) || (await runNode(FUZZ, [...args, '--seconds', '300'])) }
}

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} [env]
 * @returns {Promise<Outcome>}
 */
function runVitest(args, env) {
  return withReport(countVitest, (report) =>
    runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', '--reporter=default', '--reporter=./scripts/vitest-report.mjs', ...args],
      // Any other value would load React without the parts that tests need.
      { env: { NODE_ENV: 'test', UNIT_REPORT: report, ...env } },
    ),
  )
}

/** @type {Stage['run']} */
async function runBrowserTests(args) {
  const CHROMIUM_PATH = findBrowser() ?? (await ensureBrowser())
  const built = await buildPageIfStale()
  if (built !== 0) return { code: built, counts: NO_COUNTS }
  return withReport(countPlaywright, (report) =>
    runNode('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json', ...args], {
      env: { CHROMIUM_PATH, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    }),
  )
}

/** @type {Stage['run']} */
async function runEngines(args) {
  const built = await buildPageIfStale()
  if (built !== 0) return { code: built, counts: NO_COUNTS }
  return withReport(
    (counts) => /** @type {Counts} */ (counts),
    (report) => runNode('scripts/engines/main.mjs', args, { env: { ENGINES_REPORT: report } }),
  )
}

/**
 * @param {(report: unknown) => Counts} count
 * @param {(path: string) => Promise<number>} runTests writes its report to `path`
 * @returns {Promise<Outcome>}
 */
async function withReport(count, runTests) {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-test-'))
  const path = join(folder, 'report.json')
  try {
    const code = await runTests(path)
    return { code, counts: count(JSON.parse(readFileSync(path, 'utf8'))) }
  } catch (error) {
    console.error(`The tests ended without a report: ${reasonOf(error)}`)
    return { code: 1, counts: { ...NO_COUNTS, failed: 1 } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
