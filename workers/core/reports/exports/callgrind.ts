// Export to Callgrind’s format, for KCachegrind, QCachegrind or callgrind_annotate. It contains functions
// and arcs, not stacks, so it needs no estimate beyond gprof's own.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { groupAt } from '../../base/csr.ts'
import { type Frame, functionFrames, onOneLine, textOnOneLine } from './frames.ts'
import { smallUnit } from './cost-unit.ts'
import { cycleNotes } from './cycle-notes.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { AllLines } from '../../profile/lines/all-lines.ts'
import { listRoots } from '../roots.ts'
import { codeParts, type CodePart } from './callgrind-lines.ts'

/** Placeholder of the format for an unknown file. */
const UNKNOWN_FILE = '???'

/**
 * gprof's `<spontaneous>`, the caller of functions without recorded callers. It calls each once,
 * because the number is unknown.
 */
const SPONTANEOUS = '(<spontaneous>)'
/** First printable character in order; readers trim blanks. */
const FIRST_LETTER = '!'

/**
 * Writes the profile in Callgrind's format, one function at a time. The profile's `rate` must not be 0.
 *
 * @param program name of the profile, as text
 * @param write receives the pieces in order, before the function returns
 * @param lines null if they are unknown or not wanted
 */
export function writeCallgrind(
  analyzed: AnalyzedProfile,
  program: string,
  write: (text: string) => void,
  lines: AllLines | null = null,
): void {
  const { profile, times } = analyzed
  const unit = smallUnit(profile)
  const cost = (ticks: number): number => Math.round(ticks * unit.perTick)
  const used = listUsed(analyzed)
  const places = new Places(functionFrames(analyzed, used, 'name-and-file'))

  let total = 0
  for (const f of used) total += cost(times.propagatedSelf[f])
  write('# callgrind format\nversion: 1\ncreator: gmonscope\n')
  write(`cmd: ${onOneLine(program)}\n`)
  write('desc: Trigger: gprof samples; time of calls as gprof assumes it, none within cycles\n')
  for (const note of cycleNotes(analyzed)) write(`desc: ${onOneLine(note)}\n`)
  write(`positions: line\nevent: ${unit.symbol} : Time in ${unit.name}\nevents: ${unit.symbol}\n`)
  write(`summary: ${total}\n`)

  write(`\nfl=${places.file(UNKNOWN_FILE)}\nfn=${places.spontaneous()}\n0 0\n`)
  for (const root of listRoots(analyzed)) {
    if (!callsOthers(analyzed, root.function)) continue
    const call = places.call(root.function, 1)
    write(`${[...call, `0 ${cost(root.ticks)}`].join('\n')}\n`)
  }
  for (const f of used) {
    const parts = codeParts(analyzed, f, lines, unit.perTick)
    write(`${entryOf(f, parts, places).join('\n')}\n`)
  }
  write(`\ntotals: ${total}\n`)
}

function entryOf(f: FunctionIndex, parts: readonly CodePart[], places: Places): readonly string[] {
  const own = places.fileOf(f)
  const entry = ['', `fl=${places.file(own)}`, `fn=${places.name(f)}`]
  // Tools ignore a function without a cost line of its own.
  if (parts.every((part) => part.cost === 0)) entry.push(`${places.lineOf(f)} 0`)
  let open = own
  for (const { file, line, cost, calls } of parts) {
    if (cost === 0 && calls.length === 0) continue
    const there = file === null ? own : textOnOneLine(file)
    if (there !== open) entry.push(`${there === own ? 'fe' : 'fi'}=${places.file(there)}`)
    open = there
    const place = line ?? places.lineOf(f)
    if (cost > 0) entry.push(`${place} ${cost}`)
    for (const call of calls)
      entry.push(...places.call(call.child, Math.max(1, Math.round(call.count))), `${place} ${call.cost}`)
  }
  return entry
}

/** Positions and names of functions in the syntax of the format. */
class Places {
  readonly #frames: ReadonlyMap<FunctionIndex, Frame>
  readonly #names = new Numbers()
  readonly #files = new Numbers()

  constructor(frames: ReadonlyMap<FunctionIndex, Frame>) {
    this.#frames = frames
  }

  fileOf(f: FunctionIndex): string {
    const file = this.#frames.get(f)?.file ?? ''
    return file === '' ? UNKNOWN_FILE : file
  }

  /** Returns the function's line; 0 if unknown. */
  lineOf(f: FunctionIndex): number {
    return this.#frames.get(f)?.line ?? 0
  }

  file(file: string): string {
    return this.#files.of(file, () => file)
  }

  name(f: FunctionIndex): string {
    return this.#names.of(f, () => frameName(this.#frames.get(f)))
  }

  /** Returns the pseudo-function that calls functions without callers. */
  spontaneous(): string {
    return this.#names.of(SPONTANEOUS, () => nameBefore(Array.from(this.#frames.values(), frameName)))
  }

  /** Returns the lines of a call without the line of its cost. */
  call(child: FunctionIndex, count: number): readonly string[] {
    return [
      `cfi=${this.file(this.fileOf(child))}`,
      `cfn=${this.name(child)}`,
      `calls=${count} ${this.lineOf(child)}`,
    ]
  }
}

const frameName = (frame: Frame | undefined): string =>
  frame === undefined || frame.name.trim() === '' ? '???' : frame.name

/**
 * Returns a name that sorts before all of these, `$a` included. KCachegrind searches cycles from
 * the first name in order and finds none that contains the function where it starts.
 */
function nameBefore(names: readonly string[]): string {
  const least = names.reduce((first, name) => (name.trimStart() < first ? name.trimStart() : first), '\uffff')
  if (SPONTANEOUS < least) return SPONTANEOUS
  let marks = 0
  while (least[marks] === FIRST_LETTER) marks++
  return FIRST_LETTER.repeat(marks + 1) + SPONTANEOUS
}

/** Whether a function called another one. */
function callsOthers({ profile }: AnalyzedProfile, f: FunctionIndex): boolean {
  const { arcs, arcsByParent } = profile
  for (const arc of groupAt(arcsByParent, f)) if (arcs.count[arc] > 0 && arcs.child[arc] !== f) return true
  return false
}

/** Functions with time or calls, in address order. */
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

/** Compressed names: "(3) name" at the first use, later "(3)". */
class Numbers {
  readonly #known = new Map<unknown, number>()

  of(key: unknown, textOf: () => string): string {
    const number = this.#known.get(key)
    if (number !== undefined) return `(${number})`
    this.#known.set(key, this.#known.size + 1)
    return `(${this.#known.size}) ${textOf()}`
  }
}
