// What every host of the core has (browsers, workers, Node) and nothing else.
interface TextDecoder {
  decode(bytes: Uint8Array): string
}
declare const TextDecoder: new (label?: string, options?: { fatal?: boolean }) => TextDecoder
