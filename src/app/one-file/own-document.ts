// Where the page is one HTML file itself: its own text, from which it saves itself again, and what is enclosed.
import { SLOT_ID } from '../../../workers/core/reports/one-file.ts'

interface OwnDocument {
  /** With an empty slot. */
  readonly text: string
  /** What the slot held. */
  readonly enclosed: string
}

let own: OwnDocument | null = null

/** To be called before anything draws: later the document is no longer what was in the file. */
export function takeOwnDocument(): OwnDocument | null {
  const slot = document.getElementById(SLOT_ID)
  if (!slot) return null
  const enclosed = slot.textContent
  slot.textContent = ''
  // A browser's extensions leave elements and attributes of their own behind, which are nobody else's business.
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll(':is(head, body) > :not([data-own])')) element.remove()
  for (const element of [copy, copy.querySelector('body')]) {
    for (const name of element?.getAttributeNames() ?? []) if (name !== 'lang') element?.removeAttribute(name)
  }
  own = { text: `<!doctype html>\n${copy.outerHTML}`, enclosed }
  return own
}

/** Null on a hosted page. */
export function ownText(): string | null {
  return own?.text ?? null
}
