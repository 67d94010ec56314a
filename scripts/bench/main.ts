// `npm run bench`: this tool beside its peers on the same files in one run. Prints a table; --write
// puts it into docs/performance.md; --small only checks that all print the same bytes. `program
// EXECUTABLE PROFILE` measures a profile of the user's instead, described by --title. --node PATH
// (repeatable) runs this tool with another Node as well.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { readArguments } from '../arguments.mjs'
import { analyse } from './analysis.ts'
import { FULL, realProgram, SMALL, writeCase } from './cases.ts'
import { compileFloor } from './floor.ts'
import {
  keepOwnSections,
  performancePage,
  programSection,
  withProgramSection,
  type Measurement,
} from './page.ts'
import { FLOOR, otherNode, PEERS, takeTurns } from './peers.ts'

const USAGE = `Usage: npm run bench -- [--write] [--small] [--runs N] [--node PATH]...
       npm run bench -- program EXECUTABLE PROFILE [--title TEXT] [--runs N] [--write]
       npm run bench:page | bench:cut | bench:files [-- --write]`

const { values: options, positionals } = readArguments(USAGE, {
  options: {
    small: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    title: { type: 'string' },
    node: { type: 'string', multiple: true, default: [] },
    // Used internally: runs the analysis alone on EXECUTABLE PROFILE, or the bounds after it.
    analysis: { type: 'boolean', default: false },
    bounds: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const PAGE = 'docs/performance.md'

if (options.analysis || options.bounds) {
  const [executable = '', profile = ''] = positionals
  console.log(await analyse(executable, profile, options.bounds))
} else if (positionals[0] === 'program') await inFolder(benchProgram)
else await inFolder(benchCases)

async function benchCases(folder: string): Promise<void> {
  const others = options.node.map(otherNode)
  const peers = [
    ...PEERS,
    { ...FLOOR, command: compileFloor(folder) },
    ...others.flatMap((other) => other.peers),
  ]
  const wanted = options.small ? 1 : Number(options.runs)
  const measurements: Measurement[] = []
  for (const [at, spec] of (options.small ? SMALL : FULL).entries()) {
    const costs = await takeTurns(spec, writeCase(spec, folder, at), wanted, peers, folder)
    measurements.push({ spec, costs })
  }
  const page = performancePage(measurements, machine(), others)
  console.log(page)
  if (options.write) writeFileSync(PAGE, keepOwnSections(page, readFileSync(PAGE, 'utf8')))
}

async function benchProgram(folder: string): Promise<void> {
  const [, executable, profile] = positionals
  if (!executable || !profile) throw new Error('bench program EXECUTABLE PROFILE [--title TEXT] [--write]')
  const title = options.title ?? basename(executable)
  const measured = { title, plainGprof: 'once', gprofWithList: true, aliases: true } as const
  const files = realProgram(executable, profile, folder)
  const costs = await takeTurns(measured, files, Number(options.runs), PEERS, folder)
  const section = programSection({ spec: measured, costs }, machine())
  console.log(section)
  if (options.write) writeFileSync(PAGE, withProgramSection(readFileSync(PAGE, 'utf8'), section))
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-bench-'))
  try {
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function machine(): string {
  const [first] = cpus()
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} threads, Node ${process.versions.node}`
}
