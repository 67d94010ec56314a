// Compilers, gprof and the other programs that tests compare with: installed if possible, otherwise
// requested.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findApt, installPackages } from './apt.mjs'
import { ROOT } from './child.mjs'

const COMMANDS = [
  'gprof',
  'gcc',
  'g++',
  'gfortran',
  'nm',
  'c++filt',
  'dot',
  'callgrind_annotate',
  'go',
  'mandoc',
]

/** Reports missing programs and goes on: each test that needs one fails by itself and says so. */
export async function ensureTools() {
  const apt = findApt()
  if (apt !== null) {
    const missing = packagesListed().filter((name) => !isInstalled(name))
    if (missing.length === 0) return
    console.log(`Installing ${missing.join(', ')}: the tests compare our listings with gprof's ...`)
    await installPackages(apt, missing)
  }
  const absent = COMMANDS.filter((command) => !isOnPath(command))
  if (absent.length === 0) return
  console.log(`MISSING: ${absent.join(', ')}. Tests that compare with them will fail.`)
  console.log(`On Debian and its like: apt-get install ${packagesListed().join(' ')}`)
}

function packagesListed() {
  return readFileSync(join(ROOT, 'scripts', 'apt-packages.txt'), 'utf8')
    .split(/\s+/)
    .filter(Boolean)
}

/** @param {string} name */
function isInstalled(name) {
  try {
    const answer = execFileSync('dpkg-query', ['-W', '-f=${Status}', name], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.includes('install ok installed')
  } catch {
    return false
  }
}

/** @param {string} command */
function isOnPath(command) {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
}
