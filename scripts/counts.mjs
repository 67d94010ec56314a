// The reports that vitest and Playwright write for programs → how many tests passed, failed, were skipped, and which failed.
import { stripVTControlCharacters } from 'node:util'

/**
 * `told`: of each test that failed, or passed only at the second try, its name and the first lines of why.
 * `retried`: how many of the passed needed a second try.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, retried?: number, told?: readonly string[] }} Counts
 */

const LINES_TOLD = 6

/** @type {Counts} */
export const NO_COUNTS = { passed: 0, failed: 0, skipped: 0 }

/**
 * @param {Counts} one
 * @param {Counts} other
 * @returns {Counts}
 */
export function add(one, other) {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/**
 * The plain closing line that CI reads.
 *
 * @param {Counts} counts
 */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * A file that could not even be loaded holds no test, yet counts as one that failed; so does an error that no test caught.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const unhandled = report.unhandled ?? []
  // A test that passed at the second try keeps what the first one failed of.
  const failing = report.testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => (test.failureMessages ?? []).length > 0)
      .map((/** @type {any} */ test) => ({ ...test, file: file.name })),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length + unhandled.length,
    skipped: report.numPendingTests + report.numTodoTests,
    retried: failing.filter((/** @type {any} */ test) => test.status === 'passed').length,
    told: [
      ...unloaded.map((/** @type {any} */ file) => tell(file.name, file.message)),
      ...failing.map((/** @type {any} */ test) =>
        tell(`${test.file}: ${test.fullName}`, test.failureMessages[0]),
      ),
      ...unhandled.map((/** @type {any} */ { file, test, message }) =>
        // With its trace, which is all there is to find it by.
        inProject(
          `${file ?? 'no file'}: outside any test, the last begun: ${test ?? 'none'}\n    ${message}`,
        ),
      ),
    ],
  }
}

/**
 * `errors` are those outside any test: a spec that could not be loaded, a server that did not start.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors, suites = [] }) {
  const failing = testsOf(suites).filter(({ status }) => status === 'unexpected' || status === 'flaky')
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected > 0 || stats.flaky > 0 ? 0 : errors.length),
    skipped: stats.skipped,
    retried: stats.flaky,
    told: [
      ...failing.map(({ name, results }) => {
        const first = results.find((/** @type {any} */ result) => result.error !== undefined)
        return tell(name, first?.error.message)
      }),
      ...errors.map((/** @type {any} */ error) => tell('outside any test', error.message)),
    ],
  }
}

/**
 * All tests of Playwright's report, whose suites hold suites.
 *
 * @param {readonly any[]} suites
 * @returns {{ name: string, status: string, results: readonly any[] }[]}
 */
function testsOf(suites) {
  const waiting = [...suites]
  const tests = []
  for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
    waiting.push(...(suite.suites ?? []))
    for (const { file, line, title, tests: runs } of suite.specs ?? []) {
      for (const { status, results } of runs)
        tests.push({ name: `${file}:${line}: ${title}`, status, results })
    }
  }
  return tests
}

/**
 * A test's name, and the first lines of why it failed below it.
 *
 * @param {string} name
 * @param {string | undefined} message
 */
function tell(name, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const said = lines.filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return [inProject(name), ...said.slice(0, LINES_TOLD)].join('\n    ')
}

/**
 * Without the folder that the project is in.
 *
 * @param {string} text
 */
function inProject(text) {
  return text.replaceAll(`${process.cwd()}/`, '')
}
