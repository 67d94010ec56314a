// The page as one HTML file: its own empty text, from which it is saved again, and the profile enclosed in
// it, which it opens.
import {
  type EnclosedBeside,
  type EnclosedFile,
  parseEnclosed,
  SLOT_ID,
} from '../../../workers/core/reports/one-file.ts'
import { messageOf } from '../../../workers/core/base/result.ts'
import { refuseBaseline, takeBaseline } from '../../state/opening/baseline.ts'
import { openedIn } from '../../state/session.ts'
import { failWith, open } from '../../state/opening/open.ts'
import { addSourceFiles } from '../../state/worker/sources.ts'
import { useStore } from '../../state/store.ts'
import { adoptState, startingHash } from '../../state/url-sync.ts'

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

// Opens what one HTML file holds, as if it had been dropped.

/** Characters decoded at a time, about a millisecond's worth; four become three bytes. */
const SLICE = 1 << 18

export async function openEnclosed(text: string): Promise<void> {
  try {
    const enclosed = parseEnclosed(text)
    if (!enclosed || enclosed.files.length === 0) return
    const files = await decodeAll(enclosed.files)
    // A link to a part of the file says more than what it was saved with.
    if (enclosed.state !== '' && startingHash().length < 2) adoptState(enclosed.state)
    await open(files)
    const { files: shown, session } = useStore.getState()
    if (shown !== files) return
    if (enclosed.sources) addSourceFiles(await decodeAll(enclosed.sources))
    if (enclosed.beside !== undefined && openedIn(session)) await openBaseline(enclosed.beside)
  } catch (error) {
    const reason = messageOf(error)
    failWith({ code: 'bytes/unreadable', file: 'The profile in this file', reason })
  }
}

async function decodeAll(enclosed: readonly EnclosedFile[]): Promise<readonly File[]> {
  const files: File[] = []
  for (const file of enclosed) files.push(await decode(file))
  return files
}

/** The first profile is on screen, and stays there whatever is wrong with this one. */
async function openBaseline(beside: EnclosedBeside | null): Promise<void> {
  const file = 'The profile to compare with in this file'
  try {
    if (!beside) return refuseBaseline({ code: 'bytes/unreadable', file, reason: 'it is damaged' })
    await takeBaseline(await decodeAll(beside.files), beside.isEarlier)
  } catch (error) {
    refuseBaseline({ code: 'bytes/unreadable', file, reason: messageOf(error) })
  }
}

async function decode({ name, bytes }: EnclosedFile): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 0))
    const binary = atob(bytes.slice(at, at + SLICE))
    pieces.push(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
  }
  // When it was changed is not known.
  return new File(pieces, name, { lastModified: 0 })
}
