// Does a part of opening a large profile beside the profile worker; the columns of its answers are moved, not copied.
import { expose, transfer } from 'comlink'
import type { BesideService } from '../api/beside-contract.ts'
import { buffersIn } from '../core/base/buffers.ts'
import { USUAL_TARGET } from '../core/beside.ts'
import { readProfile } from '../core/formats/gmon/read.ts'
import { orderListing } from '../core/reports/listing/listing-order.ts'
import { blobSource } from './blob-source.ts'

const service: BesideService = {
  async readProfile(file, onBytes) {
    const profile = await readProfile(blobSource(file, null), USUAL_TARGET, onBytes, { format: 'gnu' })
    return transfer(profile, [...buffersIn([profile.arcs, profile.histograms])])
  },
  async orderListing(functions) {
    const order = orderListing(functions)
    return transfer(order, [...buffersIn(order)])
  },
}

expose(service)
