// Which programs may hold Thumb code. Stands apart from the scans, which are fetched when somebody asks for calls.

/** ELF e_machine. */
export const ARM = 40

/** Whether functions of the program may be Thumb code. */
export const hasThumb = (machine: number): boolean => machine === ARM
