// Builds the page, the command line and the measuring programs, and checks whether the page's build
// is up to date.
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, runNode } from './child.mjs'
import { withLock } from './lock.mjs'

/** The inputs of the page's build. Path, size and time represent a file's content. */
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
 * Benchmarks and the comparison with gprof, by their folder in dist.
 *
 * @typedef {keyof typeof PROGRAMS} Program
 */
const PROGRAMS = {
  bench: 'scripts/bench/main.ts',
  'bench-page': 'scripts/bench/browser/main.ts',
  'bench-cut': 'scripts/bench/cut.ts',
  'bench-files': 'scripts/bench/files/main.ts',
  'bench-sizes': 'scripts/bench/sizes/main.ts',
  fuzz: 'workers/testing/fuzz/fuzz-main.ts',
  census: 'scripts/census/main.ts',
}

const STAMP = join(ROOT, '.tsbuild', 'page.stamp')

/** Builds the page and the command line. Returns the exit code. */
export async function buildAll() {
  const page = await buildPage()
  return page === 0 ? buildWithVite(['--mode', 'cli']) : page
}

/** Builds the page if a source is newer than the last build. Returns the exit code. */
export async function buildPageIfStale() {
  if (isFresh()) return 0
  console.log('Building the page ...')
  return buildPage()
}

function buildPage() {
  return withLock('build', async () => {
    const stamp = fingerprint()
    // The last build lists the output of the others.
    const code =
      (await buildWithVite([])) ||
      (await buildWithVite(['--mode', 'one-file'])) ||
      (await buildWithVite(['--mode', 'offline']))
    if (code === 0) writeFileSync(STAMP, stamp)
    return code
  })
}

/**
 * Builds a program that is not part of the package into a folder of dist. Returns the exit code.
 *
 * @param {Program} name
 */
export function buildProgram(name) {
  return buildWithVite(['--ssr', PROGRAMS[name], '--outDir', `dist/${name}`])
}

/**
 * Runs a program that was built with `buildProgram`.
 *
 * @param {Program} name
 * @param {readonly string[]} args
 * @param {Parameters<typeof runNode>[2]} [options]
 */
export function runProgram(name, args, options) {
  return runNode(`dist/${name}/${basename(PROGRAMS[name], '.ts')}.js`, args, options)
}

/** The program that `buildFuzz` builds. */
export const FUZZ = 'dist/fuzz-readers/main.js'

/** Builds the fuzzer of readers, which counts the branches that they take. Returns the exit code. */
export function buildFuzz() {
  return buildWithVite(['--mode', 'fuzz'])
}

/** @param {readonly string[]} args */
function buildWithVite(args) {
  // A NODE_ENV from the environment would select React's build.
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
