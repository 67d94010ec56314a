/** What a gprof listing may look like at first: a letter may stand above it. */
const LISTINGS: readonly string[] = ['text', 'gprof listing']

export const isPlainText = (looksLike: string): boolean => LISTINGS.includes(looksLike)
