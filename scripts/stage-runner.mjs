// Runs stages in turn and sums up. The last line is the plain one that CI reads: N passed, N
// failed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ensureBrowser } from './browser.mjs'
import { NO_COUNTS, add, formatCounts } from './counts.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { STAGES } from './stages.mjs'
import { ensureTools } from './tools.mjs'

/** Width of a stage's name in the summary. */
const NAME_WIDTH = Math.max(...STAGES.map(({ name }) => name.length))

/** Stages that compare with gprof and other programs. */
const NEED_TOOLS = [
  'parity',
  'e2e',
  'pack',
  'bench',
  'effort',
  'parity-rest',
  'e2e-rest',
  'e2e-large',
  'engines',
]

/**
 * Runs every requested stage even if others fail, so that one run shows all failures.
 *
 * @param {readonly string[]} names
 * @param {readonly string[]} further arguments for the programs that the stages run
 * @returns {Promise<number>} exit code
 */
export async function runStages(names, further) {
  await ensureDependencies()
  // First, because it may take minutes on a fresh machine, and the browser tests cannot run without
  // it.
  if (names.some((name) => name.startsWith('e2e'))) await ensureBrowser()
  if (names.some((name) => NEED_TOOLS.includes(name))) await ensureTools()
  const inCi = process.env['CI'] === 'true'
  /** @type {string[]} */
  const failed = []
  /** @type {string[]} */
  const lines = []
  /** @type {string[]} */
  const details = []
  let counts = NO_COUNTS
  let counted = false

  for (const stage of STAGES.filter(({ name }) => names.includes(name))) {
    console.log(`\n=== ${stage.title} (${stage.name})`)
    if (stage.needs !== undefined && failed.includes(stage.needs)) {
      console.log(`Not run: ${stage.needs} failed.`)
      failed.push(stage.name)
      lines.push(`${stage.name.padEnd(NAME_WIDTH)} not run`)
      continue
    }
    const began = performance.now()
    const outcome = await stage.run(further)
    const problem = judge(outcome, inCi)
    if (problem !== null) failed.push(stage.name)
    if (outcome.counts !== undefined) {
      counted = true
      counts = add(counts, outcome.counts)
      details.push(...(outcome.counts.details ?? []))
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6)
    const retried = outcome.counts?.retried ?? 0
    const passed = retried > 0 ? `ok, ${retried} only at the second try` : 'ok'
    lines.push(`${stage.name.padEnd(NAME_WIDTH)} ${seconds} s  ${problem ?? passed}`)
  }

  // Repeated at the end, because CI often keeps only the last lines.
  if (details.length > 0) console.log(`\n=== Failed at least once\n${details.join('\n')}`)
  console.log(`\n=== Summary\n${lines.join('\n')}`)
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
  if (counted) console.log(formatCounts(addToFile(counts)))
  return failed.length > 0 ? 1 : 0
}

/**
 * Adds the counts to the file that the environment variable TEST_COUNTS names, which sums several
 * runs.
 *
 * @param {import('./counts.mjs').Counts} counts
 */
function addToFile(counts) {
  const path = process.env['TEST_COUNTS']
  if (path === undefined) return counts
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const sum = before === '' ? counts : add(JSON.parse(before), counts)
  writeFileSync(path, JSON.stringify(sum))
  return sum
}

/**
 * Returns why a stage counts as failed, or null. Skipped tests prove nothing, and a run without
 * tests even less.
 *
 * @param {import('./stages.mjs').Outcome} outcome
 * @param {boolean} inCi
 */
export function judge({ code, counts }, inCi) {
  if (code !== 0) return `FAILED (exit code ${code})`
  if (counts === undefined) return null
  if (counts.failed > 0) return `FAILED (${formatCounts(counts)})`
  if (counts.passed === 0) return 'FAILED: no test ran'
  if (inCi && counts.skipped > 0) return `FAILED: ${counts.skipped} skipped`
  return null
}
