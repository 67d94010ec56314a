// Signals that end a process, deferred while a file is incomplete.
import { endBySignal } from './process-streams.ts'

/** Ctrl-C; `kill` and `timeout`; a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Defers signals between `hold` and `release`. */
export class DeferredSignals {
  #isHeld = false
  #come: NodeJS.Signals | null = null
  readonly #note = (signal: NodeJS.Signals): void => {
    this.#come ??= signal
  }

  hold(): void {
    this.#isHeld = true
    for (const signal of SIGNALS) process.on(signal, this.#note)
  }

  /** Ends the process by the first signal that arrived meanwhile. */
  async release(): Promise<void> {
    if (!this.#isHeld) return
    // Node delivers signals when it polls for events, which happens between two of these.
    await nextTurn()
    await nextTurn()
    this.#isHeld = false
    for (const signal of SIGNALS) process.off(signal, this.#note)
    if (this.#come !== null) endBySignal(this.#come)
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
