// Work in steps, with a pause between any two, for whoever has other things to do meanwhile.

/** All of it at once. */
export function finish<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}
