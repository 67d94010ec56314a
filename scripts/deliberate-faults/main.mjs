// Puts each deliberate fault into a copy of the tree, one at a time, and runs the tests that should
// notice it. Prints which were caught. `--only TEXT`: faults with this text in their area or
// description; `--table`: the rows for docs/deliberate-faults.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../child.mjs'
import { FAULTS } from './faults.mjs'

/** Long enough for the slowest folder; a fault may make a loop endless, which is noticed too. */
const LONGEST_MS = 600_000

const args = process.argv.slice(2)
const wanted = args.includes('--only') ? (args[args.indexOf('--only') + 1] ?? '') : ''
const chosen = FAULTS.filter(({ area, what }) => `${area}: ${what}`.includes(wanted))

/**
 * By tests: whether they pass without a fault.
 *
 * @type {Map<string, boolean>}
 */
const sound = new Map()

setPriority(constants.priority.PRIORITY_LOW)
const copy = mkdtempSync(join(tmpdir(), 'gmonscope-faults-'))
try {
  copyTree()
  const outcomes = chosen.map((fault) => {
    const began = performance.now()
    const outcome = judge(fault)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    if (!args.includes('--table'))
      console.log(`${outcome.padEnd(6)} ${seconds.padStart(4)} s  ${fault.area}: ${fault.what}`)
    return outcome
  })
  if (args.includes('--table'))
    chosen.forEach(({ area, what }, at) => console.log(`| ${area} | ${what} | ${outcomes[at]} |`))
  const caught = outcomes.filter((outcome) => outcome === 'caught').length
  console.log(`\n${caught} of ${chosen.length} caught`)
  // A fault with a reason may be missed.
  if (chosen.some(({ reason }, at) => reason === undefined && outcomes[at] !== 'caught')) process.exitCode = 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** The files that git knows, as they are now, beside the packages of this tree. */
function copyTree() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  for (const path of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
}

/**
 * @param {import('./faults.mjs').Fault} fault
 * @returns {'caught' | 'missed' | 'broken'} `broken`: the tests fail without the fault as well
 */
function judge({ file, from, to, tests }) {
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} does not contain once: ${from}`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  const isCaught = !passes(tests)
  writeFileSync(path, text)
  if (!isCaught) return 'missed'
  const key = tests.join()
  const isSound = sound.get(key) ?? passes(tests)
  sound.set(key, isSound)
  return isSound ? 'caught' : 'broken'
}

/**
 * @param {readonly string[]} tests
 * @returns {boolean}
 */
function passes(tests) {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'unit*', '--maxWorkers=1', '--bail=1', ...tests],
    { cwd: copy, stdio: 'ignore', timeout: LONGEST_MS, env: { ...process.env, NODE_ENV: 'test' } },
  )
  return status === 0
}
