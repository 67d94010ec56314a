/** What a name has room for beside its numbers, in the narrowest of panels. */
const LETTERS = 17

/** Whether a name takes the whole line, and its numbers stand below it: of C++, two functions would look the same. */
export const isStacked = (name: string): boolean => name.length > LETTERS
