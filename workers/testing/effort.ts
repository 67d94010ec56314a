// How much a test does: little in `npm test`, all of it in `npm run test:full`.

/**
 * How many cases a property is tried on, or how large a case is.
 *
 * @param full  in `npm run test:full`, which sets the environment variable `TEST_EFFORT=full`
 * @param quick in `npm test`; a tenth of `full` unless given
 */
export const effort = (full: number, quick = Math.ceil(full / 10)): number =>
  process.env['TEST_EFFORT'] === 'full' ? full : quick

/** The cases of a table: all of them in `npm run test:full`, in `npm test` the first of every `nth` in a row. */
export const someOf = <Case>(cases: readonly Case[], nth = 4): readonly Case[] =>
  cases.filter((_, at) => at % effort(1, nth) === 0)
