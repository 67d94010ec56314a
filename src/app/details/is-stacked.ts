// Whether a name in a list of the details has a line of its own.

/** Characters that fit beside the numbers in the narrowest panel. */
const LETTERS = 17

/**
 * Whether a name takes the whole line, with its numbers below it. Long C++ names often differ only
 * near the end. One such name stacks all lines of its list, so that they are of one height.
 */
export const isStacked = (name: string): boolean => name.length > LETTERS
