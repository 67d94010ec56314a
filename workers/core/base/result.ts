// Failure handling: results as plain data that crosses threads, assertions, messages of thrown values.

/** A value or a problem, as plain data that can cross threads. */
export type Result<T, P> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P }

/** Returns a successful result. */
export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
/** Returns a failed result. */
export const fail = <P>(problem: P): { readonly ok: false; readonly problem: P } => ({ ok: false, problem })

/**
 * Throws if an invariant of this program does not hold. Bad input is a Problem instead.
 *
 * @throws Error
 */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}

/** Returns the message of a thrown value: an Error's own, else the value as a string. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
