// A small program of six functions, profiles of it, and what opening them answers.
import { checkAnalysis } from './check-analysis.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { type ByteSource, memorySource } from '../core/bytes/byte-source.ts'
import { type Opened, openProfile, type PipelineOptions } from '../core/pipeline/open-profile.ts'
import { checkProfile } from './check-profile.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { displayName } from '../core/names/names.ts'
import { buildElf } from './builders/build-elf.ts'
import { buildGmon, type GmonRecord } from './builders/build-gmon.ts'

export const BASE = 0x401000
export const SPACING = 0x100
export const NAMES = ['main', 'parse', 'scan', 'emit', 'flush', 'close'] as const
export const at = (f: number): number => BASE + f * SPACING
export const END = at(NAMES.length)

export const options: PipelineOptions = {
  withoutNames: false,
  scenario: EMPTY_SCENARIO,
  shift: 0,
}

export const program = (name = 'prog', base = BASE): ByteSource =>
  memorySource(
    name,
    buildElf({
      text: { address: base, size: END - BASE },
      symbols: [
        ...NAMES.map((symbol, f) => ({ name: symbol, address: base + f * SPACING })),
        { name: 'etext', address: base + END - BASE, type: 'none' as const },
      ],
    }),
  )

/** Ten arcs down the line of functions, as a compiler's prologue would have them recorded. */
export const arcs = (shift = 0, inside = 8): GmonRecord[] =>
  Array.from({ length: 10 }, (_, arc) => ({
    kind: 'arc',
    from: at(arc % 5) + 0x40 + 16 * Math.floor(arc / 5) + shift,
    self: at((arc % 5) + 1) + inside + shift,
    count: arc + 1,
  }))

export const histogram = (shift: number, ticks: number, rate = 100): GmonRecord => ({
  kind: 'histogram',
  low: BASE + shift,
  high: END + shift,
  rate,
  bins: Array.from({ length: (END - BASE) / 4 }, (_, bin) => (bin === 70 ? ticks : 0)),
})

export const gmon = (...records: readonly GmonRecord[]): ByteSource =>
  memorySource('gmon.out', buildGmon({ records }))
export const ordinary = (): ByteSource => gmon(histogram(0, 500), ...arcs())

export async function open(
  sources: readonly ByteSource[],
  change: Partial<PipelineOptions> = {},
): Promise<Opened> {
  const result = await openProfile(sources, { ...options, ...change }, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  checkProfile(result.value.contents.plain)
  checkAnalysis(result.value.analyzed)
  return result.value
}

export async function failure(...sources: readonly ByteSource[]): Promise<string> {
  const result = await openProfile(sources, options, () => {})
  return result.ok ? 'opened' : result.problem.problem.code
}

export const codes = ({ notices }: Opened): string[] => notices.map(({ code }) => code)
export const nameOf = ({ analyzed }: Opened, f: number): string =>
  displayName(analyzed.profile.functions, f as FunctionIndex)
