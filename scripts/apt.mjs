// Debian's packages, on machines where this user may install them.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { run } from './child.mjs'

/** @typedef {(args: readonly string[]) => Promise<number>} Apt */

/**
 * Returns how to run apt-get, or null. Only on Debian itself (elsewhere a package may be an empty
 * one that requires snap), as root or with a sudo that asks no password.
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
 * Installs packages, and updates the lists once if they are too old. Returns whether all could be
 * installed.
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
