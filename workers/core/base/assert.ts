// For our own mistakes only; bad input is a Problem.

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`broken invariant: ${message}`)
}
