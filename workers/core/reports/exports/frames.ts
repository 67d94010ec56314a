// Frames of exports: unambiguous names with their source.
import { NONE } from '../../base/columns.ts'
import { textOfBinary } from '../../base/string-table.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { rawName, readableText } from '../../names/names.ts'
import { formatAddress, formatFixed, formatSeconds, percentOf, secondsOf } from '../../quantities.ts'
import { sourceOf } from '../source-of.ts'
import { DEEPEST, type EstimatedStacks, type FrameIndex, otherFrame } from './estimated-stacks.ts'

/** One frame of an exported stack. */
export interface Frame {
  /** Name without line breaks. */
  readonly name: string
  /** Raw symbol name; "" for a frame that is no function. */
  readonly rawName: string
  /** File; "" if unknown. */
  readonly file: string
  /** Line number, from 1; 0 if unknown. */
  readonly line: number
  /** Link-time address; 0 for a frame that is no function, or if unknown. */
  readonly address: number
}

const OTHER_NAME = '[merged paths]'

/** What a tool identifies functions by: their names alone, or with their files. */
export type FrameKey = 'name' | 'name-and-file'

/**
 * Returns the frames of the functions `used`, by function. Functions that a tool could not distinguish by
 * what it identifies them by (the last argument), mostly static ones, get their address as a suffix, or a
 * number in a listing, which has no addresses.
 *
 * @param used functions, in any order; may have duplicates
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

/**
 * Frames of all stacks with time, numbered in order of first appearance, from the outermost
 * inwards.
 */
export class StackFrames {
  /** The frames, by number. */
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

  /** Returns the index of a frame in `list`; −1 for a frame in no stack with time. */
  indexOf(frame: FrameIndex): number {
    return this.#numberOf.get(frame) ?? NONE
  }
}

/**
 * Returns the indexes in `frames.list` of the stack that ends in row `leaf`, outermost first.
 *
 * @param frames made of the same stacks
 * @param leaf row of `stacks`, one of its `leaves`
 */
export function framesOf(stacks: EstimatedStacks, frames: StackFrames, leaf: number): number[] {
  const path: number[] = []
  for (let row = leaf; row !== NONE; row = stacks.above[row]) path.push(frames.indexOf(stacks.frame[row]))
  return path.reverse()
}

function nameless(analyzed: AnalyzedProfile, frame: FrameIndex): Frame {
  const cycle = (frame - analyzed.profile.functions.length) as CycleIndex
  const name = frame === otherFrame(analyzed) ? OTHER_NAME : `cycle ${cycle + 1} as a whole`
  return { name, rawName: '', file: '', line: 0, address: 0 }
}

/** Converts a binary string to text on one line, safe in any text format (`onOneLine`). */
export const textOnOneLine = (binary: string): string => onOneLine(textOfBinary(binary))

/**
 * Returns a name that is safe in any text format, because names come from any file. Line breaks
 * and invalid characters become question marks, and direction controls are escaped as \\u202e.
 */
export function onOneLine(text: string): string {
  return visibleText(text.replaceAll(/\p{Cc}|\p{Cs}|[\u2028\u2029]/gu, '?'))
}

/** Says in a few words that stacks are estimated. */
export const ESTIMATED = 'stacks estimated from call counts'

/** Ticks by which the rounded rows of a listing may differ from its total. */
const roundingOf = ({ profile }: AnalyzedProfile): number =>
  0.01 * profile.rate * Math.sqrt(profile.functions.length)

/**
 * Returns lines of plain text that describe the estimate: its assumption, its limits and what is not in it.
 */
export function estimateNote(stacks: EstimatedStacks): readonly string[] {
  const { analyzed, limits, ticks, untoldTicks } = stacks
  const { rate, abbreviation, totals } = analyzed.profile
  const time = (value: number): string => formatSeconds(secondsOf(value, rate), abbreviation)
  const lines = [
    'The stacks are an estimate. A gmon.out holds none: it has the time of each function, measured, and how often each caller called it.',
    'As in gprof, the time of a function is divided among its callers by their calls, as if every call cost the same.',
    `Paths with less than ${formatFixed(limits.least * 100, 3)}% of the time, or beyond the ${limits.most} heaviest, or deeper than ${DEEPEST}, are not told apart: ${time(untoldTicks)} of ${time(ticks)} (${formatFixed(percentOf(untoldTicks, ticks), 2)}%) stand below "${OTHER_NAME}", each function with its own time.`,
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
