// Debian's packages, where this machine and this person may install them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { run } from './child.mjs'

/** @typedef {(args: readonly string[]) => Promise<number>} Apt */

/**
 * apt-get, on Debian itself only (elsewhere its package may be an empty one that wants snap), as root or with a sudo that
 * asks nothing.
 *
 * @returns {null | Apt}
 */
export function findApt() {
  if (!existsSync('/usr/bin/apt-get') || !isDebian()) return null
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  if (process.getuid?.() === 0) return (args) => run('apt-get', args, { env })
  try {
    execFileSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
  } catch {
    return null
  }
  return (args) => run('sudo', ['-n', 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args])
}

function isDebian() {
  try {
    return /^ID=["']?(?:debian|raspbian)["']?$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/**
 * Answers whether all could be installed; asks for the lists once more if they turn out to be old.
 *
 * @param {Apt} apt
 * @param {readonly string[]} packages
 */
export async function installPackages(apt, packages) {
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  if ((await apt(install)) === 0) return true
  await apt(['update'])
  return (await apt(install)) === 0
}
