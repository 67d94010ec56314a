// The flat profile as `gprof -p` prints it.
import type { FunctionIndex } from '../../profile/tables.ts'
import { formatFixed, formatGeneral, roundedUnits } from '../quantities.ts'
import type { PerCallUnit } from '../listing/flat-profile.ts'
import { digitTable } from './digit-table.ts'
import { putHundredths } from './digits.ts'
import { EXPLANATIONS } from './explanations.ts'
import { bytesOfBin, cut, cutLeft, styleOf, type TextInput } from './listing-text.ts'
import { printedNames, type PrintedNames } from './printed-names.ts'
import { NEWLINE, type TextBytes } from './text-bytes.ts'

/** The first gprofs knew but one unit. */
const TRADITIONAL_UNIT: PerCallUnit = { prefix: 'm', factor: 1e3 }
/** Width of the three columns of calls where there are none, blanks around them included. */
const NO_CALLS = 29

export function writeFlatProfile(input: TextInput, out: TextBytes): void {
  const { analyzed, listing } = input
  const style = styleOf(input)
  const { profile, asPrinted } = analyzed
  const { rate, scale, dimension, abbreviation } = profile
  const perCallUnit = style.traditional ? TRADITIONAL_UNIT : listing.flat.perCallUnit
  let total = profile.totals.ticks
  if (style.traditional) {
    if (style.explained) out.text(`\n\n\nflat profile:\n${EXPLANATIONS.flat}`)
    out.text(`\ngranularity: each sample hit covers ${bytesOfBin(scale)} byte(s)`)
    if (total > 0)
      out.text(
        ` for ${formatFixed(asPrinted?.flatShare ?? 100 / total, 2)}% of ${formatFixed(total / rate, 2)} ${dimension}\n\n`,
      )
  } else
    out.text(
      `Flat profile:\n\nEach sample counts as ${asPrinted?.period ?? formatGeneral(1 / rate)} ${dimension}.\n`,
    )
  if (total <= 0) {
    out.text(' no time accumulated\n\n')
    total = 1
  }
  const unit = `${perCallUnit.prefix}${abbreviation}/call`
  out.text(
    `${cut('%  ', 5)} ${cut('cumulative', 10)} ${cut('self  ', 8)} ${cut('', 8)} ${cut('self  ', 8)} ` +
      `${cut('total ', 8)}  ${cutLeft('', 8)}\n`,
  )
  out.text(
    `${cut('time', 5)} ${cut(dimension, 9)}  ${cut(dimension, 8)} ${cut('calls', 8)} ${cut(unit, 8)} ` +
      `${cut(unit, 8)}  ${cutLeft('name', 8)}\n`,
  )
  writeRows(input, style.traditional, perCallUnit.factor, total, out)
  if (style.explained && !style.traditional) out.text(EXPLANATIONS.flat)
}

function writeRows(
  input: TextInput,
  traditional: boolean,
  factor: number,
  total: number,
  out: TextBytes,
): void {
  const { profile, times, asPrinted } = input.analyzed
  const { functions, rate } = profile
  const { printed, cumulativeTicks } = input.listing.flat
  const names = printedNames(input, out)
  for (let at = 0; at < printed.length; at++) {
    const f = printed[at] as FunctionIndex
    const self = functions.selfTicks[f]
    const calls = asPrinted ? asPrinted.flatCalls[f] : functions.calls[f]
    const share = asPrinted ? asPrinted.flatPercent[f] : (100 * self) / total
    const cumulative = cumulativeTicks[at] / rate
    const seconds = self / rate
    const selfPerCall = asPrinted ? asPrinted.selfPerCall[f] : (factor * self) / rate / calls
    const totalPerCall = asPrinted
      ? asPrinted.totalPerCall[f]
      : (factor * (self + times.childTicks[f])) / rate / calls
    if (!traditional && putRow(share, cumulative, seconds, calls, selfPerCall, totalPerCall, f, names, out))
      continue
    if (traditional) out.fixed(share, 1, 5)
    else out.fixed(share, 2, 6)
    out.blanks(1)
    out.fixed(cumulative, 2, traditional ? 10 : 9)
    out.blanks(1)
    out.fixed(seconds, 2, 8)
    if (calls === 0) out.blanks(NO_CALLS)
    else {
      out.blanks(1)
      out.count(calls, 8)
      out.blanks(1)
      out.fixed(selfPerCall, 2, 8)
      out.blanks(1)
      out.fixed(totalPerCall, 2, 8)
      out.blanks(2)
    }
    if (traditional) names.writeLine(f)
    else {
      names.writeName(f)
      out.byte(NEWLINE)
    }
  }
}

/** Ends of the columns, and the greatest hundredths that fit the narrowest of them. */
const SHARE_END = 6
const CUMULATIVE_END = SHARE_END + 10
const SELF_END = CUMULATIVE_END + 9
const CALLS_END = SELF_END + 9
const SELF_PER_CALL_END = CALLS_END + 9
const TOTAL_PER_CALL_END = SELF_PER_CALL_END + 9
const NAME_AT = TOTAL_PER_CALL_END + 2
const MOST_SHARE = 99_999
const MOST_HUNDREDTHS = 9_999_999
const MOST_CALLS = 99_999_999

/**
 * Puts a row together in place, as nearly every row can be: not one with a number too wide for its column, or in the middle
 * between two decimals. Answers whether it did.
 */
function putRow(
  share: number,
  cumulative: number,
  seconds: number,
  calls: number,
  selfPerCall: number,
  totalPerCall: number,
  f: FunctionIndex,
  names: PrintedNames,
  out: TextBytes,
): boolean {
  const place = names.placeOf(f)
  const shareUnits = roundedUnits(share, 100)
  const sumUnits = roundedUnits(cumulative, 100)
  const selfUnits = roundedUnits(seconds, 100)
  if (place < 0 || shareUnits < 0 || sumUnits < 0 || selfUnits < 0) return false
  if (shareUnits > MOST_SHARE || sumUnits > MOST_HUNDREDTHS || selfUnits > MOST_HUNDREDTHS) return false
  let selfCallUnits = 0
  let totalCallUnits = 0
  if (calls !== 0) {
    selfCallUnits = roundedUnits(selfPerCall, 100)
    totalCallUnits = roundedUnits(totalPerCall, 100)
    if (calls > MOST_CALLS || selfCallUnits < 0 || totalCallUnits < 0) return false
    if (selfCallUnits > MOST_HUNDREDTHS || totalCallUnits > MOST_HUNDREDTHS) return false
  }
  const nameLength = names.nameLength(f)
  const at = out.blankRoom(NAME_AT, nameLength + 1)
  const { buffer, view } = out
  const digits = digitTable()
  // From the right to the left: blanks before a number may reach into the column before it.
  if (calls !== 0) {
    digits.putHundredths(view, at + TOTAL_PER_CALL_END, totalCallUnits)
    digits.putHundredths(view, at + SELF_PER_CALL_END, selfCallUnits)
    digits.putCount(view, at + CALLS_END, calls)
  }
  digits.putHundredths(view, at + SELF_END, selfUnits)
  digits.putHundredths(view, at + CUMULATIVE_END, sumUnits)
  // Not from the table, which would begin before the line.
  putHundredths(buffer, at + SHARE_END, shareUnits | 0)
  const end = out.putKept(at + NAME_AT, place, nameLength)
  buffer[end] = NEWLINE
  out.writtenTo(end + 1)
  return true
}
