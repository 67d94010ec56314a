// How much room a text takes, without asking a browser.

/** Em per character of a humanist sans, on the wide side; the same on every machine, so that the picture is too. */
export function textWidth(text: string, fontSize: number): number {
  let em = 0
  for (const character of text) {
    if ("ijl.,:;'|!".includes(character)) em += 0.3
    else if ('frtI()[]{}/\\- '.includes(character)) em += 0.4
    else if ('mwMW@%…'.includes(character)) em += 0.95
    else if (/[A-Z_~<>=+&0-9]/.test(character)) em += 0.66
    else em += character.charCodeAt(0) < 0x2e80 ? 0.58 : 1.05
  }
  return em * fontSize
}
