// Measurements → the page that docs/performance.md is.
import type { BenchCase } from './cases.ts'
import type { Cost } from './measure.ts'

export interface Measurement {
  readonly spec: BenchCase
  /** Medians by peer. */
  readonly costs: ReadonlyMap<string, Cost>
}

export function performancePage(
  measurements: readonly Measurement[],
  machine: string,
  growth: number,
): string {
  const lines = [
    '# Performance',
    '',
    'Written by `npm run bench -- --write`. Both reports (`-b -p -q`), the same bytes from all three, files in the page cache;',
    'processor seconds of the whole process, start included, medians. `gprof -S` is gprof with a ready list of symbols:',
    'by itself it scans its symbol table once per function, so its cost grows with the square.',
    '',
    `Machine: ${machine}.`,
    '',
    '| profile | gmonscope | gprof | times faster | gprof -S | times faster | nm -C | reading the bytes | memory, MB | gprof -S, MB |',
    '| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |',
    ...measurements.map(row),
    '',
    `Growth of our processor time from the smallest to the largest profile: exponent ${growth.toFixed(2)}.`,
    '',
  ]
  return lines.join('\n')
}

function row({ spec, costs }: Measurement): string {
  const seconds = (name: string): string => costs.get(name)?.cpu.toFixed(2) ?? '–'
  const ours = costs.get('gmonscope')?.cpu ?? Number.NaN
  const faster = (name: string): string => {
    const peer = costs.get(name)
    return peer ? (peer.cpu / ours).toFixed(1) : '–'
  }
  const memory = (name: string): string => costs.get(name)?.memory.toFixed(0) ?? '–'
  const cells = [
    spec.title,
    seconds('gmonscope'),
    seconds('gprof'),
    faster('gprof'),
    seconds('gprof -S'),
    faster('gprof -S'),
    seconds('nm -C'),
    seconds('reading the bytes'),
    memory('gmonscope'),
    memory('gprof -S'),
  ]
  return `| ${cells.join(' | ')} |`
}
