// Prepares a clone to run: checks Node's version, and installs what package-lock.json lists. Uses
// only Node. run.mjs calls it, not npm's pre-scripts, which npm skips under `ignore-scripts=true`.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT, Refusal, run } from './child.mjs'
import { withLock } from './lock.mjs'

/** Inside node_modules, so that it is deleted together with the folder. */
const STAMP = join(ROOT, 'node_modules', '.gmonscope-stamp')

/**
 * Checks Vite's requirement (20.19 and later 20.x; 22.12 and later) before npm reports it less
 * clearly.
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22
  if (fits) return
  throw new Refusal(
    `gmonscope needs Node 20.19 or later in 20.x, or 22.12 or later; this is ${version} (${process.execPath}).`,
  )
}

/** Installs once per lock file, platform and Node; otherwise compares one file. */
export async function ensureDependencies() {
  checkNode()
  if (isInstalled()) return
  await withLock('install', async () => {
    if (isInstalled()) return
    console.log('Installing dependencies (npm ci) ...')
    // --include=dev: NODE_ENV=production or omit=dev would skip the build tools.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
    const code = await runNpm(args)
    if (code !== 0) throw new Refusal(`npm ci failed (exit code ${code}); nothing can run without it.`)
    writeFileSync(STAMP, wantedStamp())
  })
}

function isInstalled() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wantedStamp()) return true
  if (!existsSync(join(ROOT, 'node_modules')) || !matchesLock()) return false
  writeFileSync(STAMP, wantedStamp())
  return true
}

function wantedStamp() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(`${process.versions.node.split('.')[0]} ${process.platform} ${process.arch}`)
    .digest('hex')
}

/**
 * Whether a manual `npm install` or `npm ci` has already installed what the lock file lists: npm
 * writes a list of what it installed. Packages for other platforms are only in the lock file,
 * marked optional.
 */
function matchesLock() {
  try {
    const wanted = readPackages('package-lock.json')
    const installed = readPackages('node_modules/.package-lock.json')
    const same = Object.entries(wanted).every(([path, entry]) => {
      if (path === '') return true
      const found = installed[path]
      if (found === undefined) return entry.optional === true
      return found.version === entry.version && existsSync(join(ROOT, path, 'package.json'))
    })
    return same && Object.keys(installed).every((path) => path in wanted)
  } catch {
    return false
  }
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')).packages
}

/**
 * Runs the npm that started us, if one did; else the one on PATH (on Windows a command file, which
 * needs a shell).
 *
 * @param {readonly string[]} args
 */
function runNpm(args) {
  const cli = process.env['npm_execpath']
  if (cli !== undefined && basename(cli) === 'npm-cli.js' && existsSync(cli)) {
    return run(process.execPath, [cli, ...args])
  }
  const windows = process.platform === 'win32'
  return run(windows ? 'npm.cmd' : 'npm', args, { shell: windows })
}
