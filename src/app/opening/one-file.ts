// The page as one HTML file: its own empty text, from which it is saved again, with the enclosed profile,
// which it opens.
import {
  type EnclosedBeside,
  type EnclosedFile,
  parseEnclosed,
  SLOT_ID,
} from '../../../workers/core/reports/one-file.ts'
import { messageOf } from '../../../workers/core/base/result.ts'
import { failWith, open } from '../../state/opening/open.ts'
import { refuseBaseline, takeBaseline } from '../../state/opening/baseline.ts'
import { adoptState } from '../../state/url/address.ts'
import { openedIn } from '../../state/session.ts'
import { setUi, useStore } from '../../state/store.ts'
import { addSourceFiles } from '../../state/questions/sources.ts'

/**
 * Keeps the document's own text, from which it is saved again, and returns the content of its slot; null on a
 * hosted page. Call it before anything is drawn: drawing changes the document.
 */
export function takeOwnDocument(): string | null {
  const slot = document.getElementById(SLOT_ID)
  if (!slot) return null
  const enclosed = slot.textContent
  slot.replaceChildren()
  // Browser extensions add elements and attributes of their own, which must not be saved.
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll(':is(head, body) > :not([data-own])')) element.remove()
  for (const element of [copy, copy.querySelector('body')]) {
    for (const name of element?.getAttributeNames() ?? []) if (name !== 'lang') element?.removeAttribute(name)
  }
  setUi({ ownText: `<!doctype html>\n${copy.outerHTML}` })
  return enclosed
}

/** Characters decoded in one slice of about a millisecond; four of them become three bytes. */
const SLICE = 1 << 18

/** Opens the files enclosed in the document, if there are any. */
export async function openEnclosed(text: string): Promise<void> {
  try {
    const enclosed = parseEnclosed(text)
    if (!enclosed || enclosed.files.length === 0) return
    const files = await decodeAll(enclosed.files)
    // A link with a hash overrides the state that the file was saved with.
    if (enclosed.state !== '' && useStore.getState().ui.startingHash.length < 2) adoptState(enclosed.state)
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

/** Opens the enclosed baseline. The first profile stays on screen whatever fails here. */
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
  // The modification time is unknown.
  return new File(pieces, name, { lastModified: 0 })
}
