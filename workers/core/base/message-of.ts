// What somebody threw, in words; JavaScript lets anything be thrown.
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
