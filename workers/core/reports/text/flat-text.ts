// The flat profile as `gprof -b -p` prints it.
import type { FunctionIndex } from '../../profile/tables.ts'
import { formatFixed, formatGeneral } from '../quantities.ts'
import { readableBytes } from '../names.ts'
import { cut, cutLeft, type Sink, type TextInput } from './listing-text.ts'

export function writeFlatProfile(input: TextInput, write: Sink): void {
  const { analyzed, listing } = input
  const { profile, times } = analyzed
  const { functions, rate, dimension, abbreviation } = profile
  const { perCallUnit, printed, cumulativeTicks } = listing.flat
  write('Flat profile:\n')
  write(`\nEach sample counts as ${formatGeneral(1 / rate)} ${dimension}.\n`)
  let total = profile.totals.ticks
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
    const f = printed[row] as number as FunctionIndex
    const self = functions.selfTicks[f]
    const calls = functions.calls[f]
    const percent = formatFixed((100 * self) / total, 2).padStart(6)
    const cumulative = formatFixed((cumulativeTicks[row] as number) / rate, 2).padStart(9)
    let line = `${percent} ${cumulative} ${formatFixed(self / rate, 2).padStart(8)}`
    if (calls === 0) line += ` ${blank} ${blank} ${blank}  `
    else {
      const selfPerCall = (perCallUnit.factor * self) / rate / calls
      const totalPerCall = (perCallUnit.factor * (self + times.childTicks[f])) / rate / calls
      line +=
        ` ${String(calls).padStart(8)} ${formatFixed(selfPerCall, 2).padStart(8)}` +
        ` ${formatFixed(totalPerCall, 2).padStart(8)}  `
    }
    write(`${line}${readableBytes(functions, f)}\n`)
  }
}
