// The machine's own gprof, and the comparison of what it prints with what we print. A tool that is missing is an error:
// a comparison that did not take place must not look like one that went well.
import { execFile } from 'node:child_process'

export interface Outcome {
  readonly status: number
  /** A binary string. */
  readonly stdout: string
  /** A binary string. */
  readonly stderr: string
}

export interface RunOptions {
  readonly folder?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a program to its end, whatever its exit status; in the C locale. */
export function runTool(tool: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      tool,
      args,
      {
        cwd: options.folder,
        env: { ...process.env, GPROF_PATH: '', LC_ALL: 'C', ...options.environment },
        encoding: 'latin1',
        maxBuffer: 2 ** 28,
      },
      (error, stdout, stderr) => {
        if (error !== null && typeof error.code === 'string') {
          reject(new Error(error.code === 'ENOENT' ? missing(tool) : `${tool}: ${error.message}`))
        } else if (error !== null && child.signalCode !== null) {
          reject(new Error(`${tool} ${args.join(' ')}: killed by ${child.signalCode}\n${stderr}`))
        } else {
          resolve({ status: child.exitCode ?? 1, stdout, stderr })
        }
      },
    )
  })
}

function missing(tool: string): string {
  return `${tool} is not installed; these tests compare with it and never skip. Packages: scripts/apt-packages.txt`
}

/** Rejects with a clear message if one of the tools is not there. */
export async function requireTools(tools: readonly string[]): Promise<void> {
  await Promise.all(tools.map((tool) => runTool(tool, ['--version'])))
}

export const runGprof = (args: readonly string[], options?: RunOptions): Promise<Outcome> =>
  runTool('gprof', args, options)

/** Null if both are the same bytes; else the lines that differ, ours marked `+`, with a little of what surrounds them. */
export function differenceOf(theirs: Outcome, ours: Outcome): string | null {
  const parts: string[] = []
  const listing = listingDifference(theirs, ours)
  if (listing !== null) parts.push(listing)
  const complaints = withoutName(ours.stderr)
  if (theirs.stderr !== complaints) parts.push(lineDifference(theirs.stderr, complaints))
  return parts.length === 0 ? null : parts.join('\n')
}

/** The same, of exit status and standard output alone. */
export function listingDifference(theirs: Outcome, ours: Outcome): string | null {
  const parts: string[] = []
  if (theirs.status !== ours.status) {
    parts.push(`exit status: gprof ${theirs.status}, ours ${ours.status}\n${theirs.stderr}${ours.stderr}`)
  }
  if (theirs.stdout !== ours.stdout) parts.push(lineDifference(theirs.stdout, ours.stdout))
  return parts.length === 0 ? null : parts.join('\n')
}

/** Messages begin with the name of the program; ours is another. */
const withoutName = (stderr: string): string => stderr.replace(/^gmonscope( gprof)?: /gm, 'gprof: ')

const CONTEXT = 3
const MOST_LINES = 24

export function lineDifference(theirs: string, ours: string): string {
  const left = theirs.split('\n')
  const right = ours.split('\n')
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start++
  let tail = 0
  while (
    tail < left.length - start &&
    tail < right.length - start &&
    left[left.length - 1 - tail] === right[right.length - 1 - tail]
  ) {
    tail++
  }
  const leftMiddle = left.slice(start, left.length - tail)
  const rightMiddle = right.slice(start, right.length - tail)
  return [
    `--- gprof\n+++ ours\n@@ line ${start + 1} @@`,
    ...show(' ', left.slice(Math.max(0, start - CONTEXT), start)),
    ...(leftMiddle.length === rightMiddle.length
      ? pairs(leftMiddle, rightMiddle)
      : [...show('-', leftMiddle), ...show('+', rightMiddle)]),
    ...show(' ', left.slice(left.length - tail, left.length - tail + CONTEXT)),
  ].join('\n')
}

/** Of as many lines on both sides, those that differ. */
function pairs(theirs: readonly string[], ours: readonly string[]): string[] {
  const lines: string[] = []
  theirs.forEach((line, at) => {
    const other = ours[at] ?? ''
    if (line !== other && lines.length < MOST_LINES) lines.push(...show('-', [line]), ...show('+', [other]))
  })
  return lines
}

const show = (mark: string, lines: readonly string[]): string[] => [
  ...lines.slice(0, MOST_LINES).map((line) => mark + JSON.stringify(line).slice(1, -1)),
  ...(lines.length > MOST_LINES ? [`${mark}… ${lines.length - MOST_LINES} more`] : []),
]

/** Calls `work` on every item, a few at a time. */
export async function inParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
