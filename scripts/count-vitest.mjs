// Counts the tests of a vitest run, as a reporter of vite.config.ts.
import { describeFailure, report } from './counts.mjs'

/**
 * Counts tests. A file that fails to load contains no test but counts as one failure; so does an error outside any
 * test, which is listed with its stack trace, the only way to locate it.
 *
 * @param {readonly any[]} modules
 * @param {readonly any[]} unhandled
 * @returns {import('./counts.mjs').Counts}
 */
export function countVitest(modules, unhandled) {
  const counts = { passed: 0, failed: unhandled.length, skipped: 0, retried: 0 }
  const details = []
  for (const module of modules) {
    for (const error of module.errors()) {
      counts.failed++
      details.push(describeFailure(module.moduleId, error.message))
    }
    for (const test of module.children.allTests()) {
      const { state, errors = [] } = test.result()
      if (state === 'passed') counts.passed++
      else if (state === 'failed') counts.failed++
      else counts.skipped++
      // A test that passed on retry keeps the error of its first try.
      if (state === 'passed' && errors.length > 0) counts.retried++
      if (errors.length > 0)
        details.push(describeFailure(`${module.moduleId}: ${test.fullName}`, errors[0].message))
    }
  }
  for (const { VITEST_TEST_PATH, VITEST_TEST_NAME, stack, message } of unhandled) {
    const where = `${VITEST_TEST_PATH ?? 'no file'}: outside any test, the last begun: ${VITEST_TEST_NAME ?? 'none'}`
    details.push(`${where}\n    ${stack ?? message}`.replaceAll(`${process.cwd()}/`, ''))
  }
  return { ...counts, details }
}

export default class CountVitest {
  /**
   * @param {readonly any[]} modules
   * @param {readonly any[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    report(countVitest(modules, unhandled))
  }
}
