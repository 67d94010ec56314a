/** A row's in pixels, as table.module.css has it: the name stands above its numbers where there is little room. */
export const tableRowHeight = (isStacked: boolean): number => (isStacked ? 42 : 26)
