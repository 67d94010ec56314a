// The hosts that a person once agreed to fetch profiles from, remembered in this browser alone.
const KEY = 'gmonscope.hosts'

export function isAgreedTo(origin: string): boolean {
  return agreed().includes(origin)
}

export function rememberHost(origin: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...agreed(), origin])]))
  } catch {
    // Asked again next time.
  }
}

function agreed(): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
