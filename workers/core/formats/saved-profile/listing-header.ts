// The part of a saved profile’s header that describes a listing. Its rows are columns. Numbers are as
// JSON writes them: NaN or an infinity by name.
import { binary, bool, count, listOf, num, oneOf, orNull, record, type Shape } from '../../base/shape.ts'

/** A number that JSON can hold, or the name of one that it cannot. */
export type Quantity = number | 'NaN' | 'Infinity' | '-Infinity'

const NON_FINITE_NAMES = ['NaN', 'Infinity', '-Infinity'] as const

/** Shape of a number that may be infinite or NaN, which JSON lacks. */
export const quantity: Shape<Quantity> = {
  schema: { anyOf: [num.schema, { enum: [...NON_FINITE_NAMES] }] },
  check: (value, path) =>
    typeof value === 'string' ? oneOf(...NON_FINITE_NAMES).check(value, path) : num.check(value, path),
}

/** Returns a number in its JSON form: itself if finite, else its name. */
export const quantityOf = (value: number): Quantity =>
  Number.isFinite(value) ? value : (String(value) as Quantity)

/** The granularity line of a saved listing. */
export interface SavedGranularity {
  readonly bytes: number
  readonly share: Quantity
  readonly seconds: Quantity
  readonly dimension: string
}

/** Texts are binary strings; `rows`, `entries`, `lines`, `names` and `items` are how many there are. */
export interface SavedListing {
  readonly style: {
    readonly traditional: boolean
    readonly explained: boolean
    readonly byLine: boolean
    readonly staticCalls: boolean
    readonly showUnused: boolean
    readonly parts: readonly ('flat' | 'graph' | 'index')[]
  }
  readonly flat: {
    readonly rows: number
    readonly period: string
    readonly dimension: string
    readonly abbreviation: string
    readonly prefix: string
    readonly granularity: SavedGranularity | null
    readonly timeless: boolean
  } | null
  readonly graph: {
    readonly entries: number
    readonly lines: number
    readonly names: number
    readonly granularity: SavedGranularity | null
  } | null
  readonly index: { readonly items: number; readonly width: number } | null
}

const MOST_ROWS = 1 << 24
/** Shape of words that a listing has in a place of its own. */
export const words = binary(1 << 16)
const rows = count(MOST_ROWS)

const granularity = orNull(
  record<SavedGranularity>({ bytes: count(), share: quantity, seconds: quantity, dimension: words }),
)

/** Shape of a saved listing's header. */
export const listingShape: Shape<SavedListing> = record<SavedListing>({
  style: record<SavedListing['style']>({
    traditional: bool,
    explained: bool,
    byLine: bool,
    staticCalls: bool,
    showUnused: bool,
    parts: listOf(oneOf('flat', 'graph', 'index'), 16),
  }),
  flat: orNull(
    record<NonNullable<SavedListing['flat']>>({
      rows,
      period: words,
      dimension: words,
      abbreviation: binary(1),
      prefix: words,
      granularity,
      timeless: bool,
    }),
  ),
  graph: orNull(
    record<NonNullable<SavedListing['graph']>>({ entries: rows, lines: rows, names: rows, granularity }),
  ),
  index: orNull(record<NonNullable<SavedListing['index']>>({ items: rows, width: count(1 << 20) })),
})
