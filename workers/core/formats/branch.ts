// A branch in machine code, as every scan reports it.

/**
 * Receives a branch that was found.
 *
 * @param target link-time address that the instruction names; NaN for one that a register or memory holds
 * @param isCall whether it returns; a jump may still be a call as the last act of a function
 * @param next address behind the instruction, to which a call returns
 */
export type FoundBranch = (target: number, isCall: boolean, next: number) => void

/**
 * Calls `found` for each branch in `code`, ascending. `start` is the link-time address of the first byte,
 * where an instruction begins.
 */
export type ScanBranches = (code: Uint8Array, start: number, found: FoundBranch) => void
