// Counts of passed, failed and skipped tests, which each program that runs tests writes to the file TEST_REPORT.
import { writeFileSync } from 'node:fs'
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
    details: [...(one.details ?? []), ...(other.details ?? [])],
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
 * Writes counts where check.mjs reads them; alone, a test program shows its own summary.
 *
 * @param {Counts} counts
 */
export function report(counts) {
  const path = process.env['TEST_REPORT']
  if (path !== undefined) writeFileSync(path, JSON.stringify(counts))
}

/**
 * Returns a test's name, and the first lines of its error.
 *
 * @param {string} name
 * @param {string | undefined} message
 */
export function describeFailure(name, message) {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  const said = lines.filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return [name, ...said.slice(0, LINES_SHOWN)].join('\n    ').replaceAll(`${process.cwd()}/`, '')
}
