// What another thread may do of opening a large profile while this one does the rest, where the host has one.
import type { ByteLayout } from './bytes/byte-cursor.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import type { RawProfile } from './formats/format.ts'
import type { ListingOrder, OrderedFunctions } from './reports/listing/listing-order.ts'

/** What fails there is done here. */
export interface Beside {
  /** Begins to read a profile in GNU's format for the usual target. */
  readAhead(source: ByteSource): ProfileAhead
  orderListing(functions: OrderedFunctions): Promise<ListingOrder>
}

/** What nearly all programs are: for it a profile is read before anybody knows its program. */
export const USUAL_TARGET: ByteLayout = { wordSize: 8, bigEndian: false }

/** A profile that is read beside, while its program is read here. */
export class ProfileAhead {
  readonly #source: ByteSource
  readonly #profile: Promise<RawProfile | null>
  #read = 0
  #tell: (read: number) => void = () => {}

  /** @param read answers what `source` holds; is to tell how far into the file it is */
  constructor(source: ByteSource, read: (onBytes: (read: number) => void) => Promise<RawProfile>) {
    this.#source = source
    const reading = read((bytes) => {
      this.#read = bytes
      this.#tell(bytes)
    })
    this.#profile = reading.catch(() => null)
  }

  /** Null if `source` is to be read here: it is another, was read for another target, or could not be read there. */
  async take(
    source: ByteSource,
    { wordSize, bigEndian }: ByteLayout,
    tell: (read: number) => void,
  ): Promise<RawProfile | null> {
    if (source !== this.#source) return null
    if (wordSize !== USUAL_TARGET.wordSize || bigEndian !== USUAL_TARGET.bigEndian) return null
    tell(this.#read)
    this.#tell = tell
    const profile = await this.#profile
    this.#tell = () => {}
    return profile
  }
}
