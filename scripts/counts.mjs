// The reports that vitest and Playwright write for programs → how many tests passed, failed, were skipped.

/**
 * `retried`: how many of the passed needed a second try.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, retried?: number }} Counts
 */

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
 * A file that could not even be loaded holds no test, yet counts as one that failed.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    (/** @type {any} */ file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * `errors` are those outside any test: a spec that could not be loaded, a server that did not start.
 *
 * @param {any} report
 * @returns {Counts}
 */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected > 0 || stats.flaky > 0 ? 0 : errors.length),
    skipped: stats.skipped,
    retried: stats.flaky,
  }
}
