// Runs a program to its end and measures processor time, wall time and peak memory.
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { childrenOf, watchMemory, type Held } from './memory.ts'

/** The cost of a run. */
export interface Cost {
  /** Seconds of processor time, user and system. */
  readonly cpu: number
  readonly wall: number
  /** The peak. */
  readonly memory: Held
}

/**
 * Plain Node settings: extra certificates are read and checked at each start, which may take longer
 * than the rest of it.
 */
const PLAIN_NODE = { NODE_EXTRA_CA_CERTS: undefined, NODE_OPTIONS: undefined }

/**
 * Runs a program and returns its cost.
 *
 * @param output file that gets its standard output
 * @throws if the program cannot be started or fails
 */
export async function costOf(command: string, args: readonly string[], output: string): Promise<Cost> {
  const descriptor = openSync(output, 'w')
  const started = process.hrtime.bigint()
  // The shell's `time` reports the processor time of its child; Node cannot query it.
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bench', command, ...args], {
    stdio: ['ignore', descriptor, 'pipe'],
    env: { ...process.env, ...PLAIN_NODE },
  })
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
  let seen: readonly number[] = []
  // The shell's only child.
  const watch = watchMemory(() => (seen.length > 0 ? seen : (seen = childrenOf(child.pid ?? 0))))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  watch.end()
  closeSync(descriptor)
  const wall = Number(process.hrtime.bigint() - started) / 1e9
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(complaint)
  if (code !== 0 || !times) throw new Error(`${command} ${args.join(' ')} failed: ${complaint}`)
  return { cpu: Number(times[1]) + Number(times[2]), wall, memory: watch.most(seen[0] ?? 0) }
}

/** Returns the medians of the times, and the peak of the memory. */
export function medianOf(costs: readonly Cost[]): Cost {
  const middle = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const most = (key: keyof Held): number => Math.max(...costs.map(({ memory }) => memory[key]))
  return {
    cpu: middle(costs.map(({ cpu }) => cpu)),
    wall: middle(costs.map(({ wall }) => wall)),
    memory: { resident: most('resident'), own: most('own') },
  }
}

/** Returns the slope of the regression line in a log-log plot: how cost grows with size. */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const rise = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const run = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return rise / run
}
