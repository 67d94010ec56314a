// What package.json's commands do. Depends on nothing that is not in Node, since it is what installs the rest.
//
//   start [--no-open]      install, build, serve the page, open it where there is a display
//   test [STAGE]... [-- …] install and check what a change needs, or the stages named; a single one takes further arguments
//   test:full | test:rest  all stages; those that `test` leaves out
//   check | e2e            the stages of `test` but the browser tests; all browser tests
//   bench [--write]        this tool beside its peers, in one run (scripts/bench); --node PATH: by another Node as well
//   bench program E P      the same with an executable and a profile of one's own
//   bench page [--write]   the built page beside gprof, speedscope and KCachegrind, in one run
//   bench cut [--write]    from the key that cuts an arc to changed numbers in the built page
//   bench files [--write]  an executable of 2 GiB, and a thousand profiles of one program
//   bench sizes            4 GiB, 10,000 runs, 5,000,000 symbols and other limits: time and memory
//   fuzz                   every reader on inputs that the fuzzer learns to make: --seconds N --seed S --reader TEXT
//   faults                 deliberate faults, one at a time: do the tests notice? --only TEXT
//   fuzz:gprof             this tool beside gprof over made-up files and options: --cases N --seed S
//   census [journeys]      counts how far each file has one subject; or lists the files that a drop, a cut and gprof -b -q run
//   census texts           prints all texts of the page
//   census graph P GMON    what the graph of a profile shows, and the crossings of its layouts
//   build | dev            the page and the command line into dist/; the page, rebuilt as its sources change
import { FUZZ, buildAll, buildFuzz, buildPageIfStale, buildProgram, runProgram } from './build.mjs'
import { ROOT, Refusal, runNode } from './child.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { hasDisplay, openInBrowser } from './open.mjs'
import { addressOf, createPageServer, listen, parsePort } from './serve.mjs'
import { runStages } from './stage-runner.mjs'
import { STAGES } from './stages.mjs'

/** @type {Readonly<Record<string, (args: readonly string[]) => Promise<number>>>} */
const COMMANDS = {
  start,
  test,
  'test:full': testFull,
  'test:rest': testRest,
  check,
  e2e,
  bench,
  fuzz,
  faults,
  'fuzz:gprof': fuzzGprof,
  census,
  build,
  dev,
}

/**
 * Benchmarks with a name of their own: how to build what each measures, and its program.
 *
 * @type {ReadonlyMap<string | undefined, readonly [() => Promise<number>, import('./build.mjs').Program]>}
 */
const BENCHES = new Map([
  ['page', [buildAll, 'bench-page']],
  ['cut', [buildPageIfStale, 'bench-cut']],
  ['files', [buildPageIfStale, 'bench-files']],
  ['sizes', [buildAll, 'bench-sizes']],
])

// npm removes the -- that ends its own options; without npm it is still there, and would reach the
// stage's program.
const [name = '', ...args] = process.argv.slice(2).filter((arg) => arg !== '--')
const command = COMMANDS[name]
try {
  if (command === undefined)
    throw new Refusal(`Usage: node scripts/run.mjs ${Object.keys(COMMANDS).join('|')}`)
  process.exitCode = await command(args)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** @param {readonly string[]} given */
async function start(given) {
  const wanted = parsePort(process.env['PORT'])
  await ensureDependencies()
  if ((await buildPageIfStale()) !== 0) return 1
  const server = createPageServer(`${ROOT}dist/page`)
  const port = await listen(server, wanted)
  if (port !== wanted && wanted !== 0) console.log(`Port ${wanted} is taken; using ${port} instead.`)
  console.log(`\n  gmonscope is at  ${addressOf(port)}\n\n  Ctrl-C ends it.`)
  if (hasDisplay() && !given.includes('--no-open')) openInBrowser(addressOf(port))
  await new Promise((end) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end)
    // npm runs us through a shell that does not forward a `kill`: ending npm should end the server.
    const parent = process.ppid
    if (process.env['npm_lifecycle_event'] !== undefined) {
      setInterval(() => process.ppid !== parent && end(undefined), 500).unref()
    }
  })
  server.close()
  server.closeAllConnections()
  return 0
}

/** @param {readonly string[]} given */
async function test(given) {
  const known = given.filter((arg) => STAGES.some((stage) => stage.name === arg))
  const further = given.filter((arg) => !known.includes(arg))
  if (known.length !== 1 && further.length > 0) {
    const names = STAGES.map((stage) => stage.name).join(', ')
    throw new Refusal(`Not a stage: ${further.join(' ')}. Stages are ${names}.`)
  }
  return runStages(known.length === 0 ? namesOf((stage) => !stage.rest) : known, further)
}

function testFull() {
  return runStages(
    namesOf(() => true),
    [],
  )
}

function testRest() {
  return runStages(
    namesOf((stage) => stage.rest === true),
    [],
  )
}

function check() {
  return runStages(
    namesOf((stage) => !stage.rest && stage.name !== 'e2e'),
    [],
  )
}

/** @param {(stage: import('./stages.mjs').Stage) => boolean} isWanted */
function namesOf(isWanted) {
  return STAGES.filter(isWanted).map((stage) => stage.name)
}

/** @param {readonly string[]} given */
function e2e(given) {
  return runStages(given.length > 0 ? ['e2e'] : ['e2e', 'e2e-rest', 'e2e-large'], given)
}

/** @param {readonly string[]} given */
async function bench(given) {
  await ensureDependencies()
  const named = BENCHES.get(given[0])
  const [buildMeasured, program] = named ?? [buildAll, 'bench']
  const isHelp = given.includes('--help')
  const code = (isHelp ? 0 : await buildMeasured()) || (await buildProgram(program))
  return code === 0 ? runProgram(program, named ? given.slice(1) : given) : code
}

/** @param {readonly string[]} given */
async function fuzz(given) {
  await ensureDependencies()
  return (await buildFuzz()) || runNode(FUZZ, given)
}

/** @param {readonly string[]} given */
async function faults(given) {
  await ensureDependencies()
  return runNode('scripts/deliberate-faults/main.mjs', given)
}

/** @param {readonly string[]} given */
async function fuzzGprof(given) {
  await ensureDependencies()
  return (await buildProgram('fuzz')) || runProgram('fuzz', given)
}

/** @param {readonly string[]} given */
async function census(given) {
  await ensureDependencies()
  return (await buildProgram('census')) || runProgram('census', given)
}

async function build() {
  await ensureDependencies()
  return buildAll()
}

/** @param {readonly string[]} given */
async function dev(given) {
  await ensureDependencies()
  const port = String(parsePort(process.env['PORT']))
  return runNode('node_modules/vite/bin/vite.js', ['--host', '127.0.0.1', '--port', port, ...given])
}
