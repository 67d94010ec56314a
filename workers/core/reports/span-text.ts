// A range of times as text, rounded outwards, but not below a time that is printed beside it.
import type { Seconds, Ticks } from '../base/units.ts'
import { formatFixed, secondsOf } from '../quantities.ts'

/** Ends of a range, in ticks. */
interface Span {
  readonly least: Ticks
  readonly most: Ticks
}

/**
 * Returns a range of times: "2.71 to 2.90 s", "0.80 ms to 0.02 s"; "2.90 s" if both ends agree. The lower end
 * is rounded down and the upper one up, but the lower end is not printed below `own`, which is beside it.
 * The profile must have a rate.
 *
 * @param own a time that is no longer than the lower end and that is printed to the nearest hundredth; 0 for none
 * @param to what is between the ends
 */
export function spanText(
  { rate, abbreviation }: { readonly rate: number; readonly abbreviation: string },
  { least, most }: Span,
  own: Ticks = 0,
  to = ' to ',
): string {
  const [low, high] = [secondsOf(least, rate), secondsOf(most, rate)]
  const unit = unitOf(high)
  if (least >= most * (1 - 1e-9)) return `${textIn(high, unit, 'round')} ${unit.prefix}${abbreviation}`
  const shown = Math.max(low, secondsOf(own, rate))
  const roundedUnit = shown === 0 ? unit : unitOf(shown)
  const besideIn = (its: Unit): number => (own > 0 ? roundIn(secondsOf(own, rate), its, 'round') : 0)
  const startIn = (its: Unit): number => Math.max(roundIn(low, its, 'floor'), besideIn(its))
  // What is rounded down to 0.00 s may still be longer than the time beside it, in its own unit.
  const lowUnit = low > 0 && startIn(roundedUnit) === 0 ? UNITS[1] : roundedUnit
  const beside = besideIn(lowUnit)
  const start = formatIn(startIn(lowUnit), lowUnit)
  const end = formatIn(Math.max(roundIn(high, unit, 'ceil'), lowUnit === unit ? beside : 0), unit)
  return lowUnit === unit
    ? `${start}${to}${end} ${unit.prefix}${abbreviation}`
    : `${start} ${lowUnit.prefix}${abbreviation}${to}${end} ${unit.prefix}${abbreviation}`
}

interface Unit {
  readonly prefix: string
  /** Per second. */
  readonly scale: number
}

const UNITS: readonly Unit[] = [
  { prefix: '', scale: 1 },
  { prefix: 'm', scale: 1e3 },
  { prefix: 'µ', scale: 1e6 },
  { prefix: 'n', scale: 1e9 },
]

/** The unit in which `formatTime` prints a time: seconds, unless two decimals of these would be 0.00. */
function unitOf(seconds: Seconds): Unit {
  if (seconds >= 0.005 || seconds <= 0) return UNITS[0]
  return UNITS.find(({ scale }) => seconds * scale > 0.9995) ?? (UNITS.at(-1) as Unit)
}

type Rounding = 'floor' | 'round' | 'ceil'

/** Rounds to what is printed: hundredths, or whole units from 100 of a small unit on. */
function roundIn(seconds: Seconds, { scale, prefix }: Unit, how: Rounding): number {
  const value = seconds * scale
  const steps = prefix !== '' && value >= 100 ? 1 : 100
  // What is a whole number of steps is not rounded to the next.
  const slack = how === 'floor' ? 1e-9 : how === 'ceil' ? -1e-9 : 0
  return Math[how](value * steps + slack) / steps
}

const formatIn = (value: number, { prefix }: Unit): string =>
  formatFixed(value, prefix !== '' && value >= 100 ? 0 : 2)

const textIn = (seconds: Seconds, unit: Unit, how: Rounding): string =>
  formatIn(roundIn(seconds, unit, how), unit)
