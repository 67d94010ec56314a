// Names in a link: one character per byte, percent-encoded, so that a UTF-8 name reads as links usually write it.

export function encodeBytes(binary: string): string {
  return binary.replaceAll(
    /[^A-Za-z0-9_.~$-]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** null for what is not properly encoded. Takes text that a browser has decoded, too. */
export function decodeBytes(text: string): string | null {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return null
  const ascii = text.replaceAll(/[^ -~]+/g, (run) => encodeURIComponent(wellFormed(run)))
  return ascii.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A lone surrogate cannot be escaped. */
export function wellFormed(text: string): string {
  return text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd')
}
