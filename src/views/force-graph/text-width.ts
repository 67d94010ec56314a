// Widths of texts, estimated.

/**
 * Returns the width of a text, estimated from the widths of a humanist sans, rounded up. The same
 * on every machine, and so is the layout.
 */
export function textWidth(text: string, fontSize: number): number {
  let em = 0
  for (const character of text) {
    if ("ijl.,:;'|!".includes(character)) em += 0.3
    else if ('frtI()[]/\\- '.includes(character)) em += 0.4
    else if ('mwMW@%…'.includes(character)) em += 0.95
    else if (/[A-Z_~<>=+&{}0-9]/.test(character)) em += 0.66
    else em += character.charCodeAt(0) < 0x2e80 ? 0.58 : 1.05
  }
  return em * fontSize
}
