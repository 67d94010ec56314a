// What of the time is certain, for whoever draws a bar of it.
import { createContext, useContext } from 'react'

export const CertainTicks = createContext<Float64Array | null>(null)

/** By function, see workers/core/reports/certain; null as long as it is not known. */
export function useCertain(): Float64Array | null {
  return useContext(CertainTicks)
}
