// Counts the tests of a Playwright run, as a reporter of playwright.config.ts.
import { describeFailure, report } from './counts.mjs'

export default class CountPlaywright {
  /** @type {any[]} */
  #tests = []
  /** @type {any[]} */
  #errors = []

  /** @param {any} _config @param {any} suite */
  onBegin(_config, suite) {
    this.#tests = suite.allTests()
  }

  /** @param {any} error outside any test: a spec that fails to load, a server that does not start */
  onError(error) {
    this.#errors.push(error)
  }

  onEnd() {
    report(countPlaywright(this.#tests, this.#errors))
  }
}

/**
 * Counts tests. An error outside any test counts if no test failed.
 *
 * @param {readonly any[]} tests
 * @param {readonly any[]} errors
 * @returns {import('./counts.mjs').Counts}
 */
export function countPlaywright(tests, errors) {
  /** @param {string} outcome */
  const having = (outcome) => tests.filter((test) => test.outcome() === outcome)
  const failing = [...having('unexpected'), ...having('flaky')]
  const outside = failing.length > 0 ? 0 : errors.length
  return {
    passed: having('expected').length + having('flaky').length,
    failed: having('unexpected').length + outside,
    skipped: having('skipped').length,
    retried: having('flaky').length,
    details: [
      ...failing.map((test) => {
        const first = test.results.find((/** @type {any} */ result) => result.error !== undefined)
        return describeFailure(
          `${test.location.file}:${test.location.line}: ${test.title}`,
          first?.error.message,
        )
      }),
      ...errors.map((error) => describeFailure('outside any test', error.message)),
    ],
  }
}
