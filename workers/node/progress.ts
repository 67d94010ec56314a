// How far reading has come, on one line of a terminal that is taken away again. Nothing if it takes no time.
import type { Step, Stage } from '../core/profile-view.ts'
import type { CommandLineIo } from './io.ts'

const WORDS: Readonly<Record<Stage, string>> = {
  identify: 'looking at the files',
  symbols: 'reading symbols',
  profiles: 'reading profiles',
  lines: 'looking up source lines',
  code: 'looking for calls in the code',
  analysis: 'passing time along calls',
  listing: 'sorting',
}
/** Milliseconds before the first word, and between two. */
const PATIENCE = 300
const PAUSE = 100
const CLEAR = '\r\u001B[K'

/** A terminal that cannot take a line away again, as in an editor. */
const isDumb = (): boolean => process.env['TERM'] === 'dumb'

/** In milliseconds. Not `performance.now`, for which Node loads a dozen files of its own. */
const sinceStart = (): number => 1000 * process.uptime()

export interface Progress {
  readonly onStep: (step: Step) => void
  readonly end: () => void
}

export function progressOn(io: CommandLineIo, now: () => number = sinceStart): Progress {
  const say = (text: string): void => io.stderr(Buffer.from(text))
  const began = now()
  let last = began + PATIENCE - PAUSE
  let isShown = false
  return {
    onStep({ stage, done, total }) {
      // Whether anyone is looking is asked last: most are done before, and it takes Node some time to tell.
      if (now() - last < PAUSE || io.isTerminal?.stderr !== true || isDumb()) return
      last = now()
      isShown = true
      const percent = total > 1 ? ` ${Math.floor((100 * done) / total)} %` : ''
      say(`${CLEAR}gmonscope: ${WORDS[stage]}${percent}`)
    },
    end() {
      if (isShown) say(CLEAR)
      isShown = false
    },
  }
}
