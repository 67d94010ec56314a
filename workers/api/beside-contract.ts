// What the profile worker asks of the worker beside it; see core/beside.ts.
import type { RawProfile } from '../core/formats/format.ts'
import type { ListingOrder, OrderedFunctions } from '../core/reports/listing/listing-order.ts'

export interface BesideService {
  /** `onBytes` is told how far into the file it is. Errors: whatever keeps it from being read. */
  readProfile(file: File, onBytes: (read: number) => void): Promise<RawProfile>
  orderListing(functions: OrderedFunctions): Promise<ListingOrder>
}
