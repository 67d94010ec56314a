// Symbols of a program, which take as much memory as its functions' names.
import { buffersIn, detachBuffers } from '../base/buffers.ts'
import type { RawExecutable } from '../formats/format.ts'
import { NO_SYMBOLS } from '../formats/raw-symbols.ts'
import { hasThumb } from '../formats/machines.ts'

/**
 * Returns a program without its symbols, or itself if it may have Thumb code: once functions are chosen, only
 * the search for that needs symbols.
 */
export function withoutSymbols<T extends RawExecutable>(raw: T): T {
  return hasThumb(raw.machine) ? raw : { ...raw, symbols: NO_SYMBOLS }
}

/**
 * Detaches the buffers of the program's symbols, once no notice needs them; their memory equals that of the
 * functions' names. Does nothing for programs that may have Thumb code. The shared empty table stays.
 */
export function dropSymbols({ raw }: { readonly raw: RawExecutable }): void {
  if (raw.symbols.length > 0 && !hasThumb(raw.machine)) detachBuffers(buffersIn(raw.symbols))
}
