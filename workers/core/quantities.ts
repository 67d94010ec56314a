// Converts ticks to displayed text: the only place where numbers are rounded.
import type { Seconds, Ticks } from './base/units.ts'

/**
 * Below this, the product with 100 has an error far below UNSURE. So only values that close to
 * the middle between two hundredths (or tenths) need exact rounding. A listing has millions of
 * such numbers.
 */
const EXACT_ENOUGH = 1e7
const UNSURE = 1e-6

/**
 * Returns a value as an integer number of hundredths (`scale` 100) or tenths (10), rounded as C rounds, at
 * most 10^9. Returns −1 if only the exact way (`formatFixed`) can decide: close to a tie, from 10^7 on, and
 * for any value that is not positive.
 */
export function roundedUnits(value: number, scale: 10 | 100): number {
  // Excludes −0 as well, whose inverse is negative.
  if (!(1 / value > 0 && value < EXACT_ENOUGH)) return -1
  const units = value * scale
  const below = Math.floor(units)
  const rest = units - below
  if (Math.abs(rest - 0.5) <= UNSURE) return -1
  return rest < 0.5 ? below : below + 1
}

/**
 * Formats like C's `%.<digits>f`: rounds the exact binary value, ties to even, never in exponent
 * notation. NaN prints as "-nan" (the result of 0/0 on x86), infinities as "inf" and "-inf".
 */
export function formatFixed(value: number, digits: 0 | 1 | 2 | 3): string {
  const hundredths = digits === 2 ? roundedUnits(value, 100) : -1
  if (hundredths >= 0) {
    const cents = hundredths % 100
    return `${(hundredths - cents) / 100}.${cents < 10 ? '0' : ''}${cents}`
  }
  if (Number.isNaN(value)) return '-nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const magnitude = Math.abs(value)
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  if (magnitude >= 1e21) return `${sign}${BigInt(magnitude)}${digits === 0 ? '' : `.${'0'.repeat(digits)}`}`
  // Only multiples of 1/2^(digits + 1) can lie exactly halfway between two decimals; toFixed
  // rounds those up.
  if ((magnitude * 2 ** (digits + 1)) % 2 === 1) {
    const exact = magnitude.toFixed(digits + 1)
    const below = exact.slice(0, digits === 0 ? -2 : -1)
    if ('02468'.includes(below.slice(-1))) return sign + below
  }
  return sign + magnitude.toFixed(digits)
}

/**
 * Formats like C's `%g`: six significant digits, ties to even, no trailing zeros, exponent form below 1e-4
 * and from 1e6 on. NaN prints as "-nan", infinities as "inf" and "-inf".
 */
export function formatGeneral(value: number): string {
  if (Number.isNaN(value)) return '-nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (value === 0) return '0'
  const exact = Math.abs(value).toExponential(60)
  const digits = exact[0] + exact.slice(2, 62)
  let exponent = Number(exact.slice(exact.indexOf('e') + 1))
  let kept = Number(digits.slice(0, 6))
  const rest = digits.slice(6)
  const isTie = /^50*$/.test(rest)
  if (isTie ? kept % 2 === 1 : rest >= '5') kept++
  // Trailing zeros are removed, so it need not become 100000.
  if (kept === 1e6) exponent++
  const significant = String(kept).replace(/0+$/, '')
  const sign = value < 0 ? '-' : ''
  if (exponent < -4 || exponent >= 6) {
    const fraction = significant.length > 1 ? `.${significant.slice(1)}` : ''
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${significant[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${significant}`
  const whole = significant.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const fraction = significant.slice(exponent + 1)
  return sign + (fraction === '' ? whole : `${whole}.${fraction}`)
}

/**
 * Formats a count with separators: "1,234,567". A fraction is an estimate, of folded calls: "≈18,620"; two
 * digits below 10: "≈0.25".
 */
export function formatCount(count: number): string {
  if (Number.isSafeInteger(count) && count > 0) return `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
  if (count === 0) return '0'
  if (Number.isFinite(count) && !Number.isInteger(count) && count > 0)
    return `≈${count >= 9.95 ? formatCount(Math.round(count)) : Number(count.toPrecision(2))}`
  return count.toLocaleString('en-US')
}

const THOUSANDS = ['', 'K', 'M', 'G', 'T', 'P'] as const

/**
 * Formats a count in at most five characters, with three significant digits from 10,000 on: "9,999",
 * "28.1M". For where a full count is at hand.
 */
export function formatShortCount(count: number): string {
  if (!(count >= 9999.5)) return formatCount(Math.round(count))
  const rounded = Number(count.toPrecision(3))
  const step = Math.min(THOUSANDS.length - 1, Math.floor(Math.log10(rounded) / 3))
  return `${Number((rounded / 1000 ** step).toPrecision(3))}${THOUSANDS[step]}`
}

/** Returns the number of characters of a count with that many digits (at least 1), separators included. */
export function countWidth(digits: number): number {
  return digits + Math.floor((digits - 1) / 3)
}

/**
 * Returns the number of characters of the longest time in a column of seconds with two decimals; no part
 * takes longer than the whole. 0 without a rate.
 *
 * @param ticks the whole
 * @param rate ticks per second; 0 if unknown
 */
export function secondsWidth(ticks: Ticks, rate: number): number {
  return rate > 0 ? formatFixed(secondsOf(ticks, rate), 2).length : 0
}

/**
 * Converts ticks to seconds. Returns NaN without a rate, because times are then unknown.
 *
 * @param rate ticks per second; 0 if unknown
 */
export function secondsOf(ticks: Ticks, rate: number): Seconds {
  return rate > 0 ? ticks / rate : Number.NaN
}

/** Returns a part as a percentage of a whole, unrounded; a whole of 0 or less counts as 1, as in gprof. */
export function percentOf(part: Ticks, whole: Ticks): number {
  return (100 * part) / (whole > 0 ? whole : 1)
}

/**
 * Returns a part as a share of a whole for the length of a bar, cut off to 0–1; 0 for a whole of 0 or less.
 */
export function fractionOf(part: Ticks, whole: Ticks): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0
}

/**
 * Returns the 100% of every share on the page, in samples: all that the files recorded, those outside every
 * function and in the profiler's own functions among them. The same under every scenario. 0 without samples;
 * for a listing, what it prints as the time of all rows.
 */
export function wholeTicks(profile: SampledTotals): Ticks {
  return profile.totals.recordedTicks
}

/**
 * Returns a time as a share of all recorded samples, 0–1: the length of its bar. Functions can add up to a
 * little more than the samples, because gprof rounds the edges of bins; such a share is 1. 0 where shares are
 * not known.
 */
export function shareOf(profile: SampledTotals, ticks: Ticks): number {
  return fractionOf(ticks, wholeTicks(profile))
}

/**
 * Formats a time as a share of all recorded samples, as `formatShare` does; "" where shares are not known
 * (`areSharesKnown`).
 */
export function formatShareOf(profile: SampledTotals & { readonly rate: number }, ticks: Ticks): string {
  return areSharesKnown(profile) && !Number.isNaN(ticks) ? formatShare(shareOf(profile, ticks)) : ''
}

/**
 * Formats a share from 0 to 1 with one decimal: "12.3%", "100.0%"; "<0.1%" for one that would print as zero,
 * "0%" for none.
 */
export function formatShare(share: number): string {
  if (!(share > 0)) return '0%'
  const tenths = formatFixed(100 * Math.min(1, share), 1)
  return tenths === '0.0' ? '<0.1%' : `${tenths}%`
}

/** The part of a profile that shares are computed from. */
interface SampledTotals {
  readonly totals: { readonly ticks: Ticks; readonly recordedTicks: Ticks }
}

/**
 * Formats a number for tooltips, where rounding would hide its value: two decimals, but at least four and at
 * most six significant digits, without trailing zeros and separators: "2.5", "0.01235", "1234.57",
 * "12345.7". From 1e6 on and below 1e-6, four digits with an exponent: "1.235e+6". Whole numbers keep all
 * digits, with separators: "1,234,567"; NaN and infinities are "not known".
 */
export function formatExact(value: number): string {
  if (!Number.isFinite(value)) return 'not known'
  if (Number.isInteger(value)) return formatCount(value)
  // Two decimals, as in tables, or four digits: samples are not more precise than that.
  const before = Math.trunc(Math.abs(value)).toString().length
  const digits = Math.max(4, Math.min(6, before + 2))
  // Ties as in tables.
  const isPlain = Math.abs(value) >= 1 && before <= 6
  const text = isPlain ? formatFixed(value, (digits - before) as 0 | 1 | 2 | 3) : value.toPrecision(digits)
  const [whole = '', decimals = ''] = text.split('.')
  if (whole.includes('e') || decimals.includes('e')) return value.toPrecision(4)
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * Formats a time for a sentence as `formatTime` does for a table: "2.50 s", "2 h 47 min", "0"; "not known" for
 * NaN (no rate) and infinities.
 *
 * @param abbreviation unit of the profile's times, normally "s"
 */
export function formatSeconds(seconds: Seconds, abbreviation: string): string {
  return Number.isFinite(seconds) ? formatTime(seconds, abbreviation) : 'not known'
}

/** Seconds from which a time is shown in hours and minutes. */
const HOUR = 3600

/** Formats a duration of a minute or more: "1 min 40 s", from an hour on to the minute, "56 h 7 min". */
export function formatDuration(seconds: Seconds): string {
  const whole = Math.round(seconds)
  const minutes = (whole < HOUR ? Math.floor : Math.round)(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/**
 * Formats seconds with at most three significant digits in a suitable unit, down to picoseconds: "0.43 ns",
 * "45.2 ms", "4.8 s"; "not known" for NaN and infinities.
 *
 * @param abbreviation unit of the profile's times, normally "s"; prefixes go before it
 */
export function formatScaled(seconds: Seconds, abbreviation: string): string {
  if (!Number.isFinite(seconds)) return 'not known'
  const magnitude = Math.abs(seconds)
  if (magnitude === 0) return `0 ${abbreviation}`
  const prefixes = ['', 'm', 'µ', 'n', 'p']
  let at = 0
  let scaled = seconds
  // As in tables of times per call: picoseconds only if nanoseconds leave no digit.
  while (Math.abs(scaled) < (prefixes[at] === 'n' ? 0.005 : 0.9995) && at < prefixes.length - 1) {
    scaled *= 1000
    at++
  }
  return `${Number(scaled.toPrecision(3))} ${prefixes[at]}${abbreviation}`
}

/**
 * Formats a time for a table: "2.71 s" with gprof's digits; "4.77 ns" and "548 µs", with at most four
 * digits, for what they show as 0.00; "2 h 47 min" from an hour on, "0", "" for NaN.
 *
 * @param abbreviation unit of the profile's times, normally "s"
 */
export function formatTime(seconds: Seconds, abbreviation: string): string {
  if (Number.isNaN(seconds)) return ''
  if (seconds === 0) return '0'
  if (seconds >= HOUR && abbreviation === 's') return formatDuration(seconds)
  const digits = formatFixed(seconds, 2)
  if (digits !== '0.00') return `${digits} ${abbreviation}`
  const scaled = scaleToUnit(seconds, abbreviation)
  if (!scaled) return '0'
  return `${formatFixed(scaled.value, scaled.value >= 99.995 ? 0 : 2)} ${scaled.unit}`
}

/**
 * Formats a time in the unit that leaves it two decimals: "12.50 µs", "2.71 s", "2 h 47 min" from an hour
 * on, "0", "" for NaN.
 *
 * @param abbreviation unit of the profile's times, normally "s"; prefixes go before it
 */
export function formatTimePerCall(seconds: Seconds, abbreviation: string): string {
  if (Number.isNaN(seconds)) return ''
  if (seconds >= HOUR && abbreviation === 's') return formatDuration(seconds)
  const scaled = scaleToUnit(seconds, abbreviation)
  return scaled ? `${formatFixed(scaled.value, 2)} ${scaled.unit}` : '0'
}

/** A number with its unit. */
interface Scaled {
  readonly value: number
  readonly unit: string
}

/** Returns seconds in a suitable unit, picoseconds only if needed: 12.5 µs, 0.43 ns. Null for 0. */
function scaleToUnit(seconds: Seconds, abbreviation: string): Scaled | null {
  let scaled = seconds
  for (const prefix of ['', 'm', 'µ', 'n', 'p']) {
    const least = prefix === 'n' || prefix === 'p' ? 0.005 : 0.9995
    if (scaled > least && Number.isFinite(scaled)) return { value: scaled, unit: `${prefix}${abbreviation}` }
    scaled *= 1000
  }
  return null
}

/** Returns a unit as displayed: "µs" for gprof's "us", which texts and tables keep. */
export function shownUnit(unit: string): string {
  return unit.replace(/^u(?=.)/, 'µ')
}

/**
 * Formats a count with its noun: "1 sample", "1,250 samples".
 *
 * @param many the plural; by default with an s
 */
export function formatCounted(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** Formats an address in hexadecimal, lower case and without padding: "0x401136". */
export function formatAddress(address: number): string {
  return `0x${address.toString(16)}`
}

/** Formats a size: "999 B", "1.4 MB". One kB is 1000 bytes; TB is the largest unit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${formatFixed(value, 1)} ${units[unit]}`
}

/**
 * Whether shares of the time are known: there is a rate, or samples without one, of which only seconds are
 * unknown.
 */
export const areSharesKnown = (profile: {
  readonly rate: number
  readonly totals: { readonly ticks: number }
}): boolean => profile.rate > 0 || profile.totals.ticks > 0
