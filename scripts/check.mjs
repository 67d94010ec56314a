// Runs scripts of package.json in turn, each with its time, and counts their tests: `npm test`, `npm run test:rest`.
//
//   node scripts/check.mjs test|rest|full [STAGE]... [-- …]   a single stage takes further arguments
//
// Every stage runs even if others fail, so that one run shows all failures. The last line is the plain one that CI
// reads: N passed, N failed.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { isProgram, run } from './child.mjs'
import { NO_COUNTS, add, formatCounts } from './counts.mjs'
import { ensureDependencies, ensureTools } from './setup.mjs'

const TEST = ['types', 'lint', 'format:check', 'hygiene', 'build', 'unit', 'parity', 'e2e:main']
/** What CI runs after `npm test`. */
const REST = [
  'sizes',
  'pack',
  'same-bytes',
  'bench:small',
  'effort',
  'fuzz:short',
  'parity-rest',
  'e2e-rest',
  'e2e-large',
  'engines',
]
/** Stages that look at the built page or command line, and are pointless if the build failed. */
const BUILT = /^(?:e2e|sizes|pack|same-bytes|bench|engines)/
/** Stages that need no other program than Node's. */
const ALONE = [
  'types',
  'lint',
  'format:check',
  'hygiene',
  'build',
  'unit',
  'sizes',
  'same-bytes',
  'fuzz:short',
]
/** Stages that count tests. */
const COUNTED = /^(?:unit|parity|effort|e2e|engines)/

/** @typedef {import('./counts.mjs').Counts} Counts */

/**
 * @param {readonly string[]} names
 * @param {readonly string[]} further
 */
async function runStages(names, further) {
  await ensureDependencies()
  if (names.some((name) => name.startsWith('e2e'))) await ensureBrowser()
  if (names.some((name) => !ALONE.includes(name))) await ensureTools()
  /** @type {Map<string, string>} */
  const results = new Map()
  let counts = NO_COUNTS
  for (const name of names) {
    console.log(`\n=== ${name}`)
    if (BUILT.test(name) && results.get('build')?.includes('FAILED')) {
      results.set(name, 'FAILED: not run, the build failed')
      continue
    }
    const began = performance.now()
    const outcome = await runStage(name, further)
    counts = add(counts, outcome.counts ?? NO_COUNTS)
    const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(7)
    results.set(
      name,
      `${seconds} s  ${judge(outcome, process.env['CI'] === 'true') ?? formatPassed(outcome.counts)}`,
    )
  }
  // Repeated at the end, because CI often keeps only the last lines.
  const { details = [] } = counts
  if (details.length > 0) console.log(`\n=== Failed at least once\n${details.join('\n')}`)
  console.log(`\n=== Summary\n${[...results].map((line) => `${line[0].padEnd(12)} ${line[1]}`).join('\n')}`)
  const failed = names.filter((name) => results.get(name)?.includes('FAILED'))
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
  if (names.some((name) => COUNTED.test(name))) console.log(formatCounts(addToFile(counts)))
  return failed.length > 0 ? 1 : 0
}

/**
 * Runs one script of package.json. What counts tests writes the counts to the file TEST_REPORT.
 *
 * @param {string} name
 * @param {readonly string[]} further
 * @returns {Promise<{ code: number, counts?: Counts }>}
 */
async function runStage(name, further) {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-test-'))
  const TEST_REPORT = join(folder, 'report.json')
  try {
    const windows = process.platform === 'win32'
    const args = ['run', '--silent', name, ...(further.length > 0 ? ['--', ...further] : [])]
    const code = await run(windows ? 'npm.cmd' : 'npm', args, { env: { TEST_REPORT }, shell: windows })
    if (!COUNTED.test(name)) return { code }
    if (!existsSync(TEST_REPORT))
      return { code, counts: { ...NO_COUNTS, failed: 1, details: [`${name}: no report`] } }
    return { code, counts: JSON.parse(readFileSync(TEST_REPORT, 'utf8')) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns why a stage counts as failed, or null. Skipped tests prove nothing, and a run without tests even less.
 *
 * @param {{ code: number, counts?: Counts }} outcome
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

/** @param {Counts | undefined} counts */
function formatPassed(counts) {
  if (counts === undefined) return 'ok'
  const retried = counts.retried ? `, ${counts.retried} only at the second try` : ''
  return `ok, ${formatCounts(counts)}${retried}`
}

/**
 * Adds the counts to the file that TEST_COUNTS names, which sums several runs.
 *
 * @param {Counts} counts
 */
function addToFile(counts) {
  const path = process.env['TEST_COUNTS']
  if (path === undefined) return counts
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const sum = before === '' ? counts : add(JSON.parse(before), counts)
  writeFileSync(path, JSON.stringify(sum))
  return sum
}

if (isProgram(import.meta.url)) {
  const [list, ...given] = process.argv.slice(2).filter((arg) => arg !== '--')
  const all = list === 'test' ? TEST : list === 'rest' ? REST : [...TEST, ...REST]
  const names = [...TEST, ...REST].filter((name) => given.includes(name))
  const further = given.filter((arg) => !names.includes(arg))
  if (names.length !== 1 && further.length > 0) {
    console.error(`Not a stage: ${further.join(' ')}. Stages are ${[...TEST, ...REST].join(', ')}.`)
    process.exitCode = 2
  } else process.exitCode = await runStages(names.length > 0 ? names : all, further)
}
