/**
 * A branch to a place that the instruction itself names, or a call of what a register or memory does: its target is NaN. `isCall`:
 * it comes back; else it may be a call as the last deed. `next`: the address behind the instruction, which is where a call comes
 * back to.
 */
export type FoundBranch = (target: number, isCall: boolean, next: number) => void

/** `start` is the address of the first byte, where an instruction begins. */
export type ScanBranches = (code: Uint8Array, start: number, found: FoundBranch) => void
