// The address space as rows for a drawing: bins with samples above the functions below them.
import { firstPlace, lastAtOrBelow } from '../base/binary-search.ts'
import { asArray } from '../base/columns.ts'
import type { CallGraphProfile, FunctionIndex, SharedBins } from '../profile/call-graph-profile.ts'
import { displayName } from '../names/names.ts'
import { formatAddress, formatCounted } from '../quantities.ts'

/** A range of link-time addresses in bytes, the end excluded. */
export interface AddressRange {
  readonly from: number
  readonly to: number
}

/** Whose the samples of a bin are: of one function, of any of several, or of none. */
export type BinKind = 'own' | 'shared' | 'outside'

/** A bin with samples, or neighbours of one kind that are too narrow to be drawn apart. */
export interface StripBin extends AddressRange {
  readonly samples: number
  readonly kind: BinKind
  /** Number of bins that were joined. */
  readonly bins: number
}

/** A function's place, from its first byte to that of the next function. */
export interface StripFunction extends AddressRange {
  readonly f: FunctionIndex
}

/** A profile with shared bins, which are what the strip shows. */
export type StripProfile = Pick<CallGraphProfile, 'functions'> & { readonly sharedBins: SharedBins }

const kindOf = (owners: number): BinKind => (owners === 0 ? 'outside' : owners === 1 ? 'own' : 'shared')

/** Returns the range from the first bin with samples to the last; 0 to 1 if there are none. */
export function wholeRange({ sharedBins: { bins } }: StripProfile): AddressRange {
  let from = Infinity
  let to = 0
  for (let bin = 0; bin < bins.from.length; bin++) {
    from = Math.min(from, bins.from[bin])
    to = Math.max(to, bins.to[bin])
  }
  return from < to ? { from, to } : { from: 0, to: 1 }
}

/**
 * Returns the range of a function and of the bins with samples that hold its code, with a twentieth more on
 * both sides.
 */
export function rangeAround(profile: StripProfile, f: FunctionIndex): AddressRange {
  const own = placeOf(profile, f)
  let { from, to } = own
  const { bins } = profile.sharedBins
  for (let bin = 0; bin < bins.from.length; bin++)
    if (bins.from[bin] < own.to && bins.to[bin] > own.from) {
      from = Math.min(from, bins.from[bin])
      to = Math.max(to, bins.to[bin])
    }
  const margin = Math.ceil((to - from) / 20)
  return { from: from - margin, to: to + margin }
}

/** Bytes shown of a last function, whose end no next one marks. */
const OPEN_END = 64

function placeOf({ functions, sharedBins: { bytesPerBin } }: StripProfile, f: FunctionIndex): StripFunction {
  const from = functions.address[f]
  const next = f + 1 < functions.length ? functions.address[(f + 1) as FunctionIndex] : 0
  const to = next > from ? next : Math.max(functions.last[f] + 1, from + Math.max(OPEN_END, bytesPerBin))
  return { f, from, to }
}

/**
 * Returns the bins with samples in a range, ascending. Neighbours of one kind within the same column of
 * `room` columns become one.
 *
 * @param room columns of the drawing; Infinity joins none
 */
export function stripBins(
  { sharedBins: { bins } }: StripProfile,
  { from, to }: AddressRange,
  room: number,
): readonly StripBin[] {
  const column = (to - from) / Math.max(1, room)
  const order = Uint32Array.from(bins.from.keys()).sort((a, b) => bins.from[a] - bins.from[b])
  const found: StripBin[] = []
  for (const bin of order) {
    if (bins.to[bin] <= from || bins.from[bin] >= to) continue
    const one = {
      from: bins.from[bin],
      to: bins.to[bin],
      samples: bins.samples[bin],
      kind: kindOf(bins.owners[bin]),
      bins: 1,
    }
    const before = found.at(-1)
    if (before?.kind === one.kind && one.to - before.from < column)
      found[found.length - 1] = {
        ...before,
        to: one.to,
        samples: before.samples + one.samples,
        bins: before.bins + 1,
      }
    else found.push(one)
  }
  return found
}

/** Returns the bins with samples that hold code of a function, ascending. */
export function binsOf(profile: StripProfile, f: FunctionIndex): readonly StripBin[] {
  return stripBins(profile, placeOf(profile, f), Infinity)
}

/**
 * Returns the functions in a range, ascending, except those narrower than a column.
 *
 * @param room columns of the drawing
 */
export function stripFunctions(
  profile: StripProfile,
  { from, to }: AddressRange,
  room: number,
): readonly StripFunction[] {
  const { functions } = profile
  const address = asArray(functions.address)
  const column = (to - from) / Math.max(1, room)
  const found: StripFunction[] = []
  const last = firstPlace(functions.length, (at) => address[at] < to)
  for (let f = Math.max(0, lastAtOrBelow(address, from, functions.length)); f < last; f++) {
    const place = placeOf(profile, f as FunctionIndex)
    if (place.to > from && place.to - place.from >= column) found.push(place)
  }
  return found
}

/** Returns the functions with code in a bin, ascending. The last function is taken to have no end. */
export function functionsIn(
  { functions }: Pick<CallGraphProfile, 'functions'>,
  { from, to }: AddressRange,
): readonly FunctionIndex[] {
  const address = asArray(functions.address)
  const first = Math.max(0, lastAtOrBelow(address, from, functions.length))
  const last = firstPlace(functions.length, (at) => address[at] < to)
  return Array.from({ length: Math.max(0, last - first) }, (_, at) => (first + at) as FunctionIndex)
}

/**
 * Returns a range half or twice as long around the middle, or moved by half of its length, within the
 * whole. It is not shortened below 16 bytes.
 */
export function changedRange(
  { from, to }: AddressRange,
  whole: AddressRange,
  how: 'in' | 'out' | 'left' | 'right',
): AddressRange {
  const length = to - from
  const longest = whole.to - whole.from
  const next = how === 'in' ? Math.max(length / 2, Math.min(16, length)) : how === 'out' ? length * 2 : length
  const size = Math.min(next, longest)
  const moved = how === 'left' ? -length / 2 : how === 'right' ? length / 2 : 0
  const start = (from + to - size) / 2 + moved
  const at = Math.min(Math.max(start, whole.from), whole.to - size)
  return { from: at, to: at + size }
}

const WHOSE: Readonly<Record<BinKind, string>> = {
  own: 'of one function',
  shared: 'shared by several functions',
  outside: 'outside all functions',
}

/** Functions of a bin that are named. */
const NAMED = 8

/**
 * Describes a bin: "0x42000100 to 0x420001ff: 600 samples, shared by several functions: f06, f07". Names at
 * most eight functions.
 */
export function binText(profile: Pick<CallGraphProfile, 'functions'>, bin: StripBin): string {
  const within = functionsIn(profile, bin)
  const names = within.slice(0, NAMED).map((f) => displayName(profile.functions, f))
  const more = within.length > NAMED ? ` and ${within.length - NAMED} more` : ''
  const several = bin.bins > 1 ? ` in ${formatCounted(bin.bins, 'bin')}` : ''
  const whose = bin.kind === 'outside' ? '' : `: ${names.join(', ')}${more}`
  return `${formatAddress(bin.from)} to ${formatAddress(bin.to - 1)}: ${formatCounted(bin.samples, 'sample')}${several}, ${WHOSE[bin.kind]}${whose}`
}
