// Openings of one kind, one at a time: the next one ends the worker of the one under way.
import { newConnection, type Connection } from '../worker/service.ts'

class LatestWorker {
  #controller = new AbortController()
  #connection: Connection | null = null

  /** Ends what is under way. The signal of what begins now: aborted once that has been ended. */
  begin(): AbortSignal {
    this.stop()
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  stop(): void {
    this.#controller.abort()
    this.#connection?.terminate()
    this.#connection = null
  }

  /** A worker to be asked. Null if it was over before that was there. Errors: ProblemError. */
  async take(signal: AbortSignal): Promise<Connection | null> {
    const connection = await newConnection()
    if (signal.aborted) {
      connection.terminate()
      return null
    }
    this.#connection = connection
    return connection
  }

  /** The worker has answered, and stays. */
  keep(): void {
    this.#connection = null
  }
}

/** The worker that opens what is to be on screen. */
export const screenWorker = new LatestWorker()
/** The worker that opens a baseline. */
export const baselineWorker = new LatestWorker()
