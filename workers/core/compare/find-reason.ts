// Two lines about the same thing → what of them differs, as far as it has a known cause.
import { Reason } from '../reports/comparison.ts'
import { withoutDots } from './keyed-lines.ts'

const INDEX = / ?(?:\[\d+\]?|\(\d+\))/g
/** Behind a static function's name in the index. */
const SOURCE = / \([^()\s]{1,300}\.\w{1,6}\)/g
const TOKENS = /-?(?:nan|inf|\d+\.\d+|\d+)/g

/** @param binTime seconds that 65,536 samples take; 0 if that is not known */
export function findReason(theirs: string, ours: string, binTime: number): number {
  if (squeezed(withoutDots(theirs)) === squeezed(withoutDots(ours))) return Reason.dots
  const [left, right] = [withoutDots(theirs), withoutDots(ours)].map((line) => line.replaceAll(INDEX, ''))
  if (squeezed(left) === squeezed(right)) return Reason.numbers
  if (squeezed(left.replaceAll(SOURCE, '')) === squeezed(right.replaceAll(SOURCE, ''))) return Reason.files
  const theirTokens = left.match(TOKENS) ?? []
  const ourTokens = right.match(TOKENS) ?? []
  if (theirTokens.length !== ourTokens.length) return Reason.unknown
  if (squeezed(left.replaceAll(TOKENS, '#')) !== squeezed(right.replaceAll(TOKENS, '#')))
    return Reason.unknown
  const pairs = theirTokens.map((token, at) => [token, ourTokens[at] ?? ''] as const)
  const differing = pairs.filter(([one, other]) => one !== other)
  const isCount = ([one]: readonly [string, string]): boolean => /^-?\d+$/.test(one)
  const counts = differing.filter(isCount)
  const times = differing.filter((pair) => !isCount(pair))
  if (counts.length > 0)
    return counts.every(([one, other]) => isMultiple(Number(one) - Number(other), 2 ** 32))
      ? Reason.wrappedCalls
      : Reason.calls
  if (times.every(([one, other]) => isLastDigit(one, other))) return Reason.rounding
  const isFirst = times.length === 1 && times[0] === pairs[0]
  if (isFirst) return Reason.shares
  const inSeconds = times.filter(([one]) => /\.\d\d$/.test(one))
  if (binTime > 0 && inSeconds.some(([one, other]) => isMultiple(Number(one) - Number(other), binTime)))
    return Reason.wrappedBins
  return Reason.times
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ')

const isMultiple = (difference: number, of: number): boolean =>
  Math.abs(difference) > of / 2 && Math.abs(difference / of - Math.round(difference / of)) < 1e-4

function isLastDigit(one: string, other: string): boolean {
  const digits = one.length - one.indexOf('.') - 1
  return Math.abs(Number(one) - Number(other)) < 1.5 * 10 ** -digits
}
