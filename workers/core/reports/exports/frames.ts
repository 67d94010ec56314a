// What exports share: unambiguous names of frames and their source, ticks as whole numbers in a small unit,
// and the note that stacks are estimated.
import { NONE } from '../../base/columns.ts'
import { textOfBinary } from '../../base/string-table.ts'
import { visibleText } from '../../base/text.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { CallGraphProfile, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { rawName, readableText } from '../names/names.ts'
import { formatAddress, formatFixed, formatSeconds, percentOf, secondsOf } from '../quantities.ts'
import { sourceOf } from '../sources.ts'
import { DEEPEST, type EstimatedStacks, type FrameIndex, otherFrame } from './estimated-stacks.ts'
import type { Ticks } from '../../base/units.ts'

export interface Frame {
  /** On one line. */
  readonly name: string
  /** The symbol's name; "" for what is no function. */
  readonly rawName: string
  /** "" where it is not known. */
  readonly file: string
  /** Counted from 1; 0 where it is not known. */
  readonly line: number
  /** Link-time; 0 for what is no function, or where it is not known. */
  readonly address: number
}

const OTHER_NAME = '[paths too small to tell apart]'

/** By what a tool tells functions apart. */
export type FrameKey = 'name' | 'name-and-file'

/**
 * `used` are functions. Several that a tool could not tell apart, static functions as a rule, carry their address; those of
 * a listing, which has no addresses, are numbered.
 */
export function functionFrames(
  { profile }: AnalyzedProfile,
  used: Iterable<FunctionIndex>,
  telling: FrameKey,
): ReadonlyMap<FunctionIndex, Frame> {
  const { functions } = profile
  const isAddressless = functions.isAddressless === true
  const frames = new Map<FunctionIndex, Frame>()
  const bearers = new Map<string, FunctionIndex[]>()
  for (const f of used) {
    if (frames.has(f)) continue
    const source = sourceOf(profile, f)
    const frame = {
      name: onOneLine(readableText(functions, f)),
      rawName: onOneLine(textOfBinary(rawName(functions, f))),
      file: source === null ? '' : onOneLine(source.file),
      line: source?.line ?? 0,
      address: isAddressless ? 0 : functions.address[f],
    }
    frames.set(f, frame)
    const key = telling === 'name' ? frame.name : `${frame.name}\n${frame.file}`
    const others = bearers.get(key)
    if (others) others.push(f)
    else bearers.set(key, [f])
  }
  for (const sharing of bearers.values()) {
    if (sharing.length < 2) continue
    sharing.sort((one, other) => one - other)
    sharing.forEach((f, at) => {
      const frame = frames.get(f)
      if (!frame) return
      const own = isAddressless ? String(at + 1) : formatAddress(frame.address)
      frames.set(f, { ...frame, name: `${frame.name}@${own}` })
    })
  }
  return frames
}

/** Every frame that stands in a stack with time, numbered in the order of first appearance from the outermost in. */
export class StackFrames {
  readonly list: Frame[] = []
  readonly #numberOf = new Map<FrameIndex, number>()

  constructor(stacks: EstimatedStacks) {
    const { analyzed, above, frame, leaves } = stacks
    const isUsed = new Uint8Array(stacks.length)
    for (let at = 0; at < leaves.length; at++) {
      for (let row = leaves[at]; row !== NONE && isUsed[row] === 0; row = above[row]) isUsed[row] = 1
    }
    const used: FrameIndex[] = []
    for (let row = 0; row < stacks.length; row++) if (isUsed[row] === 1) used.push(frame[row])
    const { length } = analyzed.profile.functions
    const functions = functionFrames(
      analyzed,
      used.filter((one) => one < length) as readonly number[] as readonly FunctionIndex[],
      'name',
    )
    for (const one of used) {
      if (this.#numberOf.has(one)) continue
      const known = functions.get(one as number as FunctionIndex)
      this.#numberOf.set(one, this.list.push(known ?? nameless(analyzed, one)) - 1)
    }
  }

  /** Position in `list`. */
  indexOf(frame: FrameIndex): number {
    return this.#numberOf.get(frame) ?? NONE
  }
}

/** Positions in `frames.list` of the stack that ends in this row, outermost first. */
export function framesOf(stacks: EstimatedStacks, frames: StackFrames, leaf: number): number[] {
  const path: number[] = []
  for (let row = leaf; row !== NONE; row = stacks.above[row]) path.push(frames.indexOf(stacks.frame[row]))
  return path.reverse()
}

function nameless(analyzed: AnalyzedProfile, frame: FrameIndex): Frame {
  const cycle = (frame - analyzed.profile.functions.length) as CycleIndex
  const name = frame === otherFrame(analyzed) ? OTHER_NAME : `<cycle ${cycle + 1} as a whole>`
  return { name, rawName: '', file: '', line: 0, address: 0 }
}

/** Of a binary string. */
export const textOnOneLine = (binary: string): string => onOneLine(textOfBinary(binary))

/** Names come from files of any kind: what would end a line or is no text becomes a question mark, controls of direction \\u202e. */
export function onOneLine(text: string): string {
  return visibleText(text.replaceAll(/\p{Cc}|\p{Cs}|[\u2028\u2029]/gu, '?'))
}

// Ticks → whole numbers in a small unit, for formats that count. What rounding takes from one it gives to the next, so that
// the sum is that of the profile.

export interface CostUnit {
  /** "us" */
  readonly symbol: string
  /** "microseconds" */
  readonly name: string
  readonly perTick: number
}

/** Beyond this many samples a second a microsecond is too coarse. */
const FINEST_RATE = 10_000

/** Millionths of what a tick measures, or billionths. `rate` of the profile must not be 0. */
export function smallUnit({ rate, dimension, abbreviation }: CallGraphProfile): CostUnit {
  return rate > FINEST_RATE
    ? { symbol: `n${word(abbreviation)}`, name: `nano${word(dimension)}`, perTick: 1e9 / rate }
    : { symbol: `u${word(abbreviation)}`, name: `micro${word(dimension)}`, perTick: 1e6 / rate }
}

/** What no format could take for anything but a word. */
const word = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, '')

/** @param perTick units that a tick makes, see `smallUnit` */
export function wholeUnits(ticks: Iterable<Ticks>, perTick: number): number[] {
  const whole: number[] = []
  let exact = 0
  let given = 0
  for (const one of ticks) {
    exact += one * perTick
    const next = Math.round(exact)
    whole.push(next - given)
    given = next
  }
  return whole
}

// What a file of estimated stacks says about itself, in a few lines of plain text.

export const ESTIMATED = 'stacks estimated from call counts'

/** Ticks by which a listing's rows, rounded up and down to hundredths of a second, may well differ from its total. */
const roundingOf = ({ profile }: AnalyzedProfile): number =>
  0.01 * profile.rate * Math.sqrt(profile.functions.length)

export function estimateNote(stacks: EstimatedStacks): readonly string[] {
  const { analyzed, limits, ticks, untoldTicks } = stacks
  const { rate, abbreviation, totals } = analyzed.profile
  const time = (value: number): string => formatSeconds(secondsOf(value, rate), abbreviation)
  const lines = [
    'The stacks are an estimate. A gmon.out holds none: it has the time of each function, measured, and how often each caller called it.',
    'As in gprof, the time of a function is divided among its callers by their calls, as if every call cost the same.',
    `Paths with less than ${formatFixed(limits.least * 100, 3)} % of the time, or beyond the ${limits.most} heaviest, or deeper than ${DEEPEST}, are not told apart: ${time(untoldTicks)} of ${time(ticks)} (${formatFixed(percentOf(untoldTicks, ticks), 2)} %) stand below "${OTHER_NAME}", each function with its own time.`,
  ]
  const outside = totals.ticks - ticks
  if (outside >= (analyzed.profile.listed ? roundingOf(analyzed) : 0.5)) {
    lines.push(`Not in here: ${time(outside)} outside every function, or left out on purpose.`)
  }
  if (analyzed.profile.listed) {
    lines.push(
      'Read from a gprof listing: times are rounded to hundredths, and totals may differ by as much.',
    )
  }
  return lines
}
