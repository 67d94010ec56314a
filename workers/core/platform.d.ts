// What every host of the core has (browsers, workers, Node) and nothing else.
interface TextDecoder {
  decode(bytes: Uint8Array, options?: { stream?: boolean }): string
}
declare const TextDecoder: new (label?: string, options?: { fatal?: boolean }) => TextDecoder

interface TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare const TextEncoder: new () => TextEncoder

declare function setTimeout(work: () => void): unknown

interface MessagePort {
  postMessage(message: null, transferred: readonly ArrayBuffer[]): void
  close(): void
}
declare const MessageChannel: new () => { readonly port1: MessagePort; readonly port2: MessagePort }

/** Bytes in at one end, bytes out at the other. */
interface ByteTransform {
  readonly readable: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array<ArrayBuffer> | undefined }>
      cancel(): Promise<void>
    }
  }
  readonly writable: {
    getWriter(): {
      write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
      close(): Promise<void>
      abort(): Promise<void>
    }
  }
}
/** "deflate" is zlib's form; "deflate-raw", without its frame, Node has since 20.12. */
declare const DecompressionStream: new (format: 'deflate' | 'deflate-raw' | 'gzip') => ByteTransform
declare const CompressionStream: new (format: 'gzip') => ByteTransform
