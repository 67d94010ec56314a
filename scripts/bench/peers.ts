// The programs that are measured beside each other, and the turns they take.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseFiles, Measured } from './cases.ts'
import { costOf, medianOf, type Cost } from './measure.ts'

/** A measured program. */
export interface Peer {
  readonly name: string
  readonly command: string
  /** @param listing what gmonscope has printed, which is what gprof prints */
  readonly args: (files: CaseFiles, listing: string) => readonly string[]
  readonly runs: (measured: Measured, wanted: number) => number
  /** Whether its output must equal ours. */
  readonly same: (measured: Measured) => boolean
  /** Whether its output is its processor time, by its own clock. */
  readonly tellsTime?: boolean
}

const all = (_: Measured, wanted: number): number => wanted
const always = (): boolean => true
const never = (): boolean => false

/**
 * Returns our own program, our analysis alone and the bounds after it, run by this Node.
 *
 * @param suffix appended to their names
 */
function ourselves(node: string, suffix = ''): readonly [program: Peer, analysis: Peer, bounds: Peer] {
  const program: Peer = {
    name: `gmonscope${suffix}`,
    command: node,
    args: ({ executable, profile }) => ['bin/gmonscope.mjs', 'gprof', '-b', '-p', '-q', executable, profile],
    runs: all,
    same: always,
  }
  const analysis: Peer = {
    name: `analysis${suffix}`,
    command: node,
    args: ({ executable, profile }) => [process.argv[1] ?? '', '--analysis', executable, profile],
    runs: all,
    same: never,
    tellsTime: true,
  }
  const bounds: Peer = {
    ...analysis,
    name: `bounds${suffix}`,
    args: ({ executable, profile }) => [process.argv[1] ?? '', '--bounds', executable, profile],
  }
  return [program, analysis, bounds]
}

const [OWN_PROGRAM, OWN_ANALYSIS, OWN_BOUNDS] = ourselves(process.execPath)

/** Another Node's version, and the suffix of its programs' names. */
export interface OtherNode {
  readonly version: string
  readonly suffix: string
  readonly peers: readonly Peer[]
}

/**
 * Returns the programs to run with the Node at this path.
 *
 * @param path of a Node other than the one that measures
 */
export function otherNode(path: string): OtherNode {
  const version = execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
  const suffix = `, Node ${version}`
  return { version, suffix, peers: ourselves(path, suffix) }
}

/** The measured programs. */
export const PEERS: readonly Peer[] = [
  OWN_PROGRAM,
  {
    name: 'gprof -S',
    command: 'gprof',
    args: ({ executable, profile, symbolList }) => ['-b', '-p', '-q', '-S', symbolList, executable, profile],
    runs: ({ gprofWithList }, wanted) => (gprofWithList ? wanted : 0),
    same: ({ aliases }) => !aliases,
  },
  {
    name: 'gprof',
    command: 'gprof',
    args: ({ executable, profile }) => ['-b', '-p', '-q', executable, profile],
    runs: ({ plainGprof }, wanted) => (plainGprof === 'median' ? wanted : plainGprof === 'once' ? 1 : 0),
    same: always,
  },
  {
    // Reads gprof's output, whose own time is not included.
    name: 'gprof2dot',
    command: 'gprof2dot',
    args: (_, listing) => ['--format=prof', listing],
    runs: () => (isInstalled('gprof2dot') ? 1 : 0),
    same: never,
  },
  { name: 'nm -C', command: 'nm', args: ({ executable }) => ['-C', executable], runs: all, same: never },
  {
    name: 'reading the bytes',
    command: 'cat',
    args: ({ executable, profile }) => [executable, profile],
    runs: all,
    same: never,
  },
  OWN_ANALYSIS,
  OWN_BOUNDS,
]
/** The analysis in C, see floor.c. */
export const FLOOR: Omit<Peer, 'command'> = {
  name: 'floor',
  args: ({ executable, profile }) => [executable, profile],
  runs: all,
  same: never,
}

/** Runs the peers in turns, so that a busy moment of the machine affects them all. */
export async function takeTurns(
  measured: Measured,
  files: CaseFiles,
  wanted: number,
  peers: readonly Peer[],
  folder: string,
): Promise<Map<string, Cost>> {
  const runs = new Map<string, Cost[]>(peers.map(({ name }) => [name, []]))
  const listing = join(folder, 'gmonscope.out')
  for (let turn = 0; turn < wanted; turn++) {
    for (const peer of peers) {
      if (turn >= peer.runs(measured, wanted)) continue
      const output = join(folder, `${peer.name}.out`)
      const cost = await costOf(peer.command, peer.args(files, listing), output)
      const cpu = peer.tellsTime ? Number(readFileSync(output, 'utf8')) : cost.cpu
      runs.get(peer.name)?.push({ ...cost, cpu })
      if (peer.same(measured) && !sameBytes(output, listing)) {
        throw new Error(`${peer.name} prints something else than gmonscope for: ${measured.title}`)
      }
    }
  }
  return new Map(
    [...runs].filter(([, costs]) => costs.length > 0).map(([name, costs]) => [name, medianOf(costs)]),
  )
}

function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function sameBytes(left: string, right: string): boolean {
  return readFileSync(left).equals(readFileSync(right))
}
