// The page inside a frame of another page: receives profiles from that page, checks the messages, which are
// untrusted, and asks the user before it opens one.
import { useEffect, useState } from 'react'
import { visibleText } from '../../../workers/core/base/text.ts'
import { Dialog } from '../../ui/overlays.tsx'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { open } from '../../state/opening/open.ts'
import { useStore } from '../../state/store.ts'
import { adoptState, startingHash } from '../../state/url-sync.ts'
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
            which shows gmonscope in a frame, would like to open here: {namesOf(question)}.
          </p>
          <div className={styles.buttons}>
            <button type="button" className={controls.primary} onClick={() => question.answer(true)}>
              Open it
            </button>
            <button type="button" className={controls.quiet} onClick={leave}>
              No
            </button>
          </div>
          <p className={styles.note}>
            It learns whether that worked, and nothing else: not what else you open, nor what you look at.
          </p>
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

// The page as a guest in another's frame: takes profiles from the page around it, and tells it nothing but their outcome.

/** A person is asked whether to open it. */
export interface Question {
  readonly origin: string
  readonly handedIn: ReceivedProfile
  readonly answer: (isWelcome: boolean) => void
}

type Outcome = 'opened' | 'declined' | 'failed' | 'refused'

/** `ask`: shows a question, or takes it away. Returns how to stop. */
function receiveProfiles(ask: (question: Question | null) => void): () => void {
  const expected = new Set([self.origin, ...expectedOrigins(startingHash())])
  const declined = new Set<string>()
  /** What is open, if it was handed in, and by whom. */
  let given: { readonly origin: string; readonly files: readonly File[] } | null = null
  let isBusy = false

  const receive = (event: MessageEvent<unknown>): void => {
    // Any window that has a handle on this one can send messages; only the one around it counts.
    if (event.source !== window.parent || event.source === window) return
    const { origin, data } = event
    const handedIn = parseMessage(data)
    if (handedIn === null) return
    const tell = (outcome: Outcome, reason = ''): void =>
      answerTo(origin, { id: idOf(data), outcome, ...(reason === '' ? {} : { reason }) })
    if (typeof handedIn === 'string') return tell('refused', handedIn)
    if (isBusy) return tell('refused', 'another one is still being opened')
    if (declined.has(origin)) return tell('declined')
    isBusy = true
    void welcome(origin, handedIn).then(async (isWelcome) => {
      if (!isWelcome) {
        // Asked once, and no more: a page that insists is not listened to.
        declined.add(origin)
        tell('declined')
      } else {
        given = { origin, files: handedIn.files }
        const problem = await show(handedIn)
        if (problem === null) tell('opened')
        else tell('failed', problem.code)
      }
      isBusy = false
    })
  }

  const welcome = async (origin: string, handedIn: ReceivedProfile): Promise<boolean> => {
    const { files, session } = useStore.getState()
    // What a person has opened here is theirs: nobody puts something else in its place unasked.
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
  // Says that somebody listens, which whoever put the page there knows anyway.
  window.parent.postMessage({ gmonscope: 'ready', version: 1 }, '*')
  return () => window.removeEventListener('message', receive)
}

/** Null if it is on screen. */
async function show({ files, state }: ReceivedProfile): Promise<Pick<Problem, 'code'> | null> {
  if (state !== '') adoptState(state)
  await open(files)
  const now = useStore.getState()
  // Something else was opened meanwhile, by a person: none of the other page's business.
  if (now.files !== files) return { code: 'host/cancelled' }
  const { session } = now
  return session.phase === 'failed' || session.phase === 'offered' ? session.problem : null
}

function answerTo(origin: string, answer: object): void {
  // A page without an origin cannot be addressed by it; what is said is no secret.
  window.parent.postMessage({ gmonscope: 'answer', version: 1, ...answer }, origin === 'null' ? '*' : origin)
}

// A message from the page around this one → the files in it, or nothing. Untrusted: it may hold anything that can be cloned.

const VERSION = 1
const MOST_FILES = 400
const LONGEST_NAME = 255
const LONGEST_STATE = 10_000

export interface ReceivedProfile {
  readonly files: readonly File[]
  /** The hash of a link to show them under; "" for the page's own choice. */
  readonly state: string
  /** Given back with the answer, so that it can be told from others. */
  readonly id: string | number | null
}

/** Null for a message of somebody else's protocol; a sentence for one that is meant for us and wrong. */
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

/** What an answer to a wrong message goes by. */
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

/** The origins in the hash that the page was opened with: `from=https://ci.example,https://other.example`. */
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
    // A file, or a frame without an origin: any page can be that, so it is no name to go by.
    return origin === 'null' ? null : origin
  } catch {
    return null
  }
}
