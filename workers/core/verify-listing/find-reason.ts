// Why two lines about the same subject differ.
import { Reason } from '../reports/verify-listing.ts'
import { withoutDots } from './keyed-lines.ts'

const INDEX = / ?(?:\[\d+\]?|\(\d+\))/g
/** Source file after a static function's name in the index. */
const SOURCE = / \([^()\s]{1,300}\.\w{1,6}\)/g
const TOKENS = /-?(?:nan|inf|\d+\.\d+|\d+)/g

/**
 * Returns the known causes of a difference between two lines, as bits of Reason; `Reason.unknown` if none is
 * known.
 *
 * @param theirs line of their listing, with differing text in `ours`
 * @param binTime seconds that 65,536 samples take; 0 if unknown
 */
export function findReason(theirs: string, ours: string, binTime: number): number {
  if (squeezeSpaces(withoutDots(theirs)) === squeezeSpaces(withoutDots(ours))) return Reason.dots
  const [left, right] = [withoutDots(theirs), withoutDots(ours)].map((line) => line.replaceAll(INDEX, ''))
  if (squeezeSpaces(left) === squeezeSpaces(right)) return Reason.numbers
  if (squeezeSpaces(left.replaceAll(SOURCE, '')) === squeezeSpaces(right.replaceAll(SOURCE, '')))
    return Reason.files
  const theirTokens = left.match(TOKENS) ?? []
  const ourTokens = right.match(TOKENS) ?? []
  if (theirTokens.length !== ourTokens.length) return Reason.unknown
  if (squeezeSpaces(left.replaceAll(TOKENS, '#')) !== squeezeSpaces(right.replaceAll(TOKENS, '#')))
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

const squeezeSpaces = (text: string): string => text.replaceAll(/\s+/g, ' ')

const isMultiple = (difference: number, of: number): boolean =>
  Math.abs(difference) > of / 2 && Math.abs(difference / of - Math.round(difference / of)) < 1e-4

function isLastDigit(one: string, other: string): boolean {
  const digits = one.length - one.indexOf('.') - 1
  return Math.abs(Number(one) - Number(other)) < 1.5 * 10 ** -digits
}
