// The protocol: accepts profiles from the embedding page, to which it reports nothing but their outcome.
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { open } from '../../state/opening/open.ts'
import { adoptState } from '../../state/url/address.ts'
import { useStore } from '../../state/store.ts'
import { type ReceivedProfile, expectedOrigins, parseMessage, idOf } from './embed-message.ts'

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
export function receiveProfiles(ask: (question: Question | null) => void): () => void {
  const expected = new Set([self.origin, ...expectedOrigins(useStore.getState().ui.startingHash)])
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
