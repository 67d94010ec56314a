// Openings of one kind, one at a time: whatever is asked for next ends the worker of what is under way.
import { newConnection, type Connection } from '../worker/service.ts'

export class Attempts {
  #nth = 0
  #asked: Connection | null = null

  /** Ends what is under way; answers whether what begins now has been ended since. */
  begin(): () => boolean {
    this.stop()
    const mine = this.#nth
    return () => mine !== this.#nth
  }

  stop(): void {
    this.#nth++
    this.end()
  }

  /** A worker to be asked. Null if it was over before that was there. */
  async take(isOver: () => boolean): Promise<Connection | null> {
    const connection = await newConnection()
    if (isOver()) {
      connection.terminate()
      return null
    }
    this.#asked = connection
    return connection
  }

  /** Steps travel on a channel of their own and may arrive after the answer. */
  get isAsking(): boolean {
    return this.#asked !== null
  }

  /** The worker has answered, and goes. */
  end(): void {
    this.#asked?.terminate()
    this.#asked = null
  }

  /** The worker has answered, and stays. */
  keep(): void {
    this.#asked = null
  }
}
