/** So many of a file are quoted that is none of ours. It stands apart: the page needs it, and not the table of problems. */
export const FIRST_BYTES = 8
