// Lets AbortSignals cross threads as arguments of comlink's calls.
import { type TransferHandler, transferHandlers } from 'comlink'

const handler: TransferHandler<AbortSignal, MessagePort> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize(signal) {
    const { port1, port2 } = new MessageChannel()
    signal.addEventListener('abort', () => port1.postMessage(null))
    return [port2, [port2]]
  },
  deserialize(port) {
    const controller = new AbortController()
    port.addEventListener('message', () => controller.abort())
    port.start()
    return controller.signal
  },
}

/** Called once in each of the two threads, before the first call. */
export function passAbortSignals(): void {
  transferHandlers.set('AbortSignal', handler)
}
