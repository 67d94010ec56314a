// Texts in the browser's storage, of this tab or of all. A browser may allow none: the page then works without.

type Area = 'localStorage' | 'sessionStorage'

/** Returns the text; null if there is none, undefined without storage. */
export function readText(area: Area, key: string): string | null | undefined {
  try {
    return window[area].getItem(key)
  } catch {
    return undefined
  }
}

/** Stores a text, or removes it if it is null. Returns whether there is storage. */
export function storeText(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key)
    else window[area].setItem(key, text)
    return true
  } catch {
    return false
  }
}
