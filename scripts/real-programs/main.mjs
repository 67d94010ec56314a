// `npm run real-programs`: compiles programs of Debian with -pg in a temporary folder, runs them,
// and compares our output with that of the machine's gprof, option by option. Their sources and
// binaries stay in that folder.
//
// npm run real-programs -- [--only NAME,NAME] [--keep FOLDER] [--write]
//
// --write puts the outcome into docs/real-programs.md.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readArguments } from '../arguments.mjs'
import { accusationsOf, COMPARISONS } from './comparisons.mjs'
import { fetchSource, prepareSources } from './debian-sources.mjs'
import { PROGRAMS } from './programs.mjs'

const { values: options } = readArguments(
  'Usage: npm run real-programs -- [--only NAME,...] [--keep FOLDER] [--write]',
  {
    options: {
      only: { type: 'string' },
      keep: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  },
)
const folder = options.keep ? resolve(options.keep) : mkdtempSync(join(tmpdir(), 'gmonscope-real-'))
mkdirSync(folder, { recursive: true })
const work = join(folder, 'work.txt')
if (!existsSync(work)) writeFileSync(work, textToChewOn())

/** @typedef {{ name: string, kind: string, language: string, outcome: string, functions: number, different: readonly string[], gaveUp: readonly string[] }} Row */
/** @type {Row[]} */
const rows = []
try {
  prepareSources(folder)
  const only = options.only?.split(',')
  for (const program of PROGRAMS.filter(({ name }) => !only || only.includes(name))) {
    const row = tryProgram(program)
    rows.push(row)
    console.log(`${row.name.padEnd(16)} ${inWords(row)}`)
  }
} finally {
  if (!options.keep) rmSync(folder, { recursive: true, force: true })
}
const identical = rows.filter(({ outcome }) => outcome === 'identical').length
console.log(`${identical} of ${rows.length} programs: every option identical`)
if (options.write) writeFileSync('docs/real-programs.md', page(rows))
process.exitCode = rows.every(({ outcome }) => outcome === 'identical') ? 0 : 1

/**
 * @param {import('./programs.mjs').Program} program
 * @returns {Row}
 */
function tryProgram(program) {
  const { name, kind, language } = program
  const place = join(folder, name)
  mkdirSync(place, { recursive: true })
  /** @type {(outcome: string, functions?: number, different?: readonly string[], gaveUp?: readonly string[]) => Row} */
  const row = (outcome, functions = 0, different = [], gaveUp = []) => ({
    name,
    kind,
    language,
    outcome,
    functions,
    different,
    gaveUp,
  })
  const source = join(place, 'source')
  const runs = join(place, 'run')
  if (!existsSync(join(runs, 'gmon.out'))) {
    const complaint = fetchSource(program, folder, source)
    if (complaint) return row(`not fetched (${complaint})`)
    if (!shell(program.build, source, {}, join(place, 'build.log'))) return row('not built')
    rmSync(runs, { recursive: true, force: true })
    mkdirSync(runs)
    shell(program.run, runs, { PROG: join(source, 'prog'), SRC: source, WORK: work }, join(place, 'run.log'))
    if (!existsSync(join(runs, 'gmon.out'))) return row('left no gmon.out')
  }
  const outcomes = COMPARISONS.map(({ title, compare }) => ({
    title,
    outcome: compare(join(source, 'prog'), runs),
  }))
  const different = outcomes.filter(({ outcome }) => outcome === 'different').map(({ title }) => title)
  for (const accusation of accusationsOf(join(source, 'prog'), runs)) different.push(accusation.code)
  const gaveUp = outcomes.filter(({ outcome }) => outcome === 'none').map(({ title }) => title)
  const listing = spawnSync('gprof', ['-b', '-p', join(source, 'prog'), join(runs, 'gmon.out')], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  })
  const functions = listing.stdout.split('\n').length - 6
  return row(different.length === 0 ? 'identical' : 'different', functions, different, gaveUp)
}

/**
 * @param {string} text
 * @param {string} cwd
 * @param {Readonly<Record<string, string>>} env
 * @param {string} log
 */
function shell(text, cwd, env, log) {
  // Unpacked files are dated today in any order; generated files of a release must not be rebuilt.
  const make = ['ACLOCAL', 'AUTOCONF', 'AUTOMAKE', 'AUTOHEADER', 'MAKEINFO', 'HELP2MAN'].map(
    (tool) => `${tool}=:`,
  )
  const compilers = {
    MAKE: `make ${make.join(' ')}`,
    C: 'gcc -pg -O2 -g -w',
    CXX: 'g++ -pg -O2 -g -w',
    F: 'gfortran -pg -O2 -g',
    D: 'gdc -pg -O2 -g',
    ADA: '-pg -O2 -g',
  }
  const done = spawnSync('bash', ['-c', text], {
    cwd,
    env: { ...process.env, ...compilers, ...env },
    encoding: 'utf8',
    timeout: 900_000,
    maxBuffer: 1 << 28,
  })
  writeFileSync(log, `${done.stdout}\n${done.stderr}`)
  return done.status === 0
}

/** Returns a few megabytes of words, the same on every machine. */
function textToChewOn() {
  let state = 12345
  const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 2 ** 32
  const words = Array.from({ length: 3000 }, () =>
    Array.from(
      { length: 2 + Math.floor(random() * 8) },
      () => 'etaoinshrdlucmfw'[Math.floor(random() ** 2 * 16)],
    ).join(''),
  )
  let text = ''
  while (text.length < 6_000_000) {
    text += words[Math.floor(random() ** 3 * words.length)] + (random() < 0.1 ? '\n' : ' ')
  }
  return text
}

/** @param {Row} row */
function inWords({ outcome, different, gaveUp }) {
  const where = different.length > 0 ? ` in ${different.map((line) => `\`${line}\``).join(', ')}` : ''
  const without =
    gaveUp.length > 0 ? `; no answer of gprof to ${gaveUp.map((line) => `\`${line}\``).join(', ')}` : ''
  return `${outcome}${where}${without}`
}

/** @param {readonly Row[]} all */
function page(all) {
  const version = spawnSync('gprof', ['--version'], { encoding: 'utf8' }).stdout.split('\n')[0]
  const lines = [
    '# Real programs',
    '',
    `Written by \`npm run real-programs -- --write\` beside ${version}. Each program comes from Debian's source package, is`,
    `compiled with \`-pg -g\` and run; then our output is compared with gprof's, byte by byte, for: ${COMPARISONS.map(({ title }) => `\`${title}\``).join(', ')}.`,
    'No program may be accused of not having written its profile (`wrong-executable`, `outside-program`).',
    'Where gprof gives up (it goes by lines, and its two passes over them disagree) there is nothing to compare with.',
    '',
    '| program | what | language | rows of `-p` | outcome |',
    '| --- | --- | --- | --: | --- |',
    ...all.map(
      (row) => `| ${row.name} | ${row.kind} | ${row.language} | ${row.functions} | ${inWords(row)} |`,
    ),
    '',
  ]
  return lines.join('\n')
}
