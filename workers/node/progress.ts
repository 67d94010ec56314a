// Progress of reading, on one line of a terminal, which is removed afterwards. Not shown for short work.
import type { Stage, StageProgress } from '../core/profile-view.ts'
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
/** Milliseconds before the first update, and between two. */
const PATIENCE = 300
const PAUSE = 100
const CLEAR = '\r\u001B[K'

/** A terminal that cannot erase a line, as in an editor. */
const isDumb = (): boolean => process.env['TERM'] === 'dumb'

/** Milliseconds. `performance.now` would make Node load a dozen files. */
const sinceStart = (): number => 1000 * process.uptime()

/** The progress line. */
export interface ProgressLine {
  readonly onProgress: (step: StageProgress) => void
  readonly end: () => void
}

/** Returns the progress line of a command's streams. */
export function progressOn(io: CommandLineIo, now: () => number = sinceStart): ProgressLine {
  const say = (text: string): void => io.stderr(Buffer.from(text))
  const began = now()
  let last = began + PATIENCE - PAUSE
  let isShown = false
  return {
    onProgress({ stage, done, total }) {
      // The terminal is checked last: most work is done before, and the check takes Node some
      // time.
      if (now() - last < PAUSE || io.isTerminal?.stderr !== true || isDumb()) return
      last = now()
      isShown = true
      const percent = total > 1 ? ` ${Math.floor((100 * done) / total)}%` : ''
      say(`${CLEAR}gmonscope: ${WORDS[stage]}${percent}`)
    },
    end() {
      if (isShown) say(CLEAR)
      isShown = false
    },
  }
}
