// How many rows the lists of the cycles view draw at once.

/** Arcs of a suggestion that are drawn at first. */
export const ARCS_AT_FIRST = 4

/** Functions that a click adds: a cycle may have a million members. */
export const FUNCTIONS_AT_ONCE = 500
