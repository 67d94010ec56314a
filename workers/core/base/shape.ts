// What plain data from outside must look like: one description that checks it and says the same as a JSON schema.

/** A place in the data and what is wrong there: "files[3].size is no whole number". */
export class ShapeError extends Error {}

export interface Shape<T> {
  /** JSON Schema, 2020-12. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Answers a copy that holds what the shape names and nothing else; throws ShapeError. */
  check(value: unknown, path: string): T
  /** What stands for a field of this shape that is missing; without it no such field may be. */
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

export const bool: Shape<boolean> = simple(
  { type: 'boolean' },
  'truth value',
  (value): value is boolean => typeof value === 'boolean',
)

/** Finite, as JSON's are. */
export const num: Shape<number> = simple(
  { type: 'number' },
  'number',
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
)

/** A whole number from 0 to `most`. */
export const count = (most: number = Number.MAX_SAFE_INTEGER): Shape<number> =>
  simple(
    { type: 'integer', minimum: 0, maximum: most },
    `whole number from 0 to ${most}`,
    (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most,
  )

/** Text of at most so many UTF-16 units. */
export const text = (most: number): Shape<string> =>
  simple(
    { type: 'string', maxLength: most },
    `text of at most ${most} characters`,
    (value): value is string => typeof value === 'string' && value.length <= most,
  )

/** Bytes, one character each. */
export const binary = (most: number): Shape<string> =>
  simple(
    { type: 'string', maxLength: most, pattern: '^[\\u0000-\\u00ff]*$' },
    `byte string of at most ${most} bytes`,
    (value): value is string =>
      // eslint-disable-next-line no-control-regex -- byte strings hold every byte
      typeof value === 'string' && value.length <= most && /^[\u0000-\u00ff]*$/.test(value),
  )

export const oneOf = <const T extends string | number>(...values: readonly T[]): Shape<T> =>
  simple({ enum: [...values] }, `one of ${values.join(', ')}`, (value): value is T =>
    values.some((one) => one === value),
  )

export function orNull<T>(shape: Shape<T>): Shape<T | null> {
  return {
    schema: { anyOf: [shape.schema, { type: 'null' }] },
    check: (value, path) => (value === null ? null : shape.check(value, path)),
  }
}

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

/** For a field that earlier versions did not write. */
export function since<T>(shape: Shape<T>, value: T): Shape<T> {
  return { ...shape, otherwise: { value } }
}

/** One shape a key; a field that is `undefined` in `T` may be missing. */
export type Fields<T> = { readonly [K in keyof T]-?: Shape<T[K]> }

/** What else the data holds is passed over, so that later versions may say more. */
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
      // In the order of the data: what is written of it later is the same to the byte.
      const checked = Object.entries(value).flatMap(([key, field]): [string, unknown][] =>
        Object.hasOwn(fields, key) ? [[key, fields[key as keyof T].check(field, prefix + key)]] : [],
      )
      return Object.fromEntries([...checked, ...added]) as T
    },
  }
}

/** Anything; whoever takes it out checks it. */
export const anything: Shape<unknown> = { schema: {}, check: (value) => value }
