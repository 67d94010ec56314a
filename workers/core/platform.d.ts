// What every host of the core has (browsers, workers, Node) and nothing else.
interface TextDecoder {
  decode(bytes: Uint8Array): string
}
declare const TextDecoder: new (label?: string, options?: { fatal?: boolean }) => TextDecoder

/** zlib data in, what it was made from out. Node has it since 18. */
interface DecompressionStream {
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
declare const DecompressionStream: new (format: 'deflate') => DecompressionStream
