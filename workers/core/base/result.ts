// A value or a problem, as plain data that survives a trip between threads.

export type Result<T, P> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: P }

export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })
export const fail = <P>(problem: P): { readonly ok: false; readonly problem: P } => ({ ok: false, problem })
