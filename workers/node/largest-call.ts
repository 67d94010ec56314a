/** Bytes asked of the system in one call; it refuses 2 GiB and more. */
export const LARGEST_CALL = 1 << 30
