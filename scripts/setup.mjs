// Prepares a machine: checks Node, installs packages; `tools` and `browser` add what tests compare with and drive.
// Uses only Node, as it is what installs the rest.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findApt, installPackages } from './apt.mjs'
import { ensureBrowser } from './browser.mjs'
import { ROOT, Refusal, isProgram, run } from './child.mjs'

/**
 * Checks Vite's requirement before npm reports it less clearly: 20.19 and later 20.x, or 22.12 and later.
 *
 * @param {string} [version]
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return
  throw new Refusal(
    `gmonscope needs Node 20.19 or later in 20.x, or 22.12 or later; this is ${version} (${process.execPath}).`,
  )
}

/**
 * Installs what package-lock.json lists, unless that was done: npm writes its own list after it installed.
 *
 * @param {string} [root]
 */
export function isInstalled(root = ROOT) {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  if (statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return true
  /** @type {(path: string) => Record<string, { version?: string, optional?: boolean }>} */
  const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages
  const present = packagesOf(installed)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional === true),
  )
}

/** Installs packages if need be. */
export async function ensureDependencies() {
  checkNode()
  if (isInstalled()) return
  console.log('Installing dependencies (npm ci) ...')
  // --include=dev: NODE_ENV=production or omit=dev would skip the build tools.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const windows = process.platform === 'win32'
  const code = await run(windows ? 'npm.cmd' : 'npm', args, { shell: windows })
  if (code !== 0) throw new Refusal(`npm ci failed (exit code ${code}); nothing can run without it.`)
}

/**
 * Installs compilers, gprof and the other programs that tests compare with. Where that is not possible it names
 * them: each test that needs one fails by itself and says so.
 */
export async function ensureTools() {
  const listed = readFileSync(join(ROOT, 'scripts', 'apt-packages.txt'), 'utf8')
    .split(/\s+/)
    .filter(Boolean)
  const apt = findApt()
  if (apt === null) {
    console.log(`Tests compare with programs of these Debian packages: ${listed.join(' ')}`)
    return
  }
  const missing = listed.filter((name) => !isPackage(name))
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(', ')}: the tests compare our listings with gprof's ...`)
  await installPackages(apt, missing)
}

/** @param {string} name */
function isPackage(name) {
  try {
    const status = execFileSync('dpkg-query', ['-W', '-f=${Status}', name], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return status.includes('install ok installed')
  } catch {
    return false
  }
}

if (isProgram(import.meta.url)) {
  try {
    await ensureDependencies()
    if (process.argv.includes('tools')) await ensureTools()
    if (process.argv.includes('browser')) await ensureBrowser()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
