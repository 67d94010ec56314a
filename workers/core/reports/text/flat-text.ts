// The flat profile as `gprof -p` prints it.
import type { FunctionIndex } from '../../profile/tables.ts'
import { formatFixed, formatGeneral } from '../quantities.ts'
import type { PerCallUnit } from '../flat-profile.ts'
import { EXPLANATIONS } from './explanations.ts'
import { bytesOfBin, cut, cutLeft, fullName, styleOf, type Sink, type TextInput } from './listing-text.ts'

/** The first gprofs knew but one unit. */
const TRADITIONAL_UNIT: PerCallUnit = { prefix: 'm', factor: 1e3 }

export function writeFlatProfile(input: TextInput, write: Sink): void {
  const { analyzed, listing } = input
  const style = styleOf(input)
  const { profile, times } = analyzed
  const { functions, rate, scale, dimension, abbreviation } = profile
  const { printed, cumulativeTicks } = listing.flat
  const perCallUnit = style.traditional ? TRADITIONAL_UNIT : listing.flat.perCallUnit
  let total = profile.totals.ticks
  if (style.traditional) {
    if (style.explained) write(`\n\n\nflat profile:\n${EXPLANATIONS.flat}`)
    write(`\ngranularity: each sample hit covers ${bytesOfBin(scale)} byte(s)`)
    if (total > 0)
      write(` for ${formatFixed(100 / total, 2)}% of ${formatFixed(total / rate, 2)} ${dimension}\n\n`)
  } else write(`Flat profile:\n\nEach sample counts as ${formatGeneral(1 / rate)} ${dimension}.\n`)
  if (total <= 0) {
    write(' no time accumulated\n\n')
    total = 1
  }
  const unit = `${perCallUnit.prefix}${abbreviation}/call`
  write(
    `${cut('%  ', 5)} ${cut('cumulative', 10)} ${cut('self  ', 8)} ${cut('', 8)} ${cut('self  ', 8)} ` +
      `${cut('total ', 8)}  ${cutLeft('', 8)}\n`,
  )
  write(
    `${cut('time', 5)} ${cut(dimension, 9)}  ${cut(dimension, 8)} ${cut('calls', 8)} ${cut(unit, 8)} ` +
      `${cut(unit, 8)}  ${cutLeft('name', 8)}\n`,
  )
  const blank = ' '.repeat(8)
  for (let row = 0; row < printed.length; row++) {
    const f = printed[row] as FunctionIndex
    const self = functions.selfTicks[f]
    const calls = functions.calls[f]
    const share = (100 * self) / total
    const percent = style.traditional ? formatFixed(share, 1).padStart(5) : formatFixed(share, 2).padStart(6)
    const cumulative = formatFixed(cumulativeTicks[row] / rate, 2).padStart(style.traditional ? 10 : 9)
    let line = `${percent} ${cumulative} ${formatFixed(self / rate, 2).padStart(8)}`
    if (calls === 0) line += ` ${blank} ${blank} ${blank}  `
    else {
      const selfPerCall = (perCallUnit.factor * self) / rate / calls
      const totalPerCall = (perCallUnit.factor * (self + times.childTicks[f])) / rate / calls
      line +=
        ` ${String(calls).padStart(8)} ${formatFixed(selfPerCall, 2).padStart(8)}` +
        ` ${formatFixed(totalPerCall, 2).padStart(8)}  `
    }
    write(`${line}${style.traditional ? fullName(input, f) : style.nameOf(f)}\n`)
  }
  if (style.explained && !style.traditional) write(EXPLANATIONS.flat)
}
