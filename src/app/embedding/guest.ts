// The page as a guest in another's frame: takes profiles from the page around it, and tells it nothing but their outcome.
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { open } from '../../state/opening/open.ts'
import { useStore } from '../../state/store.ts'
import { adoptState, startingHash } from '../../state/url-sync.ts'
import { expectedOrigins, idOf, parseMessage, type HandedIn } from './message.ts'

/** A person is asked whether to open it. */
export interface Question {
  readonly origin: string
  readonly handedIn: HandedIn
  readonly answer: (isWelcome: boolean) => void
}

type Outcome = 'opened' | 'declined' | 'failed' | 'refused'

/** `ask`: shows a question, or takes it away. Returns how to stop. */
export function startGuest(ask: (question: Question | null) => void): () => void {
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

  const welcome = async (origin: string, handedIn: HandedIn): Promise<boolean> => {
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
async function show({ files, state }: HandedIn): Promise<Pick<Problem, 'code'> | null> {
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
