// What consoles, logs and tools put before each line of a text: the same but for its numbers.

/** Runs of digits, of blanks, and all else. */
const PARTS = /(\d+)|([ \t]+)|([^\d \t]+)/g

/**
 * prefixPattern matches what stands before a line as it stands before another: numbers differ from line to line, and with them blanks
 * before them; blanks at the end may have been cut off.
 */
export function prefixPattern(before: string): RegExp {
  let pattern = ''
  let isAtBlank = false
  for (const [, digits, blanks, rest] of before.matchAll(PARTS)) {
    if (isAtBlank) pattern += digits === undefined ? String.raw`[ \t]+` : String.raw`[ \t]*`
    isAtBlank = blanks !== undefined
    if (digits !== undefined) pattern += String.raw`\d{1,20}`
    if (rest !== undefined) pattern += rest.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  }
  const end = /[ \t]*$/.exec(before)?.[0] ?? ''
  return new RegExp(`^${pattern}(?:${end}|$)`)
}
