/** What a terminal acts on or does not show, and JSON allows as it stands: DEL and C1, ends of lines, controls of direction. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Returns a value as JSON on one line: the same to a parser as JSON.stringify's, and plain to look at. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    UNESCAPED,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
