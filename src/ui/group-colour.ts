// The colours of groups of functions, from the variables of the theme.

/**
 * Returns the colour of a box of a group, on which text is legible.
 *
 * @param hue see `FunctionGroups`; negative for functions without a group
 */
export const groupColour = (hue: number): string => `var(--group-${hue < 0 ? 'none' : hue})`

/** Returns the colour of a small mark of a group, which contrasts with the page. */
export const groupMarkColour = (hue: number): string => `var(--group-mark-${hue < 0 ? 'none' : hue})`
