// A saved profile inside a link: "data:" and its bytes in base64url, which no program that handles links changes.

export const ENCLOSED = 'data:'

/** Bytes encoded at a time: an argument each. */
const SLICE = 1 << 13

export function linkOfBytes(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE) {
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  }
  return ENCLOSED + btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Null for what is no base64url. */
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
