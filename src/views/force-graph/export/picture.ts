// The drawing on screen, for whoever saves it: set by the figure, asked for by the export panel.
import type { Positions } from '../drawing/positions.ts'
import type { Drawn } from '../use-layout.ts'

export interface Picture {
  readonly drawn: Drawn
  /** With what a person has moved. */
  readonly positions: Positions
  /** Inside it the view's colours hold. */
  readonly place: Element
}

let current: Picture | null = null

export function setPicture(picture: Picture | null): void {
  current = picture
}

export function currentPicture(): Picture | null {
  return current
}
