// Failures: a value or a problem as plain data that crosses threads, a broken invariant, and the message of
// what was thrown.

export type Result<T, P> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P }

export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const fail = <P>(problem: P): { readonly ok: false; readonly problem: P } => ({ ok: false, problem })

// For our own mistakes only; bad input is a Problem.

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}

// What somebody threw, in words; JavaScript lets anything be thrown.

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
