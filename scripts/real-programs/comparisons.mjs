// The comparisons for each program: gprof's options, and standard output, standard error and exit
// status of both tools.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../child.mjs'

/**
 * `none`: gprof aborted, so there is nothing to compare with. This happens only with line-by-line
 * options, where gprof's two passes over the lines of a program disagree.
 *
 * @typedef {'same' | 'different' | 'none'} Outcome
 * @typedef {{ title: string, compare: (program: string, folder: string) => Outcome }} Comparison
 */

/** gprof's message in that case. Summing profiles is line-by-line as well. */
const GIVES_UP = 'somebody miscounted'

const LINES = [
  '-p',
  '-q',
  '-p -q -z',
  '-p -q -a',
  '-p -q -c',
  '-p -q -l',
  '-A',
  '-A -x -l',
  '-C -z',
  '-p -q -T',
]

/**
 * All comparisons.
 *
 * @type {readonly Comparison[]}
 */
export const COMPARISONS = [
  ...LINES.map((line) => ({
    title: line,
    compare: (/** @type {string} */ program, /** @type {string} */ folder) =>
      compareOutput(['-b', ...line.split(' ')], program, folder),
  })),
  {
    title: '-k of the busiest arc',
    compare: (program, folder) => {
      const arc = busiestArc(program, folder)
      return arc === null ? 'none' : compareOutput(['-b', '-p', '-q', '-k', arc], program, folder)
    },
  },
  { title: '-s', compare: compareSum },
]

/** Notices that say that the program did not write the profile. */
const ACCUSATIONS = ['wrong-executable', 'outside-program']

/**
 * Returns the notices that accuse a program beside its own profile.
 *
 * @param {string} program
 * @param {string} folder
 * @returns {readonly { readonly code: string }[]}
 */
export function accusationsOf(program, folder) {
  const args = [`${ROOT}bin/gmonscope.mjs`, 'json', program, 'gmon.out']
  const done = spawnSync(process.execPath, args, { cwd: folder, maxBuffer: 1 << 30, encoding: 'utf8' })
  /** @type {{ notices: { code: string }[] }} */
  const { notices } = JSON.parse(done.stdout)
  return notices.filter(({ code }) => ACCUSATIONS.includes(code))
}

/**
 * @param {string} cwd
 * @param {readonly string[]} args
 * @param {boolean} ours
 */
function runGprof(cwd, args, ours) {
  const [command, before] = ours ? [process.execPath, [`${ROOT}bin/gmonscope.mjs`, 'gprof']] : ['gprof', []]
  const done = spawnSync(command, [...before, ...args], { cwd, maxBuffer: 1 << 30 })
  return { status: done.status, stdout: done.stdout, stderr: done.stderr }
}

/**
 * @param {readonly string[]} line
 * @param {string} program
 * @param {string} folder
 * @returns {Outcome}
 */
function compareOutput(line, program, folder) {
  const args = [...line, program, 'gmon.out']
  const theirs = runGprof(folder, args, false)
  if (theirs.stderr.includes(GIVES_UP)) return 'none'
  const ours = runGprof(folder, args, true)
  const isSame =
    theirs.status === ours.status && theirs.stdout.equals(ours.stdout) && theirs.stderr.equals(ours.stderr)
  return isSame ? 'same' : 'different'
}

/**
 * Returns the arc with the most calls between two functions of plain names, as `parent/child`.
 *
 * @param {string} program
 * @param {string} folder
 */
function busiestArc(program, folder) {
  const listing = runGprof(folder, ['-b', '-q', '--no-demangle', program, 'gmon.out'], false).stdout.toString(
    'latin1',
  )
  let best = { arc: '', calls: -1 }
  for (const entry of listing.split(/^-{47}$/m)) {
    const lines = entry.split('\n')
    const primary = lines.findIndex((line) => line.startsWith('['))
    const parent = /([\w.]+)(?: <cycle \d+>)? \[\d+\]$/.exec(lines[primary] ?? '')?.[1]
    if (parent === undefined || parent.includes('.')) continue
    for (const line of lines.slice(primary + 1)) {
      const child = /(\d+)(?:\/\d+)? +(\w+)(?: <cycle \d+>)? \[\d+\]$/.exec(line)
      if (child && Number(child[1]) > best.calls)
        best = { arc: `${parent}/${child[2]}`, calls: Number(child[1]) }
    }
  }
  return best.calls < 0 ? null : best.arc
}

/**
 * Compares gmon.sum of one file. If gprof aborts because of lines, compares that of the program
 * without its debugging information.
 *
 * @param {string} program
 * @param {string} folder
 * @returns {Outcome}
 */
function compareSum(program, folder) {
  const outcome = compareSums(program, folder)
  if (outcome !== 'none') return outcome
  const plain = `${program}-plain`
  spawnSync('strip', ['-g', '-o', plain, program])
  return compareSums(plain, folder)
}

/**
 * Compares all but twelve bytes of the header, which gprof does not initialize.
 *
 * @param {string} program
 * @param {string} folder
 * @returns {Outcome}
 */
function compareSums(program, folder) {
  const sums = [false, true].map((ours) => {
    const place = mkdtempSync(join(tmpdir(), 'gmonscope-sum-'))
    copyFileSync(join(folder, 'gmon.out'), join(place, 'gmon.out'))
    const { status, stderr } = runGprof(place, ['-s', program, 'gmon.out'], ours)
    const written = join(place, 'gmon.sum')
    const bytes = existsSync(written) ? readFileSync(written).fill(0, 8, 20) : Buffer.alloc(0)
    rmSync(place, { recursive: true })
    return { status, bytes, gaveUp: stderr.includes(GIVES_UP) }
  })
  const [theirs, ours] = sums
  if (theirs?.gaveUp) return 'none'
  return theirs && ours && theirs.status === ours.status && theirs.bytes.equals(ours.bytes)
    ? 'same'
    : 'different'
}
