// Signals that end a process, held back while half of a file is written.
import { endBySignal } from './process-streams.ts'

/** Ctrl-C; `kill` and `timeout`; a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export class HeldSignals {
  #isHeld = false
  #come: NodeJS.Signals | null = null
  readonly #note = (signal: NodeJS.Signals): void => {
    this.#come ??= signal
  }

  hold(): void {
    this.#isHeld = true
    for (const signal of SIGNALS) process.on(signal, this.#note)
  }

  /** Ends the process by the first that has come meanwhile. */
  async letGo(): Promise<void> {
    if (!this.#isHeld) return
    // Node tells of a signal where it asks for what else has happened, which it does between two of these.
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
