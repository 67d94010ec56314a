// Prints the flat profile as `gprof -p` does.
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { formatFixed, formatGeneral } from '../../quantities.ts'
import type { PerCallUnit } from '../listing/flat-profile.ts'
import { bytesOfBin, cut, cutLeft, styleOf, type TextInput } from './listing-text.ts'
import { EXPLANATIONS } from './explanations.ts'
import { PrintedNames } from './printed-names.ts'
import { NEWLINE, type TextBytes } from './text-bytes.ts'

/** The first versions of gprof had only one unit. */
const TRADITIONAL_UNIT: PerCallUnit = { prefix: 'm', factor: 1e3 }
/** Width of the three columns of calls when they are blank, spaces around them included. */
const NO_CALLS = 29

/**
 * Writes the flat profile as `gprof -p` prints it, in the style of the input. The last bytes wait in `out`
 * until `out.end()`.
 */
export function writeFlatProfile(
  input: TextInput,
  out: TextBytes,
  names = new PrintedNames(input, out),
): void {
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
  for (let at = 0; at < listing.flat.printed.length; at++)
    writeRow(input, names, style.traditional, perCallUnit.factor, total, at, out)
  if (style.explained && !style.traditional) out.text(EXPLANATIONS.flat)
}

/** @param at position in the flat profile */
function writeRow(
  input: TextInput,
  names: PrintedNames,
  traditional: boolean,
  factor: number,
  total: number,
  at: number,
  out: TextBytes,
): void {
  const { profile, times, asPrinted } = input.analyzed
  const { functions, rate } = profile
  const { printed, cumulativeTicks } = input.listing.flat
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
