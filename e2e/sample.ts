// The sample's files, and the output of the machine's gprof for them.
import { runGprof } from '../workers/testing/gprof/live-gprof.ts'
import { PROFILE, PROGRAM } from '../workers/testing/sample-files.ts'

export { PROFILE, PROGRAM }

/**
 * A row of gprof's flat profile: % time, cumulative, self, calls, self/call, total/call, name; ""
 * for blanks.
 */
export type FlatRow = readonly string[]

/** Returns gprof's flat profile of the sample's program. */
export const gprofFlat = (...profiles: readonly string[]) => gprofFlatWith([], ...profiles)

/** Returns gprof's flat profile of the sample's program, under these options. */
export async function gprofFlatWith(
  options: readonly string[],
  ...profiles: readonly string[]
): Promise<readonly FlatRow[]> {
  const { stdout } = await runGprof(['-b', '-p', ...options, PROGRAM, ...profiles])
  const lines = stdout.split('\n')
  const heading = lines.findIndex((line) => line.includes('cumulative'))
  return lines.slice(heading + 2).flatMap((line) => {
    const match = /^\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)(?:\s+(\d+)\s+([\d.]+)\s+([\d.]+))?\s+(\S.*)$/.exec(line)
    return match ? [match.slice(1, 8).map((cell) => cell ?? '')] : []
  })
}

/** An entry of gprof's call graph. */
export interface GprofEntry {
  /** For example "[3] name". */
  readonly title: string
  readonly name: string
  /** Lines without gprof's padding: "0.15 0.09 180003/3301827 fold_constants [14]". */
  readonly parents: readonly string[]
  readonly primary: string
  readonly children: readonly string[]
}

/** Returns gprof's call graph of the sample's program. */
export const gprofGraph = (...profiles: readonly string[]) => gprofGraphWith([], ...profiles)

/** Returns gprof's call graph of the sample's program, under these options. */
export async function gprofGraphWith(
  options: readonly string[],
  ...profiles: readonly string[]
): Promise<readonly GprofEntry[]> {
  const { stdout } = await runGprof(['-b', '-q', ...options, PROGRAM, ...profiles])
  const body = stdout.slice(stdout.indexOf('\n', stdout.indexOf('index % time')) + 1)
  const entries: GprofEntry[] = []
  for (const block of body.split('\f')[0]?.split(/^-{47}$/m) ?? []) {
    const lines = block.split('\n').filter((line) => line.trim() !== '')
    const at = lines.findIndex((line) => line.startsWith('['))
    const primary = lines[at]
    if (primary === undefined) continue
    const [, index = '', name = ''] =
      /^(\[\d+\]).*?\s(<cycle \d+ as a whole>|\S+)(?: <cycle \d+>)? \[\d+\]$/.exec(primary) ?? []
    entries.push({
      title: `${index} ${pageCycles(name)}`,
      name: pageCycles(name),
      parents: lines.slice(0, at).map(words),
      primary: words(primary),
      children: lines.slice(at + 1).map(words),
    })
  }
  return entries
}

/** Converts a cell of the page to gprof's notation: counts without separators. */
export function asGprofWrites(cell: string): string {
  return /^[\d,]+([/+][\d,]+)?$/.test(cell) ? cell.replaceAll(',', '') : cell
}

/** gprof's `<cycle 1>` as the page writes it: cycle 1. */
const pageCycles = (text: string): string => text.replaceAll(/<(cycle \d+(?: as a whole)?)>/g, '$1')

function words(line: string): string {
  return pageCycles(line.trim().replaceAll(/\s+/g, ' '))
}
