// Names of files: the last part of a path, and whether a name is that of source code.

/** Of a path as compilers and gprof have it. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Of a path of any system, Windows among them. */
export const baseNameAnywhere = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

// Source code among files, told by its name: what its text is would be anybody's guess.

const SOURCE_CODE =
  /\.(?:c|cc|cp|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|inl|inc|ipp|tcc|s|asm|f|for|ftn|f77|f90|f95|f03|f08|rs|adb|ads|d|di|pas|pp|m|mm|l|y)$/i

export const isSourceCode = (name: string): boolean => SOURCE_CODE.test(name)
