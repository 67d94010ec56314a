// vitest's JSON report, extended by errors outside any test, which fail a run in which every test
// passed.
import { writeFileSync } from 'node:fs'
import { JsonReporter } from 'vitest/node'

export default class UnitReport extends JsonReporter {
  /** @type {readonly any[]} */
  #errors = []

  /**
   * @param {readonly any[]} testModules
   * @param {readonly any[]} unhandledErrors
   * @override
   */
  async onTestRunEnd(testModules, unhandledErrors = []) {
    this.#errors = unhandledErrors
    await super.onTestRunEnd(testModules)
  }

  /**
   * Writes the report to the file that the environment variable UNIT_REPORT names.
   *
   * @param {string} report as JSON
   * @override
   */
  async writeReport(report) {
    const unhandled = this.#errors.map((error) => ({
      test: error.VITEST_TEST_NAME ?? null,
      file: error.VITEST_TEST_PATH ?? null,
      message: `${error.type ?? 'Unhandled error'}: ${error.stack ?? error.message ?? error}`,
    }))
    writeFileSync(process.env['UNIT_REPORT'] ?? '', JSON.stringify({ ...JSON.parse(report), unhandled }))
  }
}
