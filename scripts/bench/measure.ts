// Runs a program to its end and tells what it cost: processor time, wall time and the most memory it held.
import { spawn } from 'node:child_process'
import { openSync, closeSync, readFileSync } from 'node:fs'

export interface Cost {
  /** Seconds of processor time, user and system. */
  readonly cpu: number
  readonly wall: number
  /** Most resident memory seen, MB; 0 where the system does not tell. */
  readonly memory: number
}

const POLL_MS = 15

/**
 * @param output file that takes standard output
 * Errors: throws when the program cannot be started or fails.
 */
export async function costOf(command: string, args: readonly string[], output: string): Promise<Cost> {
  const descriptor = openSync(output, 'w')
  const started = process.hrtime.bigint()
  // The shell's own clock tells the processor time of what it ran; Node has no way to ask for a child's.
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bench', command, ...args], {
    stdio: ['ignore', descriptor, 'pipe'],
  })
  let complaint = ''
  child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()))
  let memory = 0
  const poll = setInterval(() => (memory = Math.max(memory, residentOf(child.pid ?? 0))), POLL_MS)
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearInterval(poll)
  closeSync(descriptor)
  const wall = Number(process.hrtime.bigint() - started) / 1e9
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(complaint)
  if (code !== 0 || !times) throw new Error(`${command} ${args.join(' ')} failed: ${complaint}`)
  return { cpu: Number(times[1]) + Number(times[2]), wall, memory }
}

/** Most memory that the child of this shell has held so far, MB. */
function residentOf(shell: number): number {
  try {
    const children = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(/\s+/)
    const peaks = children.map((pid) => {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000
    })
    return Math.max(0, ...peaks)
  } catch {
    return 0
  }
}

export function medianOf(costs: readonly Cost[]): Cost {
  const middle = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return {
    cpu: middle(costs.map(({ cpu }) => cpu)),
    wall: middle(costs.map(({ wall }) => wall)),
    memory: Math.max(...costs.map(({ memory }) => memory)),
  }
}

/** Slope of the line through the points on doubly logarithmic paper: how cost grows with size. */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const rise = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const run = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return rise / run
}
