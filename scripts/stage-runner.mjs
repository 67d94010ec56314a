// Runs stages one after the other and sums up. The last line is the plain one that CI reads: N passed, N failed.
import { ensureBrowser } from './browser.mjs'
import { NO_COUNTS, add, formatCounts } from './counts.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { STAGES } from './stages.mjs'
import { ensureTools } from './tools.mjs'

/**
 * Runs every stage asked for, whatever the others say, so that one run shows all there is to mend.
 *
 * @param {readonly string[]} names
 * @param {readonly string[]} further arguments for the programs that the stages run
 * @returns {Promise<number>} exit code
 */
export async function runStages(names, further) {
  await ensureDependencies()
  // First, for it may take minutes on a fresh machine, and because without it the rest would be for nothing.
  if (names.includes('e2e')) await ensureBrowser()
  if (['pack', 'bench', 'unit', 'e2e', 'engines'].some((name) => names.includes(name))) await ensureTools()
  const inCi = process.env['CI'] === 'true'
  /** @type {string[]} */
  const failed = []
  /** @type {string[]} */
  const lines = []
  /** @type {string[]} */
  const told = []
  let counts = NO_COUNTS
  let counted = false

  for (const stage of STAGES.filter(({ name }) => names.includes(name))) {
    console.log(`\n=== ${stage.title} (${stage.name})`)
    if (stage.needs !== undefined && failed.includes(stage.needs)) {
      console.log(`Not run: ${stage.needs} failed.`)
      failed.push(stage.name)
      lines.push(`${stage.name.padEnd(8)} not run`)
      continue
    }
    const began = performance.now()
    const outcome = await stage.run(further)
    const problem = judge(outcome, inCi)
    if (problem !== null) failed.push(stage.name)
    if (outcome.counts !== undefined) {
      counted = true
      counts = add(counts, outcome.counts)
      told.push(...(outcome.counts.told ?? []))
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6)
    const retried = outcome.counts?.retried ?? 0
    const passed = retried > 0 ? `ok, ${retried} only at the second try` : 'ok'
    lines.push(`${stage.name.padEnd(8)} ${seconds} s  ${problem ?? passed}`)
  }

  // Once more at the end, which is all that is kept of a long run in many places.
  if (told.length > 0) console.log(`\n=== Failed at least once\n${told.join('\n')}`)
  console.log(`\n=== Summary\n${lines.join('\n')}`)
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
  if (counted) console.log(formatCounts(counts))
  return failed.length > 0 ? 1 : 0
}

/**
 * Why a stage counts as failed, or null. A test that is skipped tells nothing, and a run without tests even less.
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
