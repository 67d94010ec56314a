// The size of a pane, which the browser remembers.
import { useState } from 'react'

/** Percent of the room for both panes. */
export const LEAST_SIZE = 15
export const MOST_SIZE = 80

/** The size of a pane. */
export interface PaneSize {
  /** Percent of the room for both panes; null for the default. */
  readonly size: number | null
  readonly resize: (size: number | null) => void
}

/** Returns the nearest size that a pane may have, in tenths of a percent. */
export const clampSize = (size: number): number =>
  Math.round(Math.max(LEAST_SIZE, Math.min(MOST_SIZE, size)) * 10) / 10

/** Returns the remembered size of a pane, and sets it. `name`: of the pane, in the storage. */
export function usePaneSize(name: string): PaneSize {
  const [size, setSize] = useState(() => remembered(name))
  const resize = (next: number | null) => {
    setSize(next)
    remember(name, next)
  }
  return { size, resize }
}

const storageKey = (name: string): string => `gmonscope.pane.${name}`

function remembered(name: string): number | null {
  try {
    const size = Number(localStorage.getItem(storageKey(name)) ?? Number.NaN)
    return Number.isFinite(size) && size > 0 ? clampSize(size) : null
  } catch {
    return null
  }
}

function remember(name: string, size: number | null): void {
  try {
    if (size === null) localStorage.removeItem(storageKey(name))
    else localStorage.setItem(storageKey(name), `${size}`)
  } catch {
    // Storage may be unavailable; the size then lasts until the page is closed.
  }
}
