/**
 * Shrinks a saved profile to a size by removing the least important data first.
 *
 * The order: samples by address (only gmon.sum needs them), static arcs, times of lines, names of
 * very many runs, unused functions. Then the functions with the least time are merged into one.
 */
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../analysis/scenario/scenario.ts'
import { NONE } from '../base/columns.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Notice } from '../problems/problem.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../profile/call-graph-profile.ts'
import { rawName } from '../names/names.ts'
import { formatCount, formatCounted } from '../quantities.ts'
import type { SavedContent } from './content.ts'
import { fold, type MergedProfile, mergePossibleArcs } from './merge-small-functions.ts'
import { saveProfile } from './save.ts'

/** A shrunk profile. */
export interface ShrunkProfile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly content: SavedContent
  /** What was removed. */
  readonly cut: CutToFit
}

/** What was removed to fit the size. */
export interface CutToFit {
  /** Samples by address. */
  readonly histograms: boolean
  /** Static arcs. */
  readonly possible: boolean
  /** Times and calls of lines. */
  readonly lines: boolean
  /** Number of runs listed as one file. */
  readonly runs: number
  /** Number of functions without samples and calls. */
  readonly unused: number
  /**
   * Functions merged into one, their samples in ticks, and the largest total time, in ticks, that a remaining
   * function lost.
   */
  readonly joined: number
  readonly joinedTicks: number
  readonly mostLost: number
}

const NOTHING: CutToFit = {
  histograms: false,
  possible: false,
  lines: false,
  runs: 0,
  unused: 0,
  joined: 0,
  joinedTicks: 0,
  mostLost: 0,
}

/** A longer list of runs takes more room than the functions with the most time. */
const FEW_RUNS = 20

/** Fewest bytes per function. */
const LEAST = 3

/**
 * Shrinks content to at most `limit` bytes, and removes no more than needed: first samples by address and
 * static arcs, then lines, the list of runs, and functions. Returns null if not even a profile without
 * functions, or a whole listing, is small enough.
 *
 * @throws ProblemError as `saveProfile`
 */
export async function shrinkToSize(content: SavedContent, limit: number): Promise<ShrunkProfile | null> {
  const whole = await saveProfile(content)
  if (whole.length <= limit) return { bytes: whole, content, cut: NOTHING }
  // The rows of a listing depend on one another, so part of them is not the same listing.
  if (content.listing) return null
  // A scenario that counts static arcs keeps them.
  const isNeeded = content.scenario.staticArcs
  let light: SavedContent = { ...content, sum: null, possible: isNeeded ? content.possible : null }
  let cut = {
    ...NOTHING,
    histograms: content.sum !== null,
    possible: content.possible !== null && !isNeeded,
  }
  const lightBytes = await saveProfile(light)
  if (lightBytes.length <= limit) return { bytes: lightBytes, content: light, cut }
  if (light.lines) {
    light = { ...light, lines: null }
    cut = { ...cut, lines: true }
    const bytes = await saveProfile(light)
    if (bytes.length <= limit) return { bytes, content: light, cut }
  }
  const runs = light.files.filter(({ kind }) => kind === 'profile')
  if (runs.length > FEW_RUNS) {
    light = { ...light, files: [...light.files.filter(({ kind }) => kind !== 'profile'), asOne(runs)] }
    cut = { ...cut, runs: runs.length }
    const bytes = await saveProfile(light)
    if (bytes.length <= limit) return { bytes, content: light, cut }
  }

  const ranking = rank(content.plain, content.scenario)
  const unused = content.plain.functions.length - ranking.order.length
  let best: ShrunkProfile | null = null
  let low = 0
  let high = Math.min(ranking.order.length, Math.ceil(limit / LEAST))
  // Tries all used functions first; it may be enough.
  let kept = high
  while (low <= high) {
    const tried = await tryKeeping(light, ranking, kept, unused, cut)
    if (tried.bytes.length <= limit) {
      best = tried
      low = kept + 1
    } else high = kept - 1
    kept = Math.floor((low + high) / 2)
  }
  return best
}

/** Replaces many runs by one file; each run's samples are lost. */
function asOne(runs: readonly OfferedFile[]): OfferedFile {
  const [first] = runs
  return {
    name: `${first?.name ?? ''} and ${formatCount(runs.length - 1)} more`,
    size: runs.reduce((bytes, { size }) => bytes + size, 0),
    kind: 'profile',
    detail: formatCounted(runs.length, 'profile'),
    problem: null,
  }
}

interface Ranking {
  readonly analyzed: AnalyzedProfile
  /** Used functions, those with the most time first. */
  readonly order: readonly FunctionIndex[]
  /** Functions that the scenario names, which always stay. */
  readonly named: ReadonlySet<number>
}

function rank(plain: CallGraphProfile, scenario: Scenario): Ranking {
  const analyzed = analyzeProfile(plain, EMPTY_SCENARIO)
  const { functions, arcs } = plain
  const isUsed = new Uint8Array(functions.length)
  for (let a = 0; a < arcs.length; a++) {
    isUsed[arcs.parent[a as ArcIndex]] = 1
    isUsed[arcs.child[a as ArcIndex]] = 1
  }
  const wanted = namesIn(scenario)
  const named = new Set<number>()
  const order: FunctionIndex[] = []
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    if (wanted.size > 0 && wanted.has(rawName(functions, f))) named.add(row)
    if (isUsed[row] === 1 || functions.selfTicks[f] !== 0 || named.has(row)) order.push(f)
  }
  const total = new Float64Array(functions.length)
  for (const f of order) total[f] = Math.max(totalOf(analyzed, f), functions.selfTicks[f])
  order.sort((left, right) => total[right] - total[left] || left - right)
  return { analyzed, order, named }
}

/**
 * Returns a function's total time; for a member of a cycle that of the cycle, which stays together
 * while there is room.
 */
function totalOf({ profile, cycles, times }: AnalyzedProfile, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE
    ? profile.functions.selfTicks[f] + times.childTicks[f]
    : times.cycleSelfTicks[cycle] + times.cycleChildTicks[cycle]
}

function namesIn({ cutArcs, leftOut, timeLeftOut, only, timeOnly, faster }: Scenario): ReadonlySet<string> {
  const ends = cutArcs.flatMap(({ parent, child }) => [parent, child])
  const sped = faster.map(({ name }) => name)
  return new Set([...ends, ...leftOut, ...timeLeftOut, ...only, ...timeOnly, ...sped])
}

async function tryKeeping(
  light: SavedContent,
  { analyzed, order, named }: Ranking,
  kept: number,
  unused: number,
  cut: CutToFit,
): Promise<ShrunkProfile> {
  const isKept = new Uint8Array(light.plain.functions.length)
  for (const f of order.slice(0, kept)) isKept[f] = 1
  for (const f of named) isKept[f] = 1
  const joined = order.reduce((sum, f) => sum + (isKept[f] === 1 ? 0 : 1), 0)
  const folded = fold(light.plain, isKept)
  const content = {
    ...light,
    plain: folded.plain,
    possible: light.possible && mergePossibleArcs(light.possible, folded.cameFrom, isKept.length),
    notices: noticesOf(light.notices, unused, joined, folded.ticks),
  }
  const mostLost = joined === 0 ? 0 : mostLostIn(analyzed, folded)
  return {
    bytes: await saveProfile(content),
    content,
    cut: { ...cut, unused, joined, joinedTicks: folded.ticks, mostLost },
  }
}

/** Adds the removed functions to the notice of removed data, which is added if missing. */
function noticesOf(
  notices: readonly Notice[],
  unused: number,
  functions: number,
  ticks: number,
): readonly Notice[] {
  const last = notices.at(-1)
  if (last?.code === 'shared-in-part') {
    const more = {
      unused: last.unused + unused,
      functions: last.functions + functions,
      ticks: last.ticks + ticks,
    }
    return [...notices.slice(0, -1), { ...last, ...more }]
  }
  const nothing = { names: 'kept', directories: false, sources: false, notices: false } as const
  return [...notices, { code: 'shared-in-part', ...nothing, unused, functions, ticks }]
}

function mostLostIn(before: AnalyzedProfile, { plain, cameFrom }: MergedProfile): number {
  const after = analyzeProfile(plain, EMPTY_SCENARIO)
  let most = 0
  cameFrom.forEach((f, row) => {
    if (f < 0) return
    const lost = totalOf(before, f as FunctionIndex) - totalOf(after, row as FunctionIndex)
    most = Math.max(most, Math.abs(lost))
  })
  return most
}
