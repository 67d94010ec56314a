// The drawing on screen, for whoever saves it: set by the figure, asked for by the export panel. Saving is code of its
// own, loaded when asked for, and shares none with the view.
import type { ReactElement } from 'react'
import type { NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'

export interface Picture {
  readonly nodeLink: NodeLink
  /** As an `svg`, with what a person has moved. */
  readonly still: ReactElement
  /** Inside it the view's colours hold. */
  readonly place: Element
  /** For an element in it that is not to be seen. */
  readonly aside: string
}

let current: Picture | null = null

export function setPicture(picture: Picture | null): void {
  current = picture
}

export function currentPicture(): Picture | null {
  return current
}
