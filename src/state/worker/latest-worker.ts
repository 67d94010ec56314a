// Opens one profile at a time: the next opening ends the worker of the one in progress.
import { type Connection, workers } from './connection.ts'

class LatestWorker {
  #controller = new AbortController()
  #connection: Connection | null = null

  /**
   * Ends the opening in progress. Returns a signal for the new one, which is aborted when that
   * ends.
   */
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

  /**
   * Returns a worker for this opening, or null if the signal was aborted before the worker was
   * ready.
   * @throws ProblemError
   */
  async take(signal: AbortSignal): Promise<Connection | null> {
    const connection = await workers.connect()
    if (signal.aborted) {
      connection.terminate()
      return null
    }
    this.#connection = connection
    return connection
  }

  /** Keeps the worker after it has answered. */
  keep(): void {
    this.#connection = null
  }
}

/** The worker that opens the profile on screen. */
export const screenWorker = new LatestWorker()
/** The worker that opens the baseline. */
export const baselineWorker = new LatestWorker()
