// `npm run bench`: this tool beside its peers on the same files in one run. Prints a table; --write puts it into
// docs/performance.md; --small only checks that all print the same bytes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyse } from './analysis.ts'
import { FULL, SMALL, writeCase, type BenchCase, type CaseFiles } from './cases.ts'
import { compileFloor } from './floor.ts'
import { costOf, medianOf, type Cost } from './measure.ts'
import { keepOwnSections, performancePage, type Measurement } from './page.ts'

const { values: options, positionals } = parseArgs({
  options: {
    small: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    // What a run of this program beside itself measures: EXECUTABLE PROFILE.
    analysis: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

interface Peer {
  readonly name: string
  readonly command: string
  readonly args: (files: CaseFiles) => readonly string[]
  readonly runs: (spec: BenchCase, wanted: number) => number
  /** Whether its output must equal ours. */
  readonly same: boolean
  /** Its output is the processor time it took, by its own clock. */
  readonly tellsTime?: boolean
}

const all = (_: BenchCase, wanted: number): number => wanted
const PEERS: readonly Peer[] = [
  {
    name: 'gmonscope',
    command: process.execPath,
    args: ({ executable, profile }) => ['bin/gmonscope.mjs', 'gprof', '-b', '-p', '-q', executable, profile],
    runs: all,
    same: true,
  },
  {
    name: 'gprof -S',
    command: 'gprof',
    args: ({ executable, profile, symbolList }) => ['-b', '-p', '-q', '-S', symbolList, executable, profile],
    runs: ({ gprofWithList }, wanted) => (gprofWithList ? wanted : 0),
    same: true,
  },
  {
    name: 'gprof',
    command: 'gprof',
    args: ({ executable, profile }) => ['-b', '-p', '-q', executable, profile],
    runs: ({ plainGprof }, wanted) => (plainGprof === 'median' ? wanted : plainGprof === 'once' ? 1 : 0),
    same: true,
  },
  { name: 'nm -C', command: 'nm', args: ({ executable }) => ['-C', executable], runs: all, same: false },
  {
    name: 'reading the bytes',
    command: 'cat',
    args: ({ executable, profile }) => [executable, profile],
    runs: all,
    same: false,
  },
  {
    name: 'analysis',
    command: process.execPath,
    args: ({ executable, profile }) => [process.argv[1] ?? '', '--analysis', executable, profile],
    runs: all,
    same: false,
    tellsTime: true,
  },
]
const FLOOR: Omit<Peer, 'command'> = {
  name: 'floor',
  args: ({ executable, profile }) => [executable, profile],
  runs: all,
  same: false,
}

if (options.analysis) {
  const [executable = '', profile = ''] = positionals
  console.log(await analyse(executable, profile))
} else await bench()

async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'gmonscope-bench-'))
  const peers = [...PEERS, { ...FLOOR, command: compileFloor(folder) }]
  try {
    const wanted = options.small ? 1 : Number(options.runs)
    const measurements: Measurement[] = []
    for (const [at, spec] of (options.small ? SMALL : FULL).entries()) {
      measurements.push({ spec, costs: await measureCase(spec, at, wanted, peers, folder) })
    }
    const page = performancePage(measurements, machine())
    console.log(page)
    if (options.write) {
      const path = 'docs/performance.md'
      writeFileSync(path, keepOwnSections(page, readFileSync(path, 'utf8')))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Peers take turns, so that a busy moment of the machine meets them all. */
async function measureCase(
  spec: BenchCase,
  at: number,
  wanted: number,
  peers: readonly Peer[],
  folder: string,
): Promise<Map<string, Cost>> {
  const files = writeCase(spec, folder, at)
  const runs = new Map<string, Cost[]>(peers.map(({ name }) => [name, []]))
  for (let turn = 0; turn < wanted; turn++) {
    for (const peer of peers) {
      if (turn >= peer.runs(spec, wanted)) continue
      const output = join(folder, `${peer.name}.out`)
      const cost = await costOf(peer.command, peer.args(files), output)
      const cpu = peer.tellsTime ? Number(readFileSync(output, 'utf8')) : cost.cpu
      runs.get(peer.name)?.push({ ...cost, cpu })
      if (peer.same && !sameBytes(output, join(folder, 'gmonscope.out'))) {
        throw new Error(`${peer.name} prints something else than gmonscope for: ${spec.title}`)
      }
    }
  }
  return new Map(
    [...runs].filter(([, costs]) => costs.length > 0).map(([name, costs]) => [name, medianOf(costs)]),
  )
}

function sameBytes(left: string, right: string): boolean {
  return readFileSync(left).equals(readFileSync(right))
}

function machine(): string {
  const [first] = cpus()
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} threads, Node ${process.versions.node}`
}
