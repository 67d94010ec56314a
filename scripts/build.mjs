// The builds of the page, of the command line and of programs that measure them, and whether the page's is still fresh.
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, runNode } from './child.mjs'
import { withLock } from './lock.mjs'

/** Everything that goes into the page. A file's path, size and time stand for its content. */
const INPUTS = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
  'public',
  'scripts/build',
  'src',
  'workers',
]
/**
 * Benchmarks and the comparison with gprof, by the folder of dist that they are built into.
 *
 * @typedef {keyof typeof PROGRAMS} Program
 */
const PROGRAMS = {
  bench: 'scripts/bench/main.ts',
  'bench-page': 'scripts/bench/browser/main.ts',
  'bench-cut': 'scripts/bench/cut.ts',
  'bench-files': 'scripts/bench/files/main.ts',
  fuzz: 'workers/testing/fuzz/fuzz-main.ts',
  census: 'scripts/census/main.ts',
}

const STAMP = join(ROOT, '.tsbuild', 'page.stamp')

/** Builds the page and the command line. Answers the exit code. */
export async function buildAll() {
  const page = await buildPage()
  return page === 0 ? buildWithVite(['--mode', 'cli']) : page
}

/** Builds the page if one of its sources is newer than the last build. Answers the exit code. */
export async function buildPageIfStale() {
  if (isFresh()) return 0
  console.log('Building the page ...')
  return buildPage()
}

function buildPage() {
  return withLock('build', async () => {
    const stamp = fingerprint()
    // The last one lists what the others have built.
    const code =
      (await buildWithVite([])) ||
      (await buildWithVite(['--mode', 'one-file'])) ||
      (await buildWithVite(['--mode', 'offline']))
    if (code === 0) writeFileSync(STAMP, stamp)
    return code
  })
}

/**
 * Builds a program of ours that is no part of what is installed into a folder of dist. Answers the exit code.
 *
 * @param {Program} name
 */
export function buildProgram(name) {
  return buildWithVite(['--ssr', PROGRAMS[name], '--outDir', `dist/${name}`])
}

/**
 * Runs it, built before.
 *
 * @param {Program} name
 * @param {readonly string[]} args
 * @param {Parameters<typeof runNode>[2]} [options]
 */
export function runProgram(name, args, options) {
  return runNode(`dist/${name}/${basename(PROGRAMS[name], '.ts')}.js`, args, options)
}

/** @param {readonly string[]} args */
function buildWithVite(args) {
  // A NODE_ENV from outside would decide which React goes in.
  const env = { NODE_ENV: 'production' }
  return runNode('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], { env })
}

function isFresh() {
  return (
    existsSync(join(ROOT, 'dist/page/index.html')) &&
    existsSync(STAMP) &&
    readFileSync(STAMP, 'utf8') === fingerprint()
  )
}

function fingerprint() {
  const hash = createHash('sha256')
  const pending = INPUTS.filter((path) => existsSync(join(ROOT, path)))
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const stats = lstatSync(join(ROOT, path))
    if (stats.isDirectory()) {
      for (const name of readdirSync(join(ROOT, path)).toSorted()) pending.push(`${path}/${name}`)
    } else {
      hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}
