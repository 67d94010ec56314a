// The call graph → a profile in Callgrind's form, for KCachegrind, QCachegrind and callgrind_annotate. Nothing is estimated
// that gprof does not estimate itself: no stacks, but functions and arcs.
//
// Each function has its own time, and under it a line for each function it calls: how often, and the time that gprof's
// assumption passes along that arc. Within a cycle, and for direct recursion, gprof passes none: calls with cost 0. The
// viewers find cycles by themselves. Callers that nobody calls stand below a function of their own.
//
// Source: https://valgrind.org/docs/manual/cl-format.html
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { groupAt } from '../../base/csr.ts'
import { smallUnit } from './cost-unit.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import { functionFrames, type Frame } from './frames.ts'
import { listRoots, ticksOf } from './stack-roots.ts'

/** What tools show for a file that is not known. */
const UNKNOWN_FILE = '???'

/** gprof's `<spontaneous>`, which calls those callers that nobody was seen to call: once, as far as is known. */
const NOBODY = '(<spontaneous>)'
/** Of what a name may begin with, the first in order: readers leave blanks out. */
const FIRST_LETTER = '!'

/** `program` names the profile. In pieces: a function at a time. */
export function writeCallgrind(
  analyzed: AnalyzedProfile,
  program: string,
  write: (text: string) => void,
): void {
  const { profile, times } = analyzed
  const { arcs, arcsByParent } = profile
  const unit = smallUnit(profile)
  const cost = (ticks: number): number => Math.round(ticks * unit.perTick)
  const used = listUsed(analyzed)
  const frames = functionFrames(analyzed, used, 'name-and-file')
  const names = new Numbers()
  const files = new Numbers()
  const fileOf = (f: FunctionIndex): string => {
    const file = frames.get(f)?.file ?? ''
    return file === '' ? UNKNOWN_FILE : file
  }
  const lineOf = (f: FunctionIndex): number => frames.get(f)?.line ?? 0
  const nameOf = (f: FunctionIndex): string => names.of(f, () => frameName(frames.get(f)))

  let total = 0
  for (const f of used) total += cost(times.propagatedSelf[f])
  write('# callgrind format\nversion: 1\ncreator: gmonscope\n')
  write(`cmd: ${program.replaceAll(/[\r\n]/g, '?')}\n`)
  write('desc: Trigger: gprof samples; time of calls as gprof assumes it, none within cycles\n')
  write(`positions: line\nevent: ${unit.symbol} : Time in ${unit.name}\nevents: ${unit.symbol}\n`)
  write(`summary: ${total}\n`)

  const nobody = nameBefore(Array.from(used, (f) => frameName(frames.get(f))))
  write(`\nfl=${files.of(UNKNOWN_FILE, () => UNKNOWN_FILE)}\nfn=${names.of(NOBODY, () => nobody)}\n0 0\n`)
  for (const root of listRoots(analyzed)) {
    if (!callsOthers(analyzed, root.function)) continue
    const file = fileOf(root.function)
    const lines = [
      `cfi=${files.of(file, () => file)}`,
      `cfn=${nameOf(root.function)}`,
      `calls=1 ${lineOf(root.function)}`,
      `0 ${cost(ticksOf(analyzed, root))}`,
    ]
    write(`${lines.join('\n')}\n`)
  }
  for (const f of used) {
    const own = fileOf(f)
    const lines = [
      '',
      `fl=${files.of(own, () => own)}`,
      `fn=${nameOf(f)}`,
      `${lineOf(f)} ${cost(times.propagatedSelf[f])}`,
    ]
    for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
      const arc = arcsByParent.items[at]
      const child = arcs.child[arc]
      if (arcs.count[arc] === 0) continue
      const file = fileOf(child)
      lines.push(`cfi=${files.of(file, () => file)}`)
      lines.push(`cfn=${nameOf(child)}`)
      lines.push(`calls=${arcs.count[arc]} ${lineOf(child)}`)
      lines.push(`${lineOf(f)} ${cost(arcTicks(analyzed, arc))}`)
    }
    write(`${lines.join('\n')}\n`)
  }
  write(`\ntotals: ${total}\n`)
}

const frameName = (frame: Frame | undefined): string =>
  frame === undefined || frame.name.trim() === '' ? '???' : frame.name

/**
 * What nobody is called among these. KCachegrind looks for cycles from the first name on, by the order of their letters, and finds
 * none that holds the function where it begins: this has to stand before all others, `$a` too.
 */
function nameBefore(names: readonly string[]): string {
  const least = names.reduce((first, name) => (name.trimStart() < first ? name.trimStart() : first), '\uffff')
  if (NOBODY < least) return NOBODY
  let marks = 0
  while (least[marks] === FIRST_LETTER) marks++
  return FIRST_LETTER.repeat(marks + 1) + NOBODY
}

/** Whether another function was called from this one. */
function callsOthers({ profile }: AnalyzedProfile, f: FunctionIndex): boolean {
  const { arcs, arcsByParent } = profile
  for (const arc of groupAt(arcsByParent, f)) if (arcs.count[arc] > 0 && arcs.child[arc] !== f) return true
  return false
}

/** Functions with time or with calls, in address order. */
function listUsed({ profile, times }: AnalyzedProfile): FunctionIndex[] {
  const { functions, arcs } = profile
  const isUsed = new Uint8Array(functions.length)
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    if (arcs.count[arc] === 0) continue
    isUsed[arcs.parent[arc]] = 1
    isUsed[arcs.child[arc]] = 1
  }
  const used: FunctionIndex[] = []
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    if (isUsed[row] === 1 || times.propagatedSelf[f] > 0) used.push(f)
  }
  return used
}

/** Texts that stand in the file once, "(3) name", and later as "(3)". */
class Numbers {
  readonly #known = new Map<unknown, number>()

  of(key: unknown, textOf: () => string): string {
    const number = this.#known.get(key)
    if (number !== undefined) return `(${number})`
    this.#known.set(key, this.#known.size + 1)
    return `(${this.#known.size}) ${textOf()}`
  }
}
