// From ticks to the text people read: the only place where a number is rounded.
import type { Seconds, Ticks } from '../base/units.ts'

/**
 * Below this a product with 100 is off by far less than UNSURE, so only what lies that close to the middle between two
 * hundredths (or tenths) needs the exact way. A listing has millions of such numbers.
 */
const EXACT_ENOUGH = 1e7
const UNSURE = 1e-6

/**
 * A value as a whole number of hundredths (`scale` 100) or tenths (10), rounded as C rounds, or −1: for it the exact way
 * alone can tell. At most 10^9.
 */
export function roundedUnits(value: number, scale: 10 | 100): number {
  // Nor −0, which is told by its inverse.
  if (!(1 / value > 0 && value < EXACT_ENOUGH)) return -1
  const units = value * scale
  const below = Math.floor(units)
  const rest = units - below
  if (Math.abs(rest - 0.5) <= UNSURE) return -1
  return rest < 0.5 ? below : below + 1
}

/**
 * C's `%.<digits>f`: rounds the exact binary value, ties to even, never in exponent notation.
 * NaN prints as "-nan" (what a 0/0 gives on x86), infinities as "inf" and "-inf".
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
  // Only multiples of 1/2^(digits + 1) can lie exactly halfway between two decimals; toFixed rounds those up.
  if ((magnitude * 2 ** (digits + 1)) % 2 === 1) {
    const exact = magnitude.toFixed(digits + 1)
    const below = exact.slice(0, digits === 0 ? -2 : -1)
    if ('02468'.includes(below.slice(-1))) return sign + below
  }
  return sign + magnitude.toFixed(digits)
}

/** C's `%g`: six significant digits, ties to even, no trailing zeros, exponent form below 1e-4 and from 1e6 on. */
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
  // Zeros at its end go, and so it need not become 100000.
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

/** Made once, and only for what is no whole number: it loads the rules of languages, which takes 10 ms. */
let withGroups: Intl.NumberFormat | null = null

/** "1,234,567" */
export function formatCount(count: number): string {
  if (Number.isSafeInteger(count) && count > 0) return `${count}`.replace(/\B(?=(?:\d{3})+$)/g, ',')
  if (count === 0) return '0'
  withGroups ??= new Intl.NumberFormat('en-US')
  return withGroups.format(count)
}

/** Letters of a count of so many digits, separators among them. */
export function countWidth(digits: number): number {
  return digits + Math.floor((digits - 1) / 3)
}

/** Letters of the longest time there can be in a column of seconds: no part of a profile takes longer than the whole. */
export function secondsWidth(ticks: Ticks, rate: number): number {
  return rate > 0 ? formatFixed(secondsOf(ticks, rate), 2).length : 0
}

/** Ticks as seconds. NaN when there is no rate: times are then not known. */
export function secondsOf(ticks: Ticks, rate: number): Seconds {
  return rate > 0 ? ticks / rate : Number.NaN
}

/** Part of a whole in percent; a whole of nothing or less counts as 1, as gprof has it. */
export function percentOf(part: Ticks, whole: Ticks): number {
  return (100 * part) / (whole > 0 ? whole : 1)
}

/** The same as a length for a bar, 0–1. */
export function fractionOf(part: Ticks, whole: Ticks): number {
  return whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0
}

/** All digits that mean something: for hovering, where rounding would hide what a number is. */
export function formatExact(value: number): string {
  if (!Number.isFinite(value)) return 'not known'
  if (Number.isInteger(value)) return formatCount(value)
  const [whole = '', decimals = ''] = value.toPrecision(6).split('.')
  if (whole.includes('e') || decimals.includes('e')) return value.toPrecision(4)
  const kept = decimals.replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** "2.50 s", or "not known" without a rate. */
export function formatSeconds(seconds: Seconds, abbreviation: string): string {
  return Number.isFinite(seconds) ? `${formatFixed(seconds, 2)} ${abbreviation}` : 'not known'
}

/** Of a minute or more, as people say it: "1 min 40 s", "56 h 7 min". */
export function formatDuration(seconds: Seconds): string {
  const whole = Math.round(seconds)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${formatCount(Math.floor(minutes / 60))} h ${minutes % 60} min`
}

/** Three digits that mean something and a unit that fits: "0.43 ns", "2.99 ns", "45.2 ms", "4.8 s". */
export function formatScaled(seconds: Seconds, abbreviation: string): string {
  if (!Number.isFinite(seconds)) return 'not known'
  const magnitude = Math.abs(seconds)
  if (magnitude === 0) return `0 ${abbreviation}`
  const prefixes = ['', 'm', 'µ', 'n', 'p']
  let at = 0
  let scaled = seconds
  // As in tables of times per call: picoseconds only where nanoseconds leave no digit.
  while (Math.abs(scaled) < (prefixes[at] === 'n' ? 0.005 : 0.9995) && at < prefixes.length - 1) {
    scaled *= 1000
    at++
  }
  return `${Number(scaled.toPrecision(3))} ${prefixes[at]}${abbreviation}`
}

export interface Scaled {
  readonly digits: string
  readonly unit: string
}

/** Two decimals in a unit that fits, none smaller than needed below a nanosecond: 12.50 µs, 0.43 ns. Null of nothing. */
export function scaleToUnit(seconds: Seconds, abbreviation: string): Scaled | null {
  let scaled = seconds
  for (const prefix of ['', 'm', 'µ', 'n', 'p']) {
    const least = prefix === 'n' || prefix === 'p' ? 0.005 : 0.9995
    if (scaled > least && Number.isFinite(scaled))
      return { digits: formatFixed(scaled, 2), unit: `${prefix}${abbreviation}` }
    scaled *= 1000
  }
  return null
}

/** gprof's "us" as people write it; texts and tables keep gprof's. */
export function shownUnit(unit: string): string {
  return unit.replace(/^u(?=.)/, 'µ')
}

/** "1 sample", "250 samples" */
export function formatCounted(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** "0x401136" */
export function formatAddress(address: number): string {
  return `0x${address.toString(16)}`
}

/** "1.4 MB" */
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

/** Whether shares of the time are known: seconds are not where a file has samples and no rate. */
export const areSharesKnown = (profile: {
  readonly rate: number
  readonly totals: { readonly ticks: number }
}): boolean => profile.rate > 0 || profile.totals.ticks > 0
