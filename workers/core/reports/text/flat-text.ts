// The flat profile as `gprof -p` prints it.
import { asArray } from '../../base/as-column.ts'
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
  const { printed } = input.listing.flat
  const usual = traditional || input.analyzed.asPrinted ? null : new UsualRows(input, factor, total, out)
  for (let at = 0; at < printed.length; at++) {
    if (usual) at = usual.write(at)
    if (at < printed.length) writeTheLongWay(input, traditional, factor, total, at, out)
  }
}

function writeTheLongWay(
  input: TextInput,
  traditional: boolean,
  factor: number,
  total: number,
  at: number,
  out: TextBytes,
): void {
  const { profile, times, asPrinted } = input.analyzed
  const { functions, rate } = profile
  const { printed, cumulativeTicks } = input.listing.flat
  const names = printedNames(input, out)
  const f = printed[at] as FunctionIndex
  const self = functions.selfTicks[f]
  const calls = asPrinted ? asPrinted.flatCalls[f] : functions.calls[f]
  const share = asPrinted ? asPrinted.flatPercent[f] : (100 * self) / total
  if (traditional) out.fixed(share, 1, 5)
  else out.fixed(share, 2, 6)
  out.blanks(1)
  out.fixed(cumulativeTicks[at] / rate, 2, traditional ? 10 : 9)
  out.blanks(1)
  out.fixed(self / rate, 2, 8)
  if (calls === 0) out.blanks(NO_CALLS)
  else {
    out.blanks(1)
    out.count(calls, 8)
    out.blanks(1)
    out.fixed(asPrinted ? asPrinted.selfPerCall[f] : (factor * self) / rate / calls, 2, 8)
    out.blanks(1)
    const whole = self + times.childTicks[f]
    out.fixed(asPrinted ? asPrinted.totalPerCall[f] : (factor * whole) / rate / calls, 2, 8)
    out.blanks(2)
  }
  if (traditional) names.writeLine(f)
  else {
    names.writeName(f)
    out.byte(NEWLINE)
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

/** Rows that are put together in place, as nearly every one can be: in one loop, which an engine compiles as it runs. */
class UsualRows {
  readonly #names: PrintedNames
  readonly #out: TextBytes
  readonly #printed: Uint32Array
  readonly #cumulative: Float64Array
  readonly #self: Float64Array
  readonly #child: Float64Array
  readonly #calls: Float64Array
  readonly #rate: number
  readonly #factor: number
  readonly #total: number

  constructor(input: TextInput, factor: number, total: number, out: TextBytes) {
    const { analyzed, listing } = input
    const { functions, rate } = analyzed.profile
    this.#names = printedNames(input, out)
    this.#out = out
    this.#printed = listing.flat.printed
    this.#cumulative = listing.flat.cumulativeTicks
    this.#self = asArray(functions.selfTicks)
    this.#child = asArray(analyzed.times.childTicks)
    this.#calls = asArray(functions.calls)
    this.#rate = rate
    this.#factor = factor
    this.#total = total
  }

  /**
   * Writes rows from a place on, up to one with a number too wide for its column or in the middle between two decimals.
   * Answers where that is, or how many rows there are.
   */
  write(from: number): number {
    const names = this.#names
    const out = this.#out
    const printed = this.#printed
    const cumulatives = this.#cumulative
    const selves = this.#self
    const children = this.#child
    const allCalls = this.#calls
    const rate = this.#rate
    const factor = this.#factor
    const total = this.#total
    const digits = digitTable()
    for (let at = from; at < printed.length; at++) {
      const f = printed[at]
      const self = selves[f]
      const calls = allCalls[f]
      const place = names.placeOf(f as FunctionIndex)
      const share = roundedUnits((100 * self) / total, 100)
      const sum = roundedUnits(cumulatives[at] / rate, 100)
      const seconds = roundedUnits(self / rate, 100)
      if (place < 0 || share < 0 || sum < 0 || seconds < 0) return at
      if (share > MOST_SHARE || sum > MOST_HUNDREDTHS || seconds > MOST_HUNDREDTHS) return at
      let selfPerCall = 0
      let totalPerCall = 0
      if (calls !== 0) {
        selfPerCall = roundedUnits((factor * self) / rate / calls, 100)
        totalPerCall = roundedUnits((factor * (self + children[f])) / rate / calls, 100)
        if (calls > MOST_CALLS || selfPerCall < 0 || totalPerCall < 0) return at
        if (selfPerCall > MOST_HUNDREDTHS || totalPerCall > MOST_HUNDREDTHS) return at
      }
      const nameLength = names.nameLength(f as FunctionIndex)
      const row = out.blankRoom(NAME_AT, nameLength + 1)
      const { buffer, view } = out
      // From the right to the left: blanks before a number may reach into the column before it.
      if (calls !== 0) {
        digits.putHundredths(view, row + TOTAL_PER_CALL_END, totalPerCall)
        digits.putHundredths(view, row + SELF_PER_CALL_END, selfPerCall)
        digits.putCount(view, row + CALLS_END, calls)
      }
      digits.putHundredths(view, row + SELF_END, seconds)
      digits.putHundredths(view, row + CUMULATIVE_END, sum)
      // Not from the table, which would begin before the line.
      putHundredths(buffer, row + SHARE_END, share | 0)
      const end = out.putKept(row + NAME_AT, place, nameLength)
      buffer[end] = NEWLINE
      out.writtenTo(end + 1)
    }
    return printed.length
  }
}
