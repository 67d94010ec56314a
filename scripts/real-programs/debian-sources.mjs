// Source packages of Debian, fetched and unpacked into a folder of ours: the machine's own lists stay as they are.
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

/** Points apt at source packages of the release this machine runs. */
export function prepareSources(/** @type {string} */ folder) {
  if (existsSync(join(folder, 'lists', 'partial'))) return
  mkdirSync(join(folder, 'lists', 'partial'), { recursive: true })
  const system = readFileSync(SYSTEM, 'utf8')
  writeFileSync(join(folder, 'debian-src.sources'), system.replace(/^Types: deb$/gm, 'Types: deb-src'))
  must('apt-get', [...aptOptions(folder), 'update'], folder)
  install(['dpkg-dev', 'gcc', 'g++', 'make', 'binutils'])
}

/**
 * Unpacks a program's source into `target`. Answers a complaint, or null.
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
  // A mirror may be busy for a moment.
  for (let retry = 0; retry < 3 && done.status !== 0; retry++) done = getSource()
  function getSource() {
    const args = [...aptOptions(folder), 'source', program.source]
    return spawnSync('apt-get', args, { cwd: place, encoding: 'utf8' })
  }
  const unpacked = readdirSync(place, { withFileTypes: true }).find((entry) => entry.isDirectory())
  if (unpacked) renameSync(join(place, unpacked.name), target)
  // A mirror may lack Debian's own changes to a program; the program itself is what we are after.
  else if (!unpackUpstream(place, target)) return done.stderr.trim().split('\n').at(-1) ?? 'no source'
  return null
}

/**
 * Unpacks the upstream part of a source package alone. Answers whether it was there.
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
