// Debian's source packages, downloaded and unpacked into a separate folder: the machine's own
// package lists stay unchanged.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SYSTEM = '/etc/apt/sources.list.d/debian.sources'

/** @param {string} folder */
const aptOptions = (folder) => [
  '-o',
  `Dir::Etc::sourcelist=${folder}/debian-src.sources`,
  '-o',
  'Dir::Etc::sourceparts=-',
  '-o',
  `Dir::State::lists=${folder}/lists`,
  '-o',
  'APT::Sandbox::User=root',
]

/** Configures apt for source packages of the machine's release. */
export function prepareSources(/** @type {string} */ folder) {
  if (existsSync(join(folder, 'lists', 'partial'))) return
  mkdirSync(join(folder, 'lists', 'partial'), { recursive: true })
  const system = readFileSync(SYSTEM, 'utf8')
  writeFileSync(join(folder, 'debian-src.sources'), system.replace(/^Types: deb$/gm, 'Types: deb-src'))
  must('apt-get', [...aptOptions(folder), 'update'], folder)
  install(['dpkg-dev', 'gcc', 'g++', 'make', 'binutils'])
}

/**
 * Unpacks a program's source into `target`. Returns an error message, or null.
 *
 * @param {import('./programs.mjs').Program} program
 * @param {string} folder
 * @param {string} target
 */
export function fetchSource(program, folder, target) {
  if (program.needs) install(program.needs)
  if (existsSync(target)) return null
  const place = join(folder, program.name, 'fetch')
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  let done = getSource()
  // A mirror may be temporarily busy.
  for (let retry = 0; retry < 3 && done.status !== 0; retry++) done = getSource()
  function getSource() {
    const args = [...aptOptions(folder), 'source', program.source]
    return spawnSync('apt-get', args, { cwd: place, encoding: 'utf8' })
  }
  const unpacked = readdirSync(place, { withFileTypes: true }).find((entry) => entry.isDirectory())
  if (unpacked) renameSync(join(place, unpacked.name), target)
  // A mirror may lack Debian's changes to a program; the upstream program is enough.
  else if (!unpackUpstream(place, target)) return done.stderr.trim().split('\n').at(-1) ?? 'no source'
  return null
}

/**
 * Unpacks only the upstream part of a source package. Returns whether it was found.
 *
 * @param {string} place
 * @param {string} target
 */
function unpackUpstream(place, target) {
  const upstream = readdirSync(place).find((name) => /\.orig\.tar\.\w+$/.test(name))
  if (upstream === undefined) return false
  mkdirSync(target)
  must('tar', ['xf', upstream, '-C', target, '--strip-components=1'], place)
  return true
}

/** @param {readonly string[]} packages */
function install(packages) {
  const missing = packages.filter(
    (name) =>
      !spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' }).stdout.includes(
        'ok installed',
      ),
  )
  if (missing.length > 0) must('apt-get', ['install', '-y', '--no-install-recommends', ...missing], '/')
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function must(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`)
}
