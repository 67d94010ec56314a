// Shapes of plain data from outside: one description that checks the data as well as yields its JSON
// schema.

/**
 * Thrown for data of the wrong shape. The message names the place: "files[3].size is no whole
 * number".
 */
export class ShapeError extends Error {}

/** A check for one kind of value, with the JSON schema that says the same. */
export interface Shape<T> {
  /** JSON Schema, 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>
  /**
   * Returns a copy with only the fields that the shape names.
   *
   * @param path place of the value, for the message; "" for the whole
   * @throws ShapeError
   */
  check(value: unknown, path: string): T
  /** Default for a missing field of this shape; a shape without one makes the field required. */
  readonly otherwise?: { readonly value: T }
}

function simple<T>(schema: Shape<T>['schema'], what: string, fits: (value: unknown) => value is T): Shape<T> {
  return {
    schema,
    check(value, path) {
      if (!fits(value)) throw new ShapeError(`${path} is no ${what}`)
      return value
    },
  }
}

/** Shape of true or false. */
export const bool: Shape<boolean> = simple(
  { type: 'boolean' },
  'truth value',
  (value): value is boolean => typeof value === 'boolean',
)

/** Shape of a finite number; JSON has no others. */
export const num: Shape<number> = simple(
  { type: 'number' },
  'number',
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
)

/** Returns the shape of a whole number from 0 to `most`. */
export const count = (most: number = Number.MAX_SAFE_INTEGER): Shape<number> =>
  simple(
    { type: 'integer', minimum: 0, maximum: most },
    `whole number from 0 to ${most}`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most,
  )

/** Returns the shape of a text of at most `most` UTF-16 units. */
export const text = (most: number): Shape<string> =>
  simple(
    { type: 'string', maxLength: most },
    `text of at most ${most} characters`,
    (value): value is string => typeof value === 'string' && value.length <= most,
  )

/** Returns the shape of a binary string of at most `most` bytes, one character per byte. */
export const binary = (most: number): Shape<string> =>
  simple(
    { type: 'string', maxLength: most, pattern: '^[\\u0000-\\u00ff]*$' },
    `byte string of at most ${most} bytes`,
    (value): value is string =>
      // eslint-disable-next-line no-control-regex -- byte strings hold every byte
      typeof value === 'string' && value.length <= most && /^[\u0000-\u00ff]*$/.test(value),
  )

/** Returns the shape of a value that is one of those given. */
export const oneOf = <const T extends string | number>(...values: readonly T[]): Shape<T> =>
  simple({ enum: [...values] }, `one of ${values.join(', ')}`, (value): value is T =>
    values.some((one) => one === value),
  )

/** Returns a shape that also accepts null. */
export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return {
    schema: { anyOf: [shape.schema, { type: 'null' }] },
    check: (value, path) => (value === null ? null : shape.check(value, path)),
  }
}

/** Returns the shape of a list of at most `most` items. */
export function listOf<T>(shape: Shape<T>, most: number): Shape<readonly T[]> {
  return {
    schema: { type: 'array', items: shape.schema, maxItems: most },
    check(value, path) {
      if (!Array.isArray(value) || value.length > most)
        throw new ShapeError(`${path} is no list of at most ${most}`)
      return value.map((item: unknown, at) => shape.check(item, `${path}[${at}]`))
    },
  }
}

/** Returns a shape with a default, for a field that earlier versions did not write. */
export function since<T>(shape: Shape<T>, value: T): Shape<T> {
  return { ...shape, otherwise: { value } }
}

/** One shape per key of `T`. A field that may be `undefined` may be missing. */
export type Fields<T> = { readonly [K in keyof T]-?: Shape<T[K]> }

/**
 * Returns the shape of an object with these fields. Other fields are ignored, so that later
 * versions may add some.
 */
export function record<T extends object>(fields: Fields<T>): Shape<T> {
  const keys = Object.keys(fields) as (keyof T & string)[]
  return {
    schema: {
      type: 'object',
      required: keys.filter((key) => !fields[key].otherwise),
      properties: Object.fromEntries(keys.map((key) => [key, fields[key].schema])),
    },
    check(value, path) {
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new ShapeError(`${path} is no object`)
      const prefix = path === '' ? '' : `${path}.`
      const missing = keys.filter((key) => !Object.hasOwn(value, key))
      const lacking = missing.find((key) => !fields[key].otherwise)
      if (lacking !== undefined) throw new ShapeError(`${prefix}${lacking} is missing`)
      const added = missing.map((key): [string, unknown] => [key, fields[key].otherwise?.value])
      // Keeps the order of the data, so that writing it again gives the same bytes.
      const checked = Object.entries(value).flatMap(([key, field]): [string, unknown][] =>
        Object.hasOwn(fields, key) ? [[key, fields[key as keyof T].check(field, prefix + key)]] : [],
      )
      return Object.fromEntries([...checked, ...added]) as T
    },
  }
}

/** Accepts anything; the code that uses the value checks it. */
export const anything: Shape<unknown> = { schema: {}, check: (value) => value }
