// Checks the package as users get it: packs it, installs it in an empty folder without a network,
// and runs every command on the sample. Needs the output of `npm run build`. Alone: node
// scripts/pack.mjs
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, Refusal, isProgram, reasonOf } from './child.mjs'
import { findBrokenLinks } from './broken-links.mjs'

/** Thousands of bytes of the packed package. Raising it needs a decision page. */
const BUDGET = 2100
/** The files that it may contain. */
const ALLOWED =
  /^(?:bin\/gmonscope\.mjs|dist\/(?:cli|page)\/.+|docs\/(?:(?:formats|images)\/)?[\w.-]+|man\/gmonscope\.1|(?:CHANGELOG|CONTRIBUTING|README|SECURITY)\.md|LICENSE|package\.json)$/
const NEEDED = [
  'bin/gmonscope.mjs',
  'dist/cli/gmonscope.mjs',
  'dist/cli/licences.txt',
  'dist/page/index.html',
  'dist/page/licences.txt',
  'dist/page/gmonscope.html',
  'docs/formats/json.md',
  'man/gmonscope.1',
  'README.md',
  'LICENSE',
]
/** An import of something that is neither Node's nor a file of the package. */
const UNBUNDLED =
  /(?:(?:^|[;}])(?:import|export)\b(?:[^'"`;()]*\bfrom)? ?|\bimport\()["'`](?!node:|\.)([^"'`]+)["'`]/m
const PROGRAM = join(ROOT, 'public/sample/islands')
const PROFILE = join(ROOT, 'public/sample/gmon.out')

/**
 * What each command's output must match; binary output as Latin-1.
 *
 * @type {readonly (readonly [args: readonly string[], holds: RegExp, status?: number])[]}
 */
const COMMANDS = [
  [['--version'], /^gmonscope \d+\.\d+\.\d+\n$/],
  [['--help'], /gmonscope COMMAND \[OPTION\.\.\.\] EXECUTABLE \[GMON/],
  [['gprof', '-b', '-p', PROGRAM, PROFILE], /^Flat profile:\n/],
  [['html', PROGRAM, PROFILE], /"name":"islands\.gmonscope"/],
  [['save', PROGRAM, PROFILE], /^gmonscope/],
  [['json', PROGRAM, PROFILE], /"format": "gmonscope-profile"/],
  [['summary', PROGRAM, PROFILE], /evaluate takes 5\d\.\d% of the time/],
  [['csv', PROGRAM, PROFILE], /^% time,[\s\S]*raise_row/],
  [['dot', PROGRAM, PROFILE], /^digraph "islands" \{/],
  [['callgrind', PROGRAM, PROFILE], /^# callgrind format\n/],
  // Compressed, according to its second byte.
  [['pprof', PROGRAM, PROFILE], /^.\u008B/],
  [['speedscope', PROGRAM, PROFILE], /speedscope\.app\/file-format-schema/],
  [['collapsed', PROGRAM, PROFILE], /^main;/],
  [['cycles', '--json', PROGRAM, PROFILE], /gmonscope-cycles/],
  [['cuts', PROGRAM, PROFILE], /^-k /],
  [['static-arcs', PROGRAM, PROFILE], /^gmon/],
  [['check', '--max', 'noise=50%', PROGRAM, PROFILE], /^ok /],
  [['check', '--max', 'noise=5%', PROGRAM, PROFILE], /^EXCEEDED /, 1],
  [['jsno', PROGRAM, PROFILE], /^$/, 2],
]

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-pack-'))
  try {
    const tarball = pack(folder)
    const program = install(folder, tarball)
    for (const [args, holds, status = 0] of COMMANDS) {
      const ended = spawnSync(process.execPath, [program, ...args], {
        cwd: folder,
        encoding: 'latin1',
        maxBuffer: 1 << 26,
      })
      const said = `gmonscope ${args.join(' ')}: status ${ended.status}\n${ended.stderr}`
      if (ended.status !== status || !holds.test(ended.stdout)) throw new Refusal(said)
    }
    const listing = execFileSync('gprof', ['-b', PROGRAM, PROFILE])
    const ours = execFileSync(process.execPath, [program, 'gprof', '-b', PROGRAM, PROFILE])
    if (!listing.equals(ours)) throw new Refusal('gmonscope gprof prints something else than gprof')
    await view(program, folder)
    await closePipe(program)
    stopWhileWriting(program, folder)
    viewUntold(program)
    latinNames(program, folder)
    console.log(`Every command runs as installed, on Node ${process.version}.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Packs the package.
 *
 * @param {string} folder
 * @returns {string} the tarball's path
 */
function pack(folder) {
  // Built already: `prepack` would build again.
  const answer = npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT)
  const [packed] = JSON.parse(answer)
  /** @type {readonly string[]} */
  const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path)
  const foreign = files.filter((path) => !ALLOWED.test(path))
  if (foreign.length > 0) throw new Refusal(`In the package without reason: ${foreign.join(', ')}`)
  const missing = NEEDED.filter((path) => !files.includes(path))
  if (missing.length > 0) throw new Refusal(`Not in the package: ${missing.join(', ')}`)
  const documents = files.filter((path) => path.endsWith('.md'))
  const texts = new Map(documents.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
  const broken = findBrokenLinks(texts, files)
  if (broken.length > 0)
    throw new Refusal(`Links that lead nowhere once installed:\n  ${broken.join('\n  ')}`)
  const kilobytes = packed.size / 1000
  console.log(
    `${packed.filename}: ${files.length} files, ${kilobytes.toFixed(0)} kB packed (budget ${BUDGET}), ${(packed.unpackedSize / 1000).toFixed(0)} kB unpacked`,
  )
  if (kilobytes > BUDGET) throw new Refusal('The package is too large.')
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  if (Object.keys(manifest.dependencies ?? {}).length > 0)
    throw new Refusal('The package brings dependencies (docs/decisions/0003).')
  for (const path of files.filter((name) => name.startsWith('dist/cli/'))) {
    const [, unbundled] = UNBUNDLED.exec(readFileSync(join(ROOT, path), 'utf8')) ?? []
    // Some parts are loaded only for a few programs, none of which is tried here.
    if (unbundled) throw new Refusal(`${path} imports ${unbundled}, which is not there once installed.`)
  }
  return join(folder, packed.filename)
}

/**
 * Installs the package.
 *
 * @param {string} folder
 * @param {string} tarball
 * @returns {string} the installed command
 */
function install(folder, tarball) {
  const empty = join(folder, 'empty')
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{ "private": true }\n')
  npm(['install', '--offline', '--no-audit', '--no-fund', tarball], empty)
  return join(empty, 'node_modules/gmonscope/bin/gmonscope.mjs')
}

/**
 * @param {readonly string[]} args
 * @param {string} cwd
 */
function npm(args, cwd) {
  const ended = spawnSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
  if (ended.status !== 0) throw new Refusal(`npm ${args.join(' ')}: ${ended.stderr || ended.error?.message}`)
  return ended.stdout
}

/**
 * Checks that `gmonscope --no-open EXECUTABLE GMON` serves its page once and ends.
 *
 * @param {string} program
 * @param {string} cwd
 */
async function view(program, cwd) {
  const child = spawn(process.execPath, [program, '--no-open', PROGRAM, PROFILE], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const address = await new Promise((resolve) =>
    child.stdout.once('data', (text) => resolve(`${text}`.trim())),
  )
  const answer = await fetch(address)
  const page = await answer.text()
  if (!answer.ok || !page.includes('"name":"islands"')) throw new Refusal('The viewer’s page is not served.')
  if ((await ended) !== 0) throw new Refusal('The viewer’s command does not end well.')
}

/**
 * Checks Ctrl-C halfway through writing a file: the file is complete, and the command's status is
 * what a shell expects. The signal is sent with the first byte, by Node's own function.
 *
 * @param {string} program
 * @param {string} cwd
 */
function stopWhileWriting(program, cwd) {
  if (process.platform === 'win32') return
  const run = [program, 'json', PROGRAM, PROFILE]
  const whole = spawnSync(process.execPath, run, { cwd, encoding: 'latin1' }).stdout
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    const stop = `import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const { writeSync } = fs
      fs.writeSync = (file, ...rest) => {
        if (file > 2) process.kill(process.pid, '${signal}')
        return writeSync(file, ...rest)
      }
      syncBuiltinESMExports()`
    const args = ['--import', `data:text/javascript,${encodeURIComponent(stop)}`, ...run, '-o', signal]
    const ended = spawnSync(process.execPath, args, { cwd, encoding: 'latin1' })
    const written = existsSync(join(cwd, signal)) ? readFileSync(join(cwd, signal), 'latin1') : null
    if (ended.signal !== signal || ended.stderr !== '' || written !== whole)
      throw new Refusal(
        `Stopped while it wrote: by ${ended.signal}, ${written?.length} bytes, ${ended.stderr}`,
      )
  }
}

/**
 * Checks that the command ends if its address cannot be printed, because no browser will request
 * the page.
 *
 * @param {string} program
 */
function viewUntold(program) {
  if (!existsSync('/dev/full')) return
  const full = openSync('/dev/full', 'w')
  const args = [program, '--no-open', PROGRAM, PROFILE]
  const ended = spawnSync(process.execPath, args, { stdio: ['ignore', full, 'pipe'], timeout: 30_000 })
  closeSync(full)
  if (ended.status !== 1) throw new Refusal(`The viewer’s address on a full disk: status ${ended.status}`)
}

/**
 * Checks file names that are not UTF-8, which Linux allows and Node cannot represent.
 *
 * @param {string} program
 * @param {string} cwd
 */
function latinNames(program, cwd) {
  if (process.platform !== 'linux') return
  const script = `cp "$3" $'g\\xe9.out' && cp "$4" $'p\\xe9' && "$1" "$2" csv -o $'o\\xe9' $'p\\xe9' $'g\\xe9.out' &&
    "$1" "$2" csv "$4" "$3" | cmp - $'o\\xe9' && ! "$1" "$2" csv -o $'g\\xe9.out' "$4" $'g\\xe9.out' 2>/dev/null`
  const args = ['-c', script, 'bash', process.execPath, program, PROFILE, PROGRAM]
  const ended = spawnSync('bash', args, { cwd, encoding: 'latin1' })
  if (ended.status !== 0) throw new Refusal(`Names that are no UTF-8: ${ended.stdout}${ended.stderr}`)
}

/**
 * Checks that a reader that closes the pipe, such as `| head`, ends the command without a message.
 *
 * @param {string} program
 */
async function closePipe(program) {
  const child = spawn(process.execPath, [program, 'html', PROGRAM, PROFILE], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (text) => (complaints += text))
  child.stdout.once('data', () => child.stdout.destroy())
  const signal = await new Promise((resolve) => child.once('close', (_, by) => resolve(by)))
  if (signal !== 'SIGPIPE' || complaints !== '')
    throw new Refusal(`A closed pipe: ended by ${signal}, ${complaints}`)
  if (!existsSync('/dev/stdout')) return
  const named = '"$@" -o /dev/stdout | head -c 1; exit ${PIPESTATUS[0]}'
  const args = ['-c', named, 'bash', process.execPath, program, 'html', PROGRAM, PROFILE]
  const ended = spawnSync('bash', args, { encoding: 'latin1' })
  if (ended.status !== 141 || ended.stderr !== '')
    throw new Refusal(`A closed pipe, named: status ${ended.status}, ${ended.stderr}`)
}

if (isProgram(import.meta.url)) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}
