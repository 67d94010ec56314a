// What other tools show for a function or a frame: names that tell it from every other one, and where it comes from.
import { NONE } from '../../base/brand.ts'
import { textOfBinary } from '../../base/string-table.ts'
import { visibleText } from '../../base/visible-text.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { rawName, readableText } from '../names/names.ts'
import { formatAddress } from '../quantities.ts'
import { sourceOf } from '../sources.ts'
import { untoldFrame, type EstimatedStacks, type FrameIndex } from './estimated-stacks.ts'

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

export const UNTOLD_NAME = '[paths too small to tell apart]'

/** By what a tool tells functions apart. */
export type Telling = 'name' | 'name-and-file'

/**
 * `used` are functions. Several that a tool could not tell apart, static functions as a rule, carry their address; those of
 * a listing, which has no addresses, are numbered.
 */
export function functionFrames(
  { profile }: AnalyzedProfile,
  used: Iterable<FunctionIndex>,
  telling: Telling,
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
  const name = frame === untoldFrame(analyzed) ? UNTOLD_NAME : `<cycle ${cycle + 1} as a whole>`
  return { name, rawName: '', file: '', line: 0, address: 0 }
}

/** Of a binary string. */
export const textOnOneLine = (binary: string): string => onOneLine(textOfBinary(binary))

/** Names come from files of any kind: what would end a line or is no text becomes a question mark, controls of direction \\u202e. */
export function onOneLine(text: string): string {
  return visibleText(text.replaceAll(/\p{Cc}|\p{Cs}|[\u2028\u2029]/gu, '?'))
}
