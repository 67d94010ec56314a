// A number as JSON can tell it: those that are none, or without end, by name.
import { num, oneOf, type Shape } from '../../base/shape.ts'

/** A number that JSON can hold, or the name of one that it cannot. */
export type Quantity = number | 'NaN' | 'Infinity' | '-Infinity'

const NAMES = ['NaN', 'Infinity', '-Infinity'] as const

export const quantity: Shape<Quantity> = {
  schema: { anyOf: [num.schema, { enum: [...NAMES] }] },
  check: (value, path) =>
    typeof value === 'string' ? oneOf(...NAMES).check(value, path) : num.check(value, path),
}

export const quantityOf = (value: number): Quantity =>
  Number.isFinite(value) ? value : (String(value) as Quantity)
