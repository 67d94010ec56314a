// A saved profile inside a link: "data:" before its bytes in base64url, which programs that handle links
// do not alter.

/** Prefix of a profile inside a link. */
export const ENCLOSED = 'data:'

/** Bytes encoded at a time: each becomes an argument of one call. */
const SLICE = 1 << 13

/** Returns a saved profile's bytes as a value for `UrlState.profile`. */
export function linkOfBytes(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  }
  return ENCLOSED + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Returns the bytes of a profile inside a link, or null if it is not valid base64url. */
export function bytesOfLink(profile: string): Uint8Array<ArrayBuffer> | null {
  const text = profile.slice(ENCLOSED.length)
  if (!/^[\w-]*$/.test(text)) return null
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
