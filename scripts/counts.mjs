// Counts the passed, failed and skipped tests in the JSON reports of vitest and Playwright, and
// lists the failures.
import { stripVTControlCharacters } from 'node:util'

/**
 * `details`: of each test that failed, or passed only on retry, its name and the first lines of its
 * error. `retried`: the number of passed tests that needed a retry.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, retried?: number, details?: readonly string[] }} Counts
 */

const LINES_SHOWN = 6

/**
 * The counts of a run without tests.
 *
 * @type {Counts}
 */
export const NO_COUNTS = { passed: 0, failed: 0, skipped: 0 }

/**
 * Returns the sum of two counts.
 *
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
 * Returns the plain closing line that CI reads.
 *
 * @param {Counts} counts
 */
export function formatCounts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Counts the tests of a vitest report. A file that fails to load contains no test but counts as one
 * failure; so does an error outside any test.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  const unhandled = report.unhandled ?? []
  // A test that passed on retry keeps the error of its first try.
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
    details: [
      ...unloaded.map((/** @type {any} */ file) => describeFailure(file.name, file.message)),
      ...failing.map((/** @type {any} */ test) =>
        describeFailure(`${test.file}: ${test.fullName}`, test.failureMessages[0]),
      ),
      ...unhandled.map((/** @type {any} */ { file, test, message }) =>
        // With its stack trace, the only way to locate it.
        inProject(
          `${file ?? 'no file'}: outside any test, the last begun: ${test ?? 'none'}\n    ${message}`,
        ),
      ),
    ],
  }
}

/**
 * Counts the tests of a Playwright report. `errors` are those outside any test: a spec that fails
 * to load, a server that does not start.
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
    details: [
      ...failing.map(({ name, results }) => {
        const first = results.find((/** @type {any} */ result) => result.error !== undefined)
        return describeFailure(name, first?.error.message)
      }),
      ...errors.map((/** @type {any} */ error) => describeFailure('outside any test', error.message)),
    ],
  }
}

/**
 * Returns all tests of Playwright's report, whose suites are nested.
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
 * Returns a test's name, and the first lines of its error.
 *
 * @param {string} name
 * @param {string | undefined} message
 */
function describeFailure(name, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const said = lines.filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return [inProject(name), ...said.slice(0, LINES_SHOWN)].join('\n    ')
}

/**
 * Removes the project's folder from a text.
 *
 * @param {string} text
 */
function inProject(text) {
  return text.replaceAll(`${process.cwd()}/`, '')
}
