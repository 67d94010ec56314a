/**
 * Options of GNU gprof that produce the output of a scenario, or the cuts for which there are
 * none.
 *
 * gprof keeps `-k` specs in a table by the start of the left side's address range, one row per
 * start. So of several cuts out of one function it applies only the last `-k f/…`. But it
 * examines every row whose range contains the caller, and an empty left side is one range over
 * all functions. So each function may have one `-k f/g`, or `-k f/` for all its arcs, and beside
 * them there may be one `-k /g` for all arcs into one function.
 *
 * Where that is not enough, the remaining arcs may be easier to list than the cut ones: `-qf/g`
 * counts only what it names. Several runs can do what one cannot: `gprof -s` writes what it did
 * not exclude into gmon.sum, which the next run reads. That reverses the arcs of each caller, so
 * it takes an even number of such runs. Callers are then ordered by address, as they mostly are
 * in profiles that C libraries write.
 *
 * Source: behaviour of GNU gprof 2.40.
 */
import { groupAt } from '../../base/csr.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type {
  ArcIndex,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
} from '../../profile/call-graph-profile.ts'
import { allNamed, orderForLookUps } from '../../profile/name-index.ts'
import { withoutPrefix } from '../../symbols/demangle/demangle.ts'
import { findArcs } from '../apply-scenario.ts'
import type { ArcName, FasterFunction, Scenario } from './scenario.ts'

/** Options that make GNU gprof print a scenario, as far as possible. */
export interface GprofOptions {
  /**
   * Runs of `gprof -s` that come first, each with these options; mostly none. The first reads the
   * profile. Every later run, the printing one included, reads the gmon.sum of the run before.
   * These runs need a program without debugging information (`objcopy --strip-debug`): with it
   * `-s` works by lines, and inlined code has another function's name.
   */
  readonly passes: readonly (readonly string[])[]
  /**
   * False if the passes may change the order of lines with equal times. The numbers are the same.
   */
  readonly keepsOrder: boolean
  /** Options of the printing run, one word per item, as binary strings; quote them for a shell. */
  readonly options: readonly string[]
  /**
   * What the options do not cover; empty if gprof with these options shows exactly the scenario.
   */
  readonly missing: GprofGap
}

/** The part of a scenario that gprof's options cannot express. */
export interface GprofGap {
  /** Cuts for which there is no option beside those for the other cuts. */
  readonly arcs: readonly ArcName[]
  /** Functions whose names gprof would misread, such as `f:g`. */
  readonly functions: readonly string[]
  /** gprof cannot change how long a function takes. */
  readonly faster: readonly FasterFunction[]
}

/**
 * Returns the options of GNU gprof for a scenario, each name as gprof reads it; `missing` is what they cannot
 * express. Static arcs (-c) are not among them.
 *
 * @param profile the profile as recorded
 */
export function gprofOptionsOf(profile: CallGraphProfile, scenario: Scenario): GprofOptions {
  const cuts = cutOptions(profile, scenario)
  const options = [...cuts.options]
  const keepsOrder = cuts.passes.length === 0 || areByAddress(profile)
  const functions: string[] = []
  const lists = [
    ['-E', scenario.leftOut],
    ['-N', scenario.timeLeftOut],
    ['-F', scenario.only],
    ['-n', scenario.timeOnly],
  ] as const
  for (const [option, names] of lists) {
    for (const name of names) {
      const pattern = patternOf(name, true, profile.functions.namePrefix)
      if (pattern === null) functions.push(name)
      else options.push(option, pattern)
    }
  }
  return {
    passes: cuts.passes,
    keepsOrder,
    options,
    missing: { arcs: cuts.missing, functions, faster: scenario.faster },
  }
}

type Prefix = FunctionTable['namePrefix']

interface CutOptions {
  readonly passes: readonly (readonly string[])[]
  readonly options: readonly string[]
  readonly missing: readonly ArcName[]
}

/** Cut arcs out of the functions of one name. */
interface Group {
  readonly parent: string
  readonly children: readonly string[]
  /** True if these functions have no other arcs, so that an empty right side covers all of them. */
  readonly isAll: boolean
}

/** Largest number of parents in a list of remaining arcs; a longer list is not usable. */
const MOST_KEPT = 200

function cutOptions(profile: CallGraphProfile, { cutArcs }: Scenario): CutOptions {
  const rows = findArcs(profile, cutArcs)
  if (rows.length === 0) return { passes: [], options: [], missing: [] }
  const cut = new Set<number>(rows)
  const isCut = (arc: number): boolean => cut.has(arc)
  const dropped = groupArcs(profile, rows, isCut)
  const specs = specsFor(profile, dropped, isCut)
  if (specs) return { passes: [], options: specs.flatMap((spec) => ['-k', spec]), missing: [] }
  const kept = specsForKept(profile, isCut)
  if (kept) {
    const styles = profile.hasHistogram ? ['-p'] : []
    return { passes: [], options: [...styles, ...kept.map((spec) => `-q${spec}`)], missing: [] }
  }
  const { namePrefix } = profile.functions
  return (fitsSums(profile) ? inPasses(dropped, namePrefix) : null) ?? asFarAsPossible(dropped, namePrefix)
}

function groupArcs(
  { functions, arcs, arcsByParent }: CallGraphProfile,
  rows: Iterable<number>,
  isMeant: (arc: number) => boolean,
): Group[] {
  const nameOf = (f: FunctionIndex): string => stringAt(functions.names, f as number as StringIndex)
  // The range over all functions ends where the last one ends, which may be before it begins.
  const end = functions.last[(functions.length - 1) as FunctionIndex]
  const isInRange = (f: FunctionIndex): boolean => functions.last[f] <= end
  const children = new Map<string, Set<string>>()
  const open = new Set<string>()
  const byName = orderForLookUps(functions.names, [...rows].length)
  for (const row of rows) {
    const arc = row as ArcIndex
    const f = arcs.parent[arc]
    const parent = nameOf(f)
    const named = children.get(parent) ?? new Set()
    if (named.size === 0) {
      children.set(parent, named)
      for (const other of allNamed(functions.names, parent, byName)) {
        const all = groupAt(arcsByParent, other)
        if (!all.every((one) => isMeant(one) && isInRange(arcs.child[one as ArcIndex]))) open.add(parent)
      }
    }
    named.add(nameOf(arcs.child[arc]))
  }
  return [...children].map(([parent, named]) => ({ parent, children: [...named], isAll: !open.has(parent) }))
}

/**
 * Returns one spec for each group and, if needed, one for all arcs into one function; null if
 * that does not suffice.
 */
function specsFor(
  profile: CallGraphProfile,
  groups: readonly Group[],
  isMeant: (arc: number) => boolean,
): string[] | null {
  const crowded = groups.find(({ children, isAll }) => children.length > 1 && !isAll)
  const { functions } = profile
  const { namePrefix } = functions
  if (!crowded) return specsOf(groups, namePrefix)
  const first = stringAt(functions.names, 0 as StringIndex)
  for (const child of crowded.children) {
    if (!isOpenToAll(profile, child, isMeant)) continue
    const rest: Group[] = []
    for (const group of groups) {
      const children = group.children.filter((name) => name !== child)
      if (children.length > 0) rest.push({ ...group, children })
    }
    // A row for the very first function would have the same start as the range over all
    // functions.
    if (rest.some((group) => group.parent === first || (group.children.length > 1 && !group.isAll))) continue
    const specs = specsOf(rest, namePrefix)
    const all = patternOf(child, false, namePrefix)
    if (specs && all !== null) return [...specs, `/${all}`]
  }
  return null
}

function specsOf(groups: readonly Group[], prefix: Prefix): string[] | null {
  const specs: string[] = []
  for (const { parent, children, isAll } of groups) {
    const spec = specOf(parent, isAll && children.length > 1 ? '' : children[0], prefix)
    if (spec === null) return null
    specs.push(spec)
  }
  return specs
}

function specOf(parent: string, child: string, prefix: Prefix): string | null {
  const left = patternOf(parent, true, prefix)
  const right = child === '' ? '' : patternOf(child, false, prefix)
  return left === null || right === null ? null : `${left}/${right}`
}

/**
 * Whether all arcs into functions of this name are cut, and all lie in the range over all
 * functions.
 */
function isOpenToAll(
  { functions, arcs, arcsByChild }: CallGraphProfile,
  child: string,
  isMeant: (arc: number) => boolean,
): boolean {
  const last = functions.last[(functions.length - 1) as FunctionIndex]
  for (const f of allNamed(functions.names, child)) {
    for (let at = arcsByChild.offsets[f]; at < arcsByChild.offsets[f + 1]; at++) {
      const arc = arcsByChild.items[at]
      if (!isMeant(arc) || functions.address[arcs.parent[arc]] > last) return false
    }
  }
  return true
}

function specsForKept(profile: CallGraphProfile, isCut: (arc: number) => boolean): string[] | null {
  const { length } = profile.arcs
  const rows: number[] = []
  const parents = new Set<FunctionIndex>()
  for (let arc = 0; arc < length; arc++) {
    if (isCut(arc)) continue
    rows.push(arc)
    parents.add(profile.arcs.parent[arc as ArcIndex])
    if (parents.size > MOST_KEPT) return null
  }
  if (rows.length === 0) return null
  const isKept = (arc: number): boolean => !isCut(arc)
  return specsFor(profile, groupArcs(profile, rows, isKept), isKept)
}

/**
 * Whether gmon.sum can hold the profile: it has 32 bits for counts and 16 for bins. One file
 * always fits, because no machine records a range twice; several do if there are few samples.
 */
function fitsSums({ arcs, totals }: CallGraphProfile): boolean {
  if (totals.runs !== 1 && totals.recordedTicks >= 2 ** 16) return false
  for (let arc = 0; arc < arcs.length; arc++) if (arcs.count[arc as ArcIndex] >= 2 ** 32) return false
  return true
}

/** Whether each function's callers are ordered by address, as in gmon.sum. */
function areByAddress({ functions, arcs, arcsByChild }: CallGraphProfile): boolean {
  for (let f = 0; f < functions.length; f++) {
    let above = Infinity
    for (let at = arcsByChild.offsets[f]; at < arcsByChild.offsets[f + 1]; at++) {
      const parent = arcs.parent[arcsByChild.items[at]]
      if (parent >= above) return false
      above = parent
    }
  }
  return true
}

/** Cuts one arc out of each function per run; null for a name that gprof cannot take. */
function inPasses(groups: readonly Group[], prefix: Prefix): CutOptions | null {
  const passes: string[][] = [[]]
  for (const { parent, children, isAll } of groups) {
    const targets = isAll && children.length > 1 ? [''] : children
    for (const [pass, child] of targets.entries()) {
      const spec = specOf(parent, child, prefix)
      if (spec === null) return null
      while (passes.length <= pass) passes.push([])
      passes[pass].push('-k', spec)
    }
  }
  const [options, ...sums] = passes
  if (sums.length % 2 === 1) sums.push([])
  return { passes: sums, options, missing: [] }
}

/** Covers as much as one spec per parent can and reports the rest. */
function asFarAsPossible(groups: readonly Group[], prefix: Prefix): CutOptions {
  const options: string[] = []
  const missing: ArcName[] = []
  for (const { parent, children, isAll } of groups) {
    const covered = isAll ? '' : children.find((child) => specOf(parent, child, prefix) !== null)
    const spec = covered === undefined ? null : specOf(parent, covered, prefix)
    if (spec !== null) options.push('-k', spec)
    if (spec !== null && isAll) continue
    for (const child of children) if (spec === null || child !== covered) missing.push({ parent, child })
  }
  return { passes: [], options, missing }
}

/**
 * Returns a name as gprof must be given it; null if it would always take it for a file or a line.
 */
function patternOf(raw: string, isLeft: boolean, prefix: Prefix): string | null {
  const name = withoutPrefix(raw, prefix)
  if (name === '' || name.includes(':') || /^\d/.test(name)) return null
  if (isLeft && name.includes('/')) return null
  return name.includes('.') ? `:${name}` : name
}
