// The current drawing, which the figure sets for the export. The export loads separately: it shares no
// code with the view.
import type { ReactElement } from 'react'
import { create } from 'zustand'
import type { Scene } from './scene.ts'

/** The drawing to export. */
export interface Picture {
  readonly scene: Scene
  /** Returns an `svg` element with this title, including nodes that the user has moved. */
  readonly still: (title: string) => ReactElement
  /** An element in which the view's colours apply. */
  readonly place: Element
  /** Class of an element in it that is not visible. */
  readonly aside: string
}

/** Set by the figure while it is mounted and its nodes have places. */
const useDrawn = create<{ readonly picture: Picture | null }>(() => ({ picture: null }))

export function setPicture(picture: Picture | null): void {
  useDrawn.setState({ picture })
}

/** Milliseconds for which an export waits for a drawing that is being laid out. */
const MOST_WAIT_MS = 10_000

/** Returns the current drawing once there is one; null if none comes. */
export function currentPicture(): Promise<Picture | null> {
  const { picture: current } = useDrawn.getState()
  if (current) return Promise.resolve(current)
  return new Promise((resolve) => {
    const end = (picture: Picture | null) => {
      stop()
      clearTimeout(timer)
      resolve(picture)
    }
    const stop = useDrawn.subscribe(({ picture }) => picture && end(picture))
    const timer = setTimeout(() => end(null), MOST_WAIT_MS)
  })
}
