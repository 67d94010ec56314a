// The page embedded in a frame: receives profiles from the page around it, validates its untrusted
// messages, and asks the user before it opens one.
import { useEffect, useState } from 'react'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { Dialog } from '../../ui/controls.tsx'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { open } from '../../state/opening.ts'
import { adoptState, startingHash, useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import styles from '../menu.module.css'

const SHOWN = 4

export function EmbedPrompt() {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => receiveProfiles(setQuestion), [])
  const leave = () => question?.answer(false)
  return (
    <Dialog title="A profile from another page" isOpen={question !== null} onClose={leave}>
      {question && (
        <>
          <p>
            {question.origin === 'null' ? 'A page without an address' : <strong>{question.origin}</strong>},
            which shows gmonscope in a frame, wants to open here: {namesOf(question)}.
          </p>
          <div className={styles.buttons}>
            <button type="button" className={controls.primary} onClick={() => question.answer(true)}>
              Open it
            </button>
            <button type="button" className={controls.quiet} onClick={leave}>
              No
            </button>
          </div>
          <p className={styles.note}>It learns only whether that worked, not what you open or look at.</p>
        </>
      )}
    </Dialog>
  )
}

function namesOf({ handedIn: { files } }: Question): string {
  const names = files.slice(0, SHOWN).map(({ name }) => visibleText(name))
  const rest = files.length - names.length
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

// The protocol: accepts profiles from the embedding page, and reports nothing to it but their
// outcome.

/** Asks the user whether to open a profile that was received. */
export interface Question {
  readonly origin: string
  readonly handedIn: ReceivedProfile
  readonly answer: (isWelcome: boolean) => void
}

type Outcome = 'opened' | 'declined' | 'failed' | 'refused'

/**
 * Listens for profiles. `ask` shows a question, or removes it if null. Returns a function that
 * stops listening.
 */
function receiveProfiles(ask: (question: Question | null) => void): () => void {
  const expected = new Set([self.origin, ...expectedOrigins(startingHash())])
  const declined = new Set<string>()
  /** The profile on screen if it was received, and its origin. */
  let given: { readonly origin: string; readonly files: readonly File[] } | null = null
  let isBusy = false

  const receive = (event: MessageEvent<unknown>): void => {
    // Any window with a reference to this one can send messages; only the parent's are accepted.
    if (event.source !== window.parent || event.source === window) return
    const { origin, data } = event
    const handedIn = parseMessage(data)
    if (handedIn === null) return
    const respond = (outcome: Outcome, reason = ''): void =>
      answerTo(origin, { id: idOf(data), outcome, ...(reason === '' ? {} : { reason }) })
    if (typeof handedIn === 'string') return respond('refused', handedIn)
    if (isBusy) return respond('refused', 'another one is still being opened')
    if (declined.has(origin)) return respond('declined')
    isBusy = true
    void welcome(origin, handedIn).then(async (isWelcome) => {
      if (!isWelcome) {
        // Each origin is asked about once; after a refusal its messages are ignored.
        declined.add(origin)
        respond('declined')
      } else {
        given = { origin, files: handedIn.files }
        const problem = await show(handedIn)
        if (problem === null) respond('opened')
        else respond('failed', problem.code)
      }
      isBusy = false
    })
  }

  const welcome = async (origin: string, handedIn: ReceivedProfile): Promise<boolean> => {
    const { files, session } = useStore.getState()
    // A profile that the user opened is not replaced without asking.
    const isFree = session.phase === 'idle' || (given?.origin === origin && given.files === files)
    if (isFree && origin !== 'null' && expected.has(origin)) return true
    return new Promise((resolve) => {
      const answer = (isWelcome: boolean): void => {
        ask(null)
        resolve(isWelcome)
      }
      ask({ origin, handedIn, answer })
    })
  }

  window.addEventListener('message', receive)
  // Only reports that the page is listening, which the embedding page can find out anyway.
  window.parent.postMessage({ gmonscope: 'ready', version: 1 }, '*')
  return () => window.removeEventListener('message', receive)
}

/** Returns null if the profile is shown, else the problem's code. */
async function show({ files, state }: ReceivedProfile): Promise<Pick<Problem, 'code'> | null> {
  if (state !== '') adoptState(state)
  await open(files)
  const now = useStore.getState()
  // The user opened something else meanwhile, which is not reported to the other page.
  if (now.files !== files) return { code: 'host/cancelled' }
  const { session } = now
  return session.phase === 'failed' || session.phase === 'offered' ? session.problem : null
}

function answerTo(origin: string, answer: object): void {
  // A page without an origin cannot be addressed by one. The answer holds no secret.
  window.parent.postMessage({ gmonscope: 'answer', version: 1, ...answer }, origin === 'null' ? '*' : origin)
}

// Parses a message from the embedding page. Untrusted: it may hold any value that can be cloned.

const VERSION = 1
const MOST_FILES = 400
const LONGEST_NAME = 255
const LONGEST_STATE = 10_000

/** A profile received from the embedding page. */
export interface ReceivedProfile {
  readonly files: readonly File[]
  /** The hash of a link with the state to show; "" for the default state. */
  readonly state: string
  /** Returned with the answer, to match answers to requests. */
  readonly id: string | number | null
}

/**
 * Parses a message. Returns null for other protocols, and a sentence for a malformed message of
 * ours.
 */
export function parseMessage(data: unknown): ReceivedProfile | string | null {
  if (!isRecord(data) || data['gmonscope'] !== 'open') return null
  const { version, files, state = '', id = null } = data
  if (version !== VERSION) return `version should be ${VERSION}`
  if (typeof state !== 'string' || state.length > LONGEST_STATE) return 'state should be a short text'
  if (id !== null && typeof id !== 'string' && typeof id !== 'number')
    return 'id should be a text or a number'
  if (!Array.isArray(files) || files.length === 0 || files.length > MOST_FILES) {
    return `files should be a list of 1 to ${MOST_FILES}`
  }
  const read: File[] = []
  for (const file of files as readonly unknown[]) {
    const one = fileOf(file)
    if (typeof one === 'string') return one
    read.push(one)
  }
  return { files: read, state, id }
}

/** Returns the id to answer a malformed message with. */
function idOf(data: unknown): string | number | null {
  const id = isRecord(data) ? data['id'] : null
  return typeof id === 'string' || typeof id === 'number' ? id : null
}

function fileOf(file: unknown): File | string {
  if (!isRecord(file)) return 'a file should be { name, bytes }'
  const { name, bytes } = file
  if (typeof name !== 'string' || name === '' || name.length > LONGEST_NAME) {
    return `name should be a text of 1 to ${LONGEST_NAME} characters`
  }
  if (bytes instanceof Blob || bytes instanceof ArrayBuffer) return new File([bytes], name)
  if (ArrayBuffer.isView(bytes) && bytes.buffer instanceof ArrayBuffer) {
    return new File([new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)], name)
  }
  return 'bytes should be an ArrayBuffer, a view of one, or a Blob'
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * Returns the origins in the hash that the page was opened with:
 * `from=https://ci.example,https://other.example`.
 */
export function expectedOrigins(hash: string): ReadonlySet<string> {
  const origins = new Set<string>()
  for (const part of hash.replace(/^#/, '').split('&')) {
    if (!part.startsWith('from=')) continue
    for (const text of part.slice('from='.length).split(',')) {
      const origin = originOf(text)
      if (origin !== null) origins.add(origin)
    }
  }
  return origins
}

function originOf(text: string): string | null {
  try {
    const { origin } = new URL(decodeURIComponent(text))
    // A `file:` page or a sandboxed frame has the origin `null`, which any page can have, so it
    // identifies none.
    return origin === 'null' ? null : origin
  } catch {
    return null
  }
}
