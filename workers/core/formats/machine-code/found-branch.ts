/** A branch to a place that the instruction itself names. `isCall`: it comes back; else it may be a call as the last deed. */
export type FoundBranch = (target: number, isCall: boolean) => void

/** `start` is the address of the first byte, where an instruction begins. */
export type ScanBranches = (code: Uint8Array, start: number, found: FoundBranch) => void
